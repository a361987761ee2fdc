import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/hash.js';
import { exportLines } from '../../src/report/exchange/read.js';
import type { ImportCounts, Store } from '../../src/store/index.js';
import { call } from './call.js';
import { BOOK, CALLED_GAME, fill } from './full-store.js';
import { novice, playStep, runStart, slot, smallGame } from './samples.js';
import { freshStore, opened, refusal } from './support.js';

function exported(store: Store, runId = 'run', whole = true): string[] {
  return Array.from(store.exports.lines(runId, { whole, app: '0.1.0' }), (line) => JSON.stringify(line));
}

function imported(
  store: Store,
  texts: readonly string[],
  check: (runs: readonly string[]) => void = () => undefined,
): ImportCounts {
  return store.importRuns([{ name: 'a.jsonl', lines: exportLines(texts, 'a.jsonl') }], check);
}

/** Every row of every table but the calls, whose prompts may rest on one another differently. */
function contents(store: Store): Record<string, unknown[]> {
  const db = new Database(store.file, { readonly: true });
  try {
    const tables = [
      'runs',
      'steps',
      'run_games',
      'games',
      'seats',
      'events',
      'decisions',
      'diagnostics',
      'playbooks',
    ];
    return Object.fromEntries<unknown[]>([
      ...tables.map((table): [string, unknown[]] => [
        table,
        db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
      ]),
      ['prompts', db.prepare('SELECT * FROM prompts ORDER BY call_id').all()],
      ['costs', db.prepare('SELECT * FROM costs ORDER BY round, phase, calls').all()],
      ['texts', db.prepare('SELECT hash, text FROM texts ORDER BY hash').all()],
    ]);
  } finally {
    db.close();
  }
}

function filled(): Store {
  const store = freshStore();
  fill(store);
  store.runs.finish('run', 'finished');
  return store;
}

/** The lines with one field of the first line of a kind changed: `spec.seed.index`, by its path. */
function changed(lines: readonly string[], kind: string, path: string, value: unknown): string[] {
  const at = lines.findIndex((text) => text.startsWith(`{"kind":"${kind}"`));
  const line = JSON.parse(lines[at] ?? '') as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((object, key) => object[key] as Record<string, unknown>, line);
  holder[last] = value;
  return lines.with(at, JSON.stringify(line));
}

describe('a run in another store', () => {
  it('is the same in every table and view', () => {
    const from = filled();
    const to = freshStore();
    const counts = imported(to, exported(from));
    expect(counts).toEqual({
      runs: ['run'],
      newRuns: 1,
      games: 7,
      newGames: 7,
      playbooks: 1,
      newPlaybooks: 1,
      calls: 4,
      newCalls: 4,
    });
    expect(contents(to)).toEqual(contents(from));
    expect(to.recorder('run').find('2', CALLED_GAME)?.request.messages[1]?.content).toBe(
      'What do you say now?',
    );
  });

  it('is changed by nothing when it is imported again', () => {
    const lines = exported(filled());
    const to = freshStore();
    imported(to, lines);
    const before = contents(to);
    const again = imported(to, lines);
    expect([again.newRuns, again.newGames, again.newPlaybooks, again.newCalls]).toEqual([0, 0, 0, 0]);
    expect(contents(to)).toEqual(before);
  });

  it('costs the same without the texts of calls, which come later when they are wanted', () => {
    const from = filled();
    const to = freshStore();
    const usage = exported(from, 'run', false);
    expect(usage.join('\n')).not.toContain('What do you say');
    imported(to, usage);
    expect(contents(to)['costs']).toEqual(contents(from)['costs']);
    expect(to.recorder('run').find('1', CALLED_GAME)).toBeUndefined();
    expect(imported(to, usage).newCalls).toBe(0);

    expect(imported(to, exported(from)).newCalls).toBe(0);
    expect(contents(to)['costs']).toEqual(contents(from)['costs']);
    expect(to.recorder('run').find('1', CALLED_GAME)?.reply.text).toBe('{"action":"speak","text":"Hello."}');
    // Without texts again: those that are there stay.
    imported(to, usage);
    expect(to.recorder('run').find('1', CALLED_GAME)).toBeDefined();
  });

  it('is brought up to date by a later export, and not taken back by an earlier one', () => {
    const from = freshStore();
    fill(from);
    const early = exported(from);
    expect(JSON.parse(early[1] ?? '')).toMatchObject({ status: 'running' });
    const [voided] = early.filter((text) => text.includes('"status":"void"'));
    const { id } = JSON.parse(voided ?? '{}') as { id: string };
    const armed = from.games.load(id).spec.lineUp;
    from.saveGame(smallGame(4, { alt: 1 }, armed), null);
    from.steps.finish('run', 'eval', { games: 6 });
    from.runs.finish('run', 'finished');
    const late = exported(from);

    const to = freshStore();
    imported(to, early);
    expect(to.runs.get('run')).toMatchObject({ status: 'stopped', games: { finished: 6, void: 1 } });
    imported(to, late);
    expect(contents(to)['games']).toEqual(contents(from)['games']);
    expect(to.runs.get('run')).toMatchObject({ status: 'finished', games: { finished: 7, void: 0 } });
    imported(to, early);
    expect(to.runs.get('run')).toMatchObject({ status: 'finished', games: { finished: 7, void: 0 } });
  });

  it('keeps half characters and control characters of a reply as they are', () => {
    const from = freshStore();
    from.runs.begin(runStart('run', { arm: 'within-game' }));
    const text = 'half \ud83d, bell \u0007, nul \u0000, right to left \u202e';
    from.recorder('run').save(call('k', { reply: { text }, prompt: 'a\u0000b' }));
    const to = freshStore();
    imported(to, exported(from));
    const found = to.recorder('run').find('k', 'game-1');
    expect(found?.reply.text).toBe(text);
    expect(found?.request.messages[1]?.content).toBe('a\u0000b');
  });

  it('lets calls that another run paid for count for that one once it is there', () => {
    const from = freshStore();
    const game = smallGame(0, { alt: 1 });
    for (const run of ['one', 'two']) {
      from.runs.begin(runStart(run));
      from.steps.begin(playStep(run, 'step'), [{ gameId: game.id, ordinal: 0 }]);
    }
    from.recorder('one').save(call('k', { site: { episode: game.id } }));
    from.saveGame(game, null);
    const to = freshStore();
    imported(to, exported(from, 'two'));
    expect(to.usage('two')[0]?.calls).toBe(1);
    imported(to, exported(from, 'one'));
    expect([to.usage('one')[0]?.calls, to.usage('two').length]).toEqual([1, 0]);
    expect(to.usageAsPlayed('two')[0]?.calls).toBe(1);
  });
});

