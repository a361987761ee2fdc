import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/hash.js';
import type { Json, JsonObject } from '../../src/base/json.js';
import type { GameEvent } from '../../src/games/engine/definition.js';
import { gameIdOf, trajectoryOf } from '../../src/players/game-spec.js';
import type { GameRecord, LineUp } from '../../src/players/game-spec.js';
import { played } from './played.js';
import { chat, novice, playbook, playStep, runStart, slot, smallGame } from './samples.js';
import { freshStore, refusal } from './support.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });
// JSON has no negative zero, and no game's data has that key.
const name = fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__');
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
})).value;
const object = fc.dictionary(name, json, { maxKeys: 3 });

/** The same value made of plain objects, as a game's record is; fast-check makes some without a prototype. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const carried = fc.option(text.map((words) => playbook(words)));
const anySlot = fc.record({ player: fc.constantFrom(novice, chat), playbook: carried });

function lineUps(players: number): fc.Arbitrary<{ lineUp: LineUp; slots: string[] }> {
  const two = (by: 'side' | 'focal', names: readonly [string, string]) =>
    fc.record({
      lineUp: fc
        .tuple(anySlot, anySlot)
        .map(([first, second]) => ({ by, [names[0]]: first, [names[1]]: second }) as unknown as LineUp),
      slots: fc.array(fc.constantFrom(...names), { minLength: players, maxLength: players }),
    });
  return fc.oneof(
    two('side', ['main', 'alt']),
    two('focal', ['focal', 'others']),
    fc.record({
      lineUp: fc
        .array(anySlot, { minLength: players, maxLength: players })
        .map((seats): LineUp => ({ by: 'seat', seats })),
      slots: fc.constant(Array.from({ length: players }, (_, seat) => String(seat))),
    }),
  );
}

const records: fc.Arbitrary<GameRecord> = fc.integer({ min: 1, max: 6 }).chain((players) => {
  const seats = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    fc.array(of, { minLength: players, maxLength: players });
  const seat = fc.integer({ min: 0, max: players - 1 });
  const reward = fc.constantFrom(0, 1, -1, 1 / 3, -0.5);
  const outcome = fc.record(
    {
      rewards: seats(reward),
      ending: text,
      measures: fc.dictionary(name, fc.integer(), { maxKeys: 3 }),
      sharedByDesign: fc.array(fc.array(seat, { maxLength: 2 }), { maxLength: 2 }),
    },
    { requiredKeys: ['rewards', 'ending', 'measures'] },
  );
  const event = fc.record(
    {
      type: text,
      audience: fc.oneof(fc.constant('all' as const), fc.array(seat, { maxLength: 3 })),
      data: object,
      talk: fc.record({ seat, discussion: fc.nat() }),
    },
    { requiredKeys: ['type', 'audience', 'data'] },
  );
  const role = fc.record(
    { role: text, side: fc.constantFrom('main' as const, 'alt' as const) },
    { requiredKeys: ['role'] },
  );
  const decision = fc.record({
    seat,
    turn: fc.nat(),
    phase: text,
    kind: text,
    action: object.map((fields) => ({ ...fields, action: 'speak' })),
    forced: fc.boolean(),
    attempts: fc.nat(3),
    problems: fc.array(text, { maxLength: 3 }),
    cut: fc.nat(9),
    eventCount: fc.nat(),
  });
  return fc
    .record({
      shape: lineUps(players),
      options: object,
      promptVersion: fc.option(text),
      index: fc.nat(),
      names: seats(text),
      roles: seats(role),
      secrets: seats(object),
      events: fc.array(event, { maxLength: 5 }),
      decisions: fc.array(decision, { maxLength: 5 }),
      outcome: fc.option(outcome),
      voidReason: text,
      turns: fc.nat(),
    })
    .map(({ shape, options, promptVersion, index, outcome: end, voidReason, ...rest }): GameRecord => {
      const spec = {
        game: 'made-up',
        rulesVersion: 2,
        options,
        players,
        promptVersion,
        lineUp: shape.lineUp,
        seed: { study: 3, purpose: 'validation' as const, index },
        replicate: 4,
      };
      return {
        ...rest,
        id: gameIdOf(spec),
        spec,
        slots: shape.slots,
        outcome: end,
        status: end === null ? 'void' : 'finished',
        voidReason: end === null ? voidReason : null,
      };
    });
});

describe('a stored game', () => {
  it('comes back equal to the record that was saved, whatever it holds', () => {
    const store = freshStore();
    let count = 0;
    fc.assert(
      fc.property(records, (made) => {
        // Two records may be made from the same spec, and a finished game is never stored twice.
        const record = plain({ ...made, id: `game-${(count += 1)}` });
        store.saveGame(record, null);
        expect(store.games.load(record.id)).toStrictEqual(record);
      }),
      { numRuns: 150 },
    );
  });

  it('comes back equal when the engine played it, finished or void', async () => {
    const store = freshStore();
    const games = [
      await played(0),
      await played(1),
      await played(2, { breaksAt: 6 }),
      await played(3, { lineUp: { by: 'seat', seats: Array.from({ length: 5 }, () => slot(chat)) } }),
    ];
    for (const game of games) store.saveGame(game, null);
    expect(games.map((game) => game.status)).toEqual(['finished', 'finished', 'void', 'finished']);
    for (const game of games) expect(store.games.load(game.id)).toStrictEqual(game);
  });

  it('is read as a trajectory in the order asked for, and never when void', async () => {
    const store = freshStore();
    const [first, second, broken] = [await played(0), await played(1), await played(2, { breaksAt: 3 })];
    for (const game of [first, second, broken]) store.saveGame(game, null);
    expect(store.games.trajectories([second.id, first.id])).toStrictEqual([
      trajectoryOf(second),
      trajectoryOf(first),
    ]);
    expect(() => store.games.trajectories([broken.id])).toThrow(/void/);
    expect(() => store.games.trajectories(['nowhere'])).toThrow(/not stored/);
  });

  it('is never changed once finished; saving it again only adds the link', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.steps.begin(playStep('run', 'step'));
    const game = smallGame(0, { alt: 1 });
    expect(store.saveGame(game, null)).toBe(true);
    expect(store.saveGame({ ...game, turns: 99 }, { runId: 'run', stepId: 'step', ordinal: 0 })).toBe(false);
    expect(store.saveGame(smallGame(0, 'void'), null)).toBe(false);
    expect(store.games.load(game.id)).toStrictEqual(game);
    expect(store.steps.games('run', 'step')).toEqual([{ gameId: game.id, ordinal: 0, status: 'finished' }]);
  });

  it('gives way to the next attempt when it is void', () => {
    const store = freshStore();
    const finished = smallGame(0, { alt: -1 });
    store.saveGame(smallGame(0, 'void'), null, [{ measure: 'parroting', event: 1, seat: 0, value: 0.5 }]);
    expect(store.games.has(finished.id)).toBe(false);
    expect(store.saveGame(finished, null)).toBe(true);
    expect(store.games.has(finished.id)).toBe(true);
    expect(store.games.load(finished.id)).toStrictEqual(finished);
    expect(store.games.diagnostics([finished.id], 'parroting')).toEqual([]);
  });

  it('is not stored at all when a part of it cannot be', () => {
    const store = freshStore();
    const game = smallGame(0, { alt: 1 });
    store.runs.begin(runStart('run'));
    store.steps.begin(playStep('run', 'step'));
    const link = { runId: 'run', stepId: 'step', ordinal: 0 };
    // JSON has no big integers: the save fails at the second event, after the game's row and its seats.
    const broken = { type: 'odd', audience: 'all', data: { number: 1n } } as unknown as GameEvent;
    const events = [...game.events.slice(0, 1), broken];
    expect(() => store.saveGame({ ...game, events }, link)).toThrow(TypeError);
    expect(store.steps.games('run', 'step')).toEqual([]);
    expect(() => store.saveGame({ ...game, names: ['Ada'] }, null)).toThrow(/one entry for each/);
    expect(() => store.saveGame({ ...game, outcome: null }, null)).toThrow(/outcome/);
    expect(store.games.status([game.id])).toEqual(new Map());
    expect(store.saveGame(game, null)).toBe(true);
  });

  it('refuses a playbook under a hash that is not its own', () => {
    const store = freshStore();
    const lineUp: LineUp = {
      by: 'side',
      main: slot(novice),
      alt: slot(novice, { hash: sha256('one'), text: 'another' }),
    };
    expect(() => store.saveGame(smallGame(0, { alt: 1 }, lineUp), null)).toThrow(/SHA-256/);
  });
});

describe('outcomes', () => {
  it('give what judging needs, in the order asked for, without games that are not stored', () => {
    const store = freshStore();
    const [won, drawn, broken] = [
      smallGame(0, { alt: 1, forcedSeats: [1] }),
      smallGame(1, { alt: 0 }),
      smallGame(2, 'void'),
    ];
    for (const game of [won, drawn, broken]) store.saveGame(game, null);
    const outcomes = store.games.outcomes([broken.id, 'nowhere', won.id, drawn.id, won.id]);
    expect(outcomes.map(({ id }) => id)).toEqual([broken.id, won.id, drawn.id]);
    expect(outcomes[0]).toMatchObject({ status: 'void', slots: {}, seed: { index: 2 } });
    expect(outcomes[1]).toStrictEqual({
      id: won.id,
      status: 'finished',
      seed: { study: 1, purpose: 'test', index: 0 },
      replicate: 0,
      ending: 'by-hand',
      turns: 3,
      asked: 3,
      forced: 1,
      measures: { missions: 3 },
      slots: {
        // The alt seat earned more than either main seat, and no main seat more than it.
        alt: {
          ...{ side: 'alt', rewards: [1], success: true, draw: false, asked: 1, forced: 0 },
          versus: { won: 1, tied: 0 },
        },
        main: {
          ...{ side: 'main', rewards: [-0.5, -0.5], success: false, draw: false, asked: 2, forced: 1 },
          versus: { won: 0, tied: 0 },
        },
      },
    });
    expect(outcomes[2]?.slots['alt']).toMatchObject({ success: false, draw: true });
  });

  it('agree with the records of games the engine played', async () => {
    const store = freshStore();
    for (const index of [0, 1, 2, 3]) {
      const game = await played(index);
      store.saveGame(game, null);
      const [outcome] = store.games.outcomes([game.id]);
      expect(outcome?.forced).toBe(game.decisions.filter((decision) => decision.forced).length);
      expect(outcome?.asked).toBe(game.decisions.filter((decision) => decision.attempts > 0).length);
      const altReward = game.outcome?.rewards[game.slots.indexOf('alt')] ?? 0;
      expect(outcome?.slots['alt']?.success).toBe(altReward > 0);
      expect(outcome?.slots['main']?.success).toBe(altReward < 0);
    }
  });
});

describe('diagnostics', () => {
  it('are kept by event, null where a measure is not defined, and replaced when measured again', () => {
    const store = freshStore();
    const game = smallGame(0, { alt: 1 });
    store.saveGame(game, null, [
      { measure: 'parroting', event: 1, seat: 0, value: null },
      { measure: 'parroting', event: 2, seat: 1, value: 0.25 },
    ]);
    store.saveDiagnostics([
      { gameId: game.id, measure: 'parroting', event: 2, seat: 1, value: 0.75 },
      { gameId: game.id, measure: 'other', event: 2, seat: 1, value: 9 },
    ]);
    expect(store.games.diagnostics([game.id], 'parroting')).toEqual([
      { gameId: game.id, measure: 'parroting', event: 1, seat: 0, value: null },
      { gameId: game.id, measure: 'parroting', event: 2, seat: 1, value: 0.75 },
    ]);
  });
});

describe('a game id', () => {
  it('may be shortened as long as one game begins with it', () => {
    const store = freshStore();
    const games = Array.from({ length: 20 }, (_, index) => smallGame(index, { alt: 1 }));
    for (const game of games) store.saveGame(game, null);
    const [first] = games as [GameRecord];
    expect(store.games.load(first.id.slice(0, 10)).id).toBe(first.id);
    // Twenty ids begin with sixteen possible digits, so some digit begins two of them.
    const shared = [...'0123456789abcdef'].find(
      (digit) => games.filter((game) => game.id.startsWith(digit)).length > 1,
    );
    expect(refusal(() => store.games.load(shared ?? '')).message).toMatch(/several game ids .*give more/);
    const unknown = refusal(() => store.games.load('zz\nzz'));
    expect(unknown.code).toBe('input.unknown-name');
    expect(unknown.message).toMatch(/^no game "zz zz" in .*"spartan show RUN" lists/);
    expect(refusal(() => store.games.load('')).code).toBe('input.unknown-name');
    expect(refusal(() => store.games.load("' OR 1=1 --")).code).toBe('input.unknown-name');
  });
});
