import { describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { sampleAction } from '../../src/games/engine/actions.js';
import { gameById } from '../../src/games/index.js';
import { playGame } from '../../src/loop/play-game.js';
import type { GameRecord, GameSpec } from '../../src/players/game-spec.js';
import { humanPlayer } from '../../src/players/human.js';
import type { Console } from '../../src/players/human.js';
import { openPrompts } from '../../src/prompts/library.js';

const prompts = openPrompts();
const never = new AbortController().signal;

/** A person who answers questions by their words; what was shown is kept. */
function terminal(answer: (question: string) => string): {
  readonly console: Console;
  readonly shown: () => string;
} {
  let shown = '';
  return {
    shown: () => shown,
    console: {
      show: (text) => void (shown += text),
      ask: (question) => {
        shown += question;
        return Promise.resolve(answer(question));
      },
    },
  };
}

async function play(
  id: string,
  answer: (question: string) => string,
  seat = 0,
): Promise<{ record: GameRecord; shown: string }> {
  const game = gameById(id);
  const slot = { player: { kind: 'builtin', profile: 'random', policyVersion: 1 }, playbook: null } as const;
  const players = game.players.default;
  const spec: GameSpec = {
    game: id,
    rulesVersion: game.rulesVersion,
    options: game.options.parse({}),
    players,
    promptVersion: null,
    lineUp: { by: 'seat', seats: Array.from({ length: players }, () => slot) },
    seed: { study: 3, purpose: 'test', index: 0 },
    replicate: 0,
  };
  const rng = rngOf(`human/${id}`);
  const person = terminal(answer);
  const record = await playGame(
    game,
    spec,
    (at) =>
      at.seat === seat
        ? humanPlayer(game, prompts, person.console)
        : {
            decide: async ({ decision }) => ({
              kind: 'action',
              value: sampleAction(decision, rng),
              text: '',
            }),
          },
    { stop: never, abort: never },
  );
  return { record, shown: person.shown() };
}

describe('a person at a seat', () => {
  it('plays by numbers of the menus, and is shown rules, secret and log of that seat alone', async () => {
    const { record, shown } = await play('resistance', (question) => {
      const size = /exactly (\d)/.exec(question)?.[1];
      if (size !== undefined) return ['1', '2', '3'].slice(0, Number(size)).join(', ');
      return question.includes('characters') ? 'hello' : '1';
    });
    expect(record.status).toBe('finished');
    expect(shown).toContain('# The game: The Resistance');
    expect(shown).toContain(`You are ${record.names[0]}.`);
    expect(shown).toContain('"hello"');
    const others = record.events.filter(({ audience }) => audience !== 'all' && !audience.includes(0));
    expect(others.length).toBeGreaterThan(0);
    const cards = (shown.match(/\(secret\)/g) ?? []).length;
    const own = record.events.filter(({ audience }) => audience !== 'all' && audience.includes(0));
    expect(cards).toBeLessThanOrEqual(own.length);
  });

  it('is asked until the answer is legal, and is never forced into a default', async () => {
    let tries = 0;
    const { record, shown } = await play('resistance', (question) => {
      if (!question.includes('separated by commas')) return question.includes('characters') ? '' : 'approve';
      tries += 1;
      const size = /exactly (\d)/.exec(question)?.[1] ?? '2';
      return tries % 5 === 0 ? ['1', '2', '3'].slice(0, Number(size)).join(',') : 'nobody';
    });
    expect(record.decisions.filter(({ seat, forced }) => seat === 0 && forced)).toEqual([]);
    if (tries > 0) expect(shown).toMatch(/That is not legal: "team" must be/);
  });

  it.each(['prisoners-dilemma', 'public-goods', 'liars-dice', 'coup', 'sheriff', 'dead-last', 'werewolves'])(
    'can play %s through its menus',
    async (id) => {
      const rng = rngOf(`menus/${id}`);
      const { record } = await play(id, (question) => {
        const options = question.match(/^ {2}\d+ {2}/gm)?.length ?? 0;
        if (options > 0) return String(rng.int(1, options));
        const range = /from (\d+) to (\d+)/.exec(question);
        if (range !== null) return String(rng.int(Number(range[1]), Number(range[2])));
        return /^ {2}\w+: $/.test(question) ? (['34', '33', '33'][rng.int(0, 2)] ?? '0') : '';
      });
      expect(record.status).toBe('finished');
    },
  );
});