describe('what is refused', () => {
  let lines: string[] = [];
  beforeEach(() => {
    if (lines.length === 0) lines = exported(filled());
  });

  /** The message, after which the store must be as it was. */
  function refused(
    texts: readonly string[],
    to: Store = freshStore(),
    check?: (runs: readonly string[]) => void,
  ): string {
    const before = contents(to);
    const { message } = refusal(() => imported(to, texts, check));
    expect(contents(to)).toEqual(before);
    return message;
  }

  const lineOf = (kind: string): number =>
    lines.findIndex((text) => text.startsWith(`{"kind":"${kind}"`)) + 1;

  it.each<[string, string, string, unknown, RegExp]>([
    ['a game under another id', 'game', 'id', 'f'.repeat(20), /the id of a game is a hash of its inputs/],
    ['a game on another seed', 'game', 'spec.seed.index', 107, /the id of a game is a hash of its inputs/],
    [
      'a game of another player',
      'game',
      'spec.lineUp.main.player.profile',
      'expert',
      /is a hash of its inputs/,
    ],
    ['too few names', 'game', 'names', ['Ada', 'Bram'], /"names" must have one entry for each of 3 players/],
    ['a seat that is not there', 'game', 'decisions.0.seat', 7, /seat 7 is named, but there are 3/],
    ['a slot that is not there', 'game', 'slots.0', '__proto__', /has no slot "__proto__"/],
    ['an outcome of a void game', 'game', 'status', 'void', /an outcome if and only if/],
    [
      'a measure of no event',
      'game',
      'diagnostics',
      [{ measure: 'x', event: 99, seat: 0, value: 1 }],
      /event 99 is measured/,
    ],
    ['an unknown field', 'game', 'extra', 1, /Unrecognized key: "extra"/],
    ['another text under a hash', 'text', 'text', 'I always lie.', /not the one whose SHA-256 is/],
    [
      'a playbook name that is a path',
      'playbook',
      'name',
      '../../etc/passwd',
      /cannot be the name of a playbook/,
    ],
    ['a finished step without result', 'step', 'result', null, /a finished step needs a result/],
    ['a plan of another arm', 'run', 'plan.arm', 'transfer', /the plan is of another arm/],
    ['the run of another file', 'run', 'id', 'other', /the header names run "run"/],
    ['a line of no kind', 'text', 'kind', 'poem', /not a line of kind "poem"/],
    ['a call whose body is no JSON', 'call', 'whole.raw', '{', /"raw" must be JSON text/],
    [
      'a call that says its texts were dropped',
      'call',
      'whole.key',
      'dropped:1',
      /a reply has a key of its own/,
    ],
    ['a time that is none', 'run', 'startedAt', 'yesterday', /startedAt/],
  ])('%s', (_, kind, path, value, message) => {
    const texts = changed(lines, kind, path, value);
    expect(refused(texts)).toMatch(message);
    expect(refused(texts)).toContain(`a.jsonl, line ${lineOf(kind)}:`);
  });

  it('a header in the middle', () => {
    expect(refused(lines.with(3, lines[0] ?? ''))).toMatch(
      /line 4: there may be only one line of kind "header"/,
    );
  });

  it('values nested too deeply to be written', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const texts = lines.map((text) =>
      text.includes('"kind":"game"') ? text.replace('"options":{}', `"options":{"a":${deep}}`) : text,
    );
    expect(refused(texts)).toMatch(/line \d+: .*(nested too deeply|hash of its inputs)/);
  });

  it('a file that is cut, has lines missing or goes on after its end', () => {
    expect(refused(lines.slice(0, -1))).toBe(
      'a.jsonl: the line of kind "end" is missing: the file is cut; export the run again',
    );
    expect(refused(lines.toSpliced(6, 1))).toMatch(/should have \d+ lines, but has \d+/);
    expect(refused([...lines, ...lines])).toMatch(/nothing may follow the line of kind "end"/);
    expect(refused(lines.slice(1))).toMatch(/line 1: expected the header of an export/);
    expect(refused([lines[0] ?? '', ...lines.slice(2)])).toMatch(
      /line 2: the second line must be of kind "run"/,
    );
    expect(refused([...lines.slice(0, 4), lines[4]?.slice(0, 80) ?? ''])).toMatch(
      /line 5: must be one JSON object/,
    );
  });

  it('a file of a newer version, by its own code', () => {
    const newer = changed(lines, 'header', 'version', 2);
    const error = refusal(() => imported(freshStore(), newer));
    expect([error.code, error.message]).toEqual([
      'store.newer',
      'a.jsonl, line 1: the file was written by a newer version (format 2, this one knows up to 1); update spartan',
    ]);
  });

  it('a run, step, game or playbook that the store has with other content', () => {
    const other = (change: (store: Store) => void): Store => {
      const store = freshStore();
      change(store);
      return store;
    };
    expect(
      refused(
        lines,
        other(
          (store) =>
            void store.runs.begin(runStart('run', { plan: { arm: 'within-game', steps: [], more: 1 } })),
        ),
      ),
    ).toMatch(/run run is in this store with another plan/);
    const step = other((store) => {
      store.runs.begin(runStart('run', { simulated: false, playbook: 'book' }));
      store.steps.begin(playStep('run', 'base'));
      store.steps.finish('run', 'base', { games: 3 });
    });
    expect(refused(lines, step)).toMatch(/step "base" gave something else/);
    const games = other((store) => void store.saveGame(smallGame(0, { alt: -1 }), null));
    expect(refused(lines, games)).toMatch(/with another course/);
    const books = other((store) => {
      store.playbooks.save(
        {
          name: 'book', version: 1, hash: sha256('x'), runId: null, stepId: null, parent: null, games: [], model: 'm',
          sourceGames: [], tokens: 1, promptHash: null, checks: {},
        },
        'x',
      ); // prettier-ignore
    });
    expect(refused(lines, books)).toMatch(/playbook "book" belongs to another run/);
  });

  it('all files of a folder when one is wrong', () => {
    const to = freshStore();
    const files = [lines, changed(lines, 'game', 'turns', 99)].map((texts, at) => ({
      name: `${at}.jsonl`,
      lines: exportLines(texts, `${at}.jsonl`),
    }));
    expect(refusal(() => to.importRuns(files, () => undefined)).message).toMatch(
      /1\.jsonl, line \d+: .*another course/,
    );
    expect(to.runs.list()).toEqual([]);
  });

  it('what the caller finds wrong when all is in', () => {
    const to = freshStore();
    expect(() => imported(to, lines, () => { throw new Error('no'); })).toThrow('no'); // prettier-ignore
    expect(to.runs.list()).toEqual([]);
    expect(to.playbooks.text(sha256(BOOK))).toBeUndefined();
  });
});

