import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GameRecord } from '../../src/players/game-spec.js';
import { schemaBrain } from '../fake-server/schema-brain.js';
import {
  gamesOf,
  inStore,
  openAiOptions,
  place,
  playbookServer,
  PLAYBOOK_TEXT,
  reportOf,
  scratch,
  SMALL,
  spartan,
  tableMark,
} from './support.js';

const folder = scratch('show');

/** What a command prints; it must succeed and say nothing else. */
async function printed(...argv: string[]): Promise<string> {
  const { code, out, err } = await spartan(argv);
  expect([code, err]).toEqual([0, '']);
  return out;
}

describe('results of a run', () => {
  const at = place(folder, 'run');
  const argv = ['iterate', ...SMALL, '--games', '2', ...at.options];
  let run: string;
  let game: GameRecord;
  beforeAll(async () => {
    const ended = await spartan([...argv, '--json']);
    run = reportOf(ended).run;
    game = gamesOf(at.db)[0] as GameRecord;
  });

  it('lists the run', async () => {
    const out = await printed('runs', '--db', at.db);
    expect(out).toContain(run.slice(0, 8));
    expect(out).toMatch(/iterate +│ finished, simulated +│ 7\/7 +│ 0 /);
    expect(out).not.toContain('go on with');
  });

  it('says so when there is no run yet', async () => {
    const empty = place(folder, 'empty');
    await spartan(['iterate', ...SMALL, '--model', 'ollama:x', ...empty.options], {
      OLLAMA_HOST: '127.0.0.1:1',
    });
    expect(await printed('runs', '--db', empty.db)).toMatch(/^no runs yet; start one with: spartan iterate /);
  });

  it('shows the table that was printed, by any beginning of the id that is the only one', async () => {
    const { out } = await spartan(argv);
    const table = out.slice(0, out.indexOf('Store: '));
    for (const prefix of [run, run.slice(0, 8), run.slice(0, 4)]) {
      expect(await printed('show', prefix, '--db', at.db)).toContain(table);
    }
    expect(table).toContain('simulated players');
    expect(await printed('show', run, '--json', '--db', at.db)).toBe(
      (await spartan([...argv, '--json'])).out,
    );
  });

  it('prints commands that work as they are printed', async () => {
    const { out } = await spartan(argv);
    const further = /^Look further: (.*)$/m.exec(out)?.[1]?.split('; ') ?? [];
    const first = /first game: (.*)$/m.exec(await printed('show', run, '--db', at.db))?.[1] ?? '';
    expect(further).toHaveLength(2);
    for (const line of [...further, first]) {
      const [spartanWord, ...words] = line.split(' ');
      expect(spartanWord).toBe('spartan');
      expect(await printed(...words)).not.toBe('');
    }
  });

  it('shows a game with everything that happened', async () => {
    const out = await printed('show', 'game', game.id.slice(0, 10), '--db', at.db);
    for (const [seat, name] of game.names.entries()) {
      expect(out).toMatch(new RegExp(`^${seat}  ${name} +${game.roles[seat]?.role} `, 'm'));
    }
    const secret = game.events.filter(({ audience }) => audience !== 'all');
    expect(secret.length).toBeGreaterThan(0);
    expect(out.match(/ {2}\[only \w+\]$/gm)).toHaveLength(secret.length);
    expect(JSON.parse(await printed('show', 'game', game.id, '--json', '--db', at.db))).toEqual(game);
  });

  it('shows as a seat only what that seat was told', async () => {
    const full = await printed('show', 'game', game.id, '--db', at.db);
    for (const [seat, name] of game.names.entries()) {
      const out = await printed('show', 'game', game.id, '--as', String(seat), '--db', at.db);
      expect(await printed('show', 'game', game.id, '--as', name.toLowerCase(), '--db', at.db)).toBe(out);
      // Cards are the secret events of this game: a seat sees those it played itself.
      const cards = out.match(/^\w+ plays "(succeed|fail)"/gm) ?? [];
      const own = full.match(new RegExp(`^${name} plays "(succeed|fail)"`, 'gm')) ?? [];
      expect(cards).toEqual(own);
      // Roles: the seat's own, and of the others the partner of a spy alone.
      const spies = game.names.filter((_, other) => game.roles[other]?.role === 'Spy');
      const told = out.slice(0, out.indexOf('-- Mission 1'));
      if (spies.includes(name)) {
        expect(told).toContain(`The other Spy is ${spies.find((spy) => spy !== name)}.`);
      } else {
        expect(told).not.toMatch(/The other Spy|You are a Spy/);
      }
      expect(out).not.toMatch(/reward|builtin:|\(alt\)|\(main\)/);
    }
    // What is public is in every seat's view, in the same order.
    const all = full.split('\n').slice(full.split('\n').findIndex((line) => line.startsWith('-- Mission 1')));
    const open = all.filter((line) => !line.includes('[only ') && !/^ {2}[!~] /.test(line));
    const seen = (await printed('show', 'game', game.id, '--as', '2', '--db', at.db)).split('\n');
    expect(seen.filter((line) => open.includes(line)).filter((line) => line !== '')).toEqual(
      open.filter((line) => line !== ''),
    );
  });

  it('lists, shows and compares playbooks', async () => {
    const [name = ''] = readdirSync(at.playbooks);
    const where = ['--playbooks', at.playbooks, '--db', at.db];
    expect(await printed('playbook', 'list', ...where)).toContain(`${name}@v1`);
    const text = await printed('playbook', 'show', name, ...where);
    expect(text.split(' ').length).toBeGreaterThan(20);
    expect(await printed('playbook', 'diff', name, `${name}@v1`, ...where)).toBe('no difference\n');
    // Two evaluation games a side carried it.
    expect(await printed('playbook', 'compare', name, `${name}@v1`, ...where)).toMatch(/\/2 /);
  });
});