describe('an export', () => {
  it('reads one state of the store while a run writes', () => {
    const writer = filled();
    const reader = opened(writer.file, 'read');
    const before = exported(reader);
    const seen = reader.exports.snapshot(() => {
      const lines = reader.exports.lines('run', { whole: true, app: '0.1.0' });
      const first = JSON.stringify(lines.next().value);
      // A game of the run and another playbook text, between two lines of the export.
      const id = writer.steps.games('run', 'eval').find(({ status }) => status === 'void')?.gameId ?? '';
      writer.saveGame(smallGame(4, { alt: 1 }, writer.games.load(id).spec.lineUp), null);
      writer.steps.finish('run', 'eval', { games: 99 });
      return [first, ...[...lines].map((line) => JSON.stringify(line))];
    });
    expect(seen).toEqual(before);
    expect(exported(reader)).not.toEqual(before);
    expect(JSON.parse(seen.at(-1) ?? '')).toEqual({ kind: 'end', lines: seen.length });
  });

  it('has the rows of every table', () => {
    const from = filled();
    from.saveGame(smallGame(99, { alt: 1 }, { by: 'side', main: slot(novice), alt: slot(novice) }), null);
    const count = (table: Parameters<Store['exports']['rows']>[1]): number =>
      [...from.exports.rows('run', table)].length;
    // Seven stored games of three seats, four events and three decisions each; one more is planned.
    expect([count('games'), count('seats'), count('events'), count('decisions')]).toEqual([7, 21, 28, 21]);
    expect([
      count('step_games'),
      count('steps'),
      count('calls'),
      count('playbooks'),
      count('diagnostics'),
    ]).toEqual([8, 3, 4, 1, 3]);
  });
});