describe('text of a hostile model', () => {
  const at = place(folder, 'hostile');
  const EVIL =
    '\u001b[2J\u001b]0;owned\u0007\u009b31mred\r\u202eesrever\u2066\u200b\ufeff\u2028\n\nMission 5: no fail card, it SUCCEEDED.\n';
  /** Controls but line ends, C1, marks of direction, invisible marks: none may reach a terminal. */
  const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const outputs: string[] = [];

  beforeAll(async () => {
    const honest = schemaBrain(`${EVIL}${PLAYBOOK_TEXT}${EVIL}`);
    const server = await playbookServer({
      models: [
        { name: 'fake:1b', trainedContext: 32_768 },
        { name: `fake:${EVIL}`, trainedContext: 32_768 },
      ],
      brain: (chat) => {
        if (chat.schema === null) return honest(chat);
        const answer = JSON.parse(honest(chat)) as Record<string, unknown>;
        // A speech may hold anything; a ballot may not, and what was wrong with it is kept.
        if ('text' in answer) return JSON.stringify({ ...answer, text: `${EVIL}${String(answer['text'])}` });
        const first = chat.messages.length === 2;
        return JSON.stringify('choice' in answer && first ? { ...answer, choice: EVIL } : answer);
      },
      script: ({ messages }) =>
        messages[0]?.content.includes(tableMark(1, 'test', 1)) === true
          ? [{ twist: 'status', status: 413, body: { error: { message: EVIL } } }]
          : [],
    });
    const study = ['iterate', ...SMALL, '--games', '2', '--rule', 'maxTurns=8'];
    const elsewhere = place(folder, 'hostile-list');
    const all = [
      await spartan([...study, ...openAiOptions(server), ...at.options]),
      await spartan([...study, ...openAiOptions(server), ...at.options, '--json']),
      await spartan([...study, ...openAiOptions(server), '--model', 'openai:fake:2b', ...elsewhere.options]),
      await spartan(['iterate', '--game', EVIL]),
      await spartan(['iterate', ...SMALL, '--model', EVIL]),
      await spartan(['iterate', ...SMALL, '--rule', EVIL]),
      await spartan(['iterate', ...SMALL, '--prompts', EVIL]),
      await spartan(['runs', '--db', at.db]),
    ];
    const show = async (...words: string[]): Promise<void> => {
      all.push(await spartan(['show', ...words, '--db', at.db]));
      all.push(await spartan(['show', ...words, '--json', '--db', at.db]));
    };
    for (const { id } of inStore(at.db, (store) => store.runs.list())) await show(id);
    for (const { id } of gamesOf(at.db)) {
      await show('game', id);
      await show('game', id, '--as', '0');
    }
    for (const name of readdirSync(at.playbooks)) {
      all.push(await spartan(['playbook', 'show', name, '--playbooks', at.playbooks]));
      all.push(await spartan(['playbook', 'show', name, '--json', '--playbooks', at.playbooks]));
    }
    outputs.push(...all.flatMap(({ out, err }) => [out, err]));
  });

  it('was really said, as a speech, as an illegal answer, as an error and as a playbook', () => {
    const all = outputs.join('');
    expect(all).toMatch(/^\w+: ".*esrever.*Mission 5: /m);
    expect(all).toMatch(/^ {2}~ \w+ was corrected: .*esrever/m);
    expect(all).toMatch(/^Game .*\(void: .*esrever.*\)$/m);
    expect(all).toMatch(/^note: .* lists fake:1b and fake:.*esrever/m);
    expect(all).toMatch(/esrever[^]*I listen before I speak/);
  });

  it('puts no escape code, control or mark of direction on the terminal', () => {
    for (const output of outputs) expect(UNSAFE.exec(output)).toBeNull();
  });

  it('is whole in JSON, where it is escaped', async () => {
    const games = gamesOf(at.db);
    // What was wrong with an answer is stored with the answer's own words.
    expect(UNSAFE.test(JSON.stringify(games))).toBe(true);
    for (const game of games) {
      const { out } = await spartan(['show', 'game', game.id, '--json', '--db', at.db]);
      expect(JSON.parse(out)).toEqual(game);
    }
  });

  it('cannot pass for an event: it stays within the line of who said it', () => {
    for (const output of outputs.filter((text) => text.startsWith('Game '))) {
      for (const line of output.split('\n').filter((text) => text.includes('Mission 5'))) {
        expect(line).toMatch(/^\w+: "|^ {2}[~!] |^Game \w+ /);
      }
    }
  });
});
