import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CatalogueField, Field } from '../../src/games/engine/actions.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameState, Seat } from '../../src/games/engine/definition.js';
import { advance, END, isOver, outcomeOf, pending } from '../../src/games/engine/engine.js';
import { PLAYER_NAMES } from '../../src/games/engine/seeds.js';
import { dealsOf, expectOutcome, must, sampled } from './law-tools.js';
import type { Trial } from './law-tools.js';
import { apply, begin, chooseBatch, playersRng, playOut } from './playing.js';
import type { Batch } from './playing.js';

const NAME_PATTERN = new RegExp(`\\b(${PLAYER_NAMES.join('|')})\\b`, 'g');

/** A value with every player name of the usual list replaced, wherever it stands. */
function renamed<T>(value: T, rename: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(value).replace(NAME_PATTERN, (name) => rename.get(name) ?? name)) as T;
}

const CATALOGUE_KINDS: Readonly<Record<Field['type'], CatalogueField>> = {
  choice: 'word',
  text: 'text',
  integer: 'integer',
  subset: 'words',
  assign: 'map-of-words',
  split: 'map-of-integers',
};

function permuted<T>(bySeat: readonly T[], to: readonly Seat[]): T[] {
  const out: T[] = [];
  bySeat.forEach((value, seat) => (out[to[seat] as Seat] = value));
  return out;
}

/** How a game runs: who acts, when it ends, and what it depends on. */
export function declareLawsOfPlay({ game, laws, parameters, everyDeal }: Trial): void {
  it('is declared as it is played', () => {
    expect(game.options.parse(game.options.parse({}))).toEqual(game.options.parse({}));
    expect(game.options.parse(game.referenceOptions)).toMatchObject(game.referenceOptions);
    expect(Object.keys(game.phases)).not.toContain(END);
    everyDeal((deal) => {
      const { positions, end } = playOut(game, deal);
      const keysOf = (value: object): string => Object.keys(value).sort().join();
      for (const secret of end.secrets)
        expect(keysOf(secret)).toBe(keysOf(Object.fromEntries(game.secretFields.map((field) => [field, 0]))));
      expect(end.secrets).toHaveLength(deal.players);
      expect(end.roles).toHaveLength(deal.players);
      for (const { role, side } of end.roles) {
        expect(game.roleNames).toContain(role);
        expect(side !== undefined, `${role} has a side`).toBe(game.sides !== undefined);
      }
      for (const { type, data, talk } of end.events) {
        const declared = [...(game.events[type] ?? [])].sort().join();
        must(keysOf(data) === declared, () => `event "${type}" has ${keysOf(data)}, declared ${declared}`);
        must(
          talk === undefined || (game.talk !== 'none' && typeof data['text'] === 'string'),
          () => `event "${type}" is talk, so the game is one of talk and its words are data.text`,
        );
      }
      for (const position of sampled(positions, playersRng(game, deal))) {
        for (const { decision } of pending(game, position)) {
          must(game.decisions.includes(decision.kind), () => `decision "${decision.kind}" is not declared`);
          const names = decision.forms.map(({ action }) => action);
          must(new Set(names).size === names.length, () => `"${decision.kind}" has two forms of one action`);
          for (const form of decision.forms) {
            const kinds = Object.entries(form.fields).map(([name, { type }]) => [
              name,
              CATALOGUE_KINDS[type],
            ]);
            const declared = Object.entries(game.actions[form.action] ?? { missing: true });
            must(
              JSON.stringify(kinds.sort()) === JSON.stringify(declared.sort()),
              () =>
                `catalogue of "${form.action}": ${JSON.stringify(declared)}, played: ${JSON.stringify(kinds)}`,
            );
            must(
              (form.refine === undefined) === (form.note === undefined),
              () => `"${form.action}" needs a note that says what its refinement demands, and none without`,
            );
          }
        }
      }
    });
  });

  it('ends within its bound, with an outcome as declared', () => {
    everyDeal((deal) => {
      const { end } = playOut(game, deal);
      if (end.cut) expect(end.turn).toBe(game.maxTurns(deal.options, deal.players));
      // A bound that nobody can set is a proven one: no game runs into it.
      if (!('maxTurns' in deal.options)) expect(end.cut).toBe(false);
      expectOutcome(game, end, laws);
    });
  });

  it('takes actions from those who may act and from nobody after the end', () => {
    everyDeal((deal) => {
      const { positions, batches, end } = playOut(game, deal);
      const refusal = (position: GameState, batch: Batch): unknown => {
        const result = advance(game, position, batch);
        return result.ok ? 'none' : `${result.refusal.code} ${result.refusal.seat ?? ''}`;
      };
      positions.slice(0, -1).forEach((position, i) => {
        const open = pending(game, position);
        const idling = laws.idle?.includes(position.phase) === true;
        must(open.length > 0 || idling, () => `nobody acts in ${position.phase}`);
        must(new Set(open.map(({ seat }) => seat)).size === open.length, () => 'a seat acts twice at once');
        const batch = batches[i] as Batch;
        const idle = position.names.map((_, seat) => seat).find((seat) => !batch.has(seat));
        const [first] = batch.values();
        if (idle !== undefined && first !== undefined) {
          const answer = refusal(position, new Map([...batch, [idle, first]]));
          must(answer === `engine.not-acting ${idle}`, () => `an idle seat acts in ${position.phase}`);
        }
        const asked = open.find(({ sole }) => sole === undefined);
        if (asked !== undefined) {
          const answer = refusal(position, new Map([...batch].filter(([seat]) => seat !== asked.seat)));
          must(
            answer === `engine.missing ${asked.seat}`,
            () => `a missing action in ${position.phase}: ${String(answer)}`,
          );
        }
      });
      for (const batch of batches)
        must(refusal(end, batch) === 'engine.over ', () => 'an action after the end');
    });
  });

  it('plays the same game from the same seed, alone or among others', () => {
    fc.assert(
      fc.property(dealsOf(game, laws), dealsOf(game, laws), (one, other) => {
        const alone = [one, other].map((deal) => playOut(game, deal).end);
        const tables = [one, other].map((deal) => ({
          deal,
          rng: playersRng(game, deal),
          state: begin(game, deal),
        }));
        while (tables.some(({ state }) => !isOver(state))) {
          for (const table of tables.filter(({ state }) => !isOver(state))) {
            const { state, deal, rng } = table;
            table.state = apply(game, state, chooseBatch(game, state, deal.style, rng));
          }
        }
        expect(tables.map(({ state }) => state)).toEqual(alone);
      }),
      { ...parameters, numRuns: Math.ceil(parameters.numRuns / 2) },
    );
  });

  it('goes on the same after it was written out and read back', () => {
    everyDeal((deal) => {
      const { batches, end } = playOut(game, deal);
      let state = begin(game, deal);
      for (const batch of batches) {
        const restored = JSON.parse(JSON.stringify(state)) as GameState;
        state = apply(game, restored, new Map(JSON.parse(JSON.stringify([...batch])) as [Seat, Action][]));
      }
      expect(JSON.parse(JSON.stringify(end))).toEqual(end);
      expect(state).toEqual(end);
    });
  });

  it('knows players by seat: renaming them renames the game and changes nothing else', () => {
    everyDeal((deal) => {
      const { batches, end } = playOut(game, deal);
      // In the opposite alphabetical order, so that a rule that sorts names is found out.
      const order = [...end.names].sort();
      const rename = new Map(order.map((name, i) => [name, `Q${String.fromCharCode(122 - i)}q`]));
      let other = begin(
        game,
        deal,
        end.names.map((name) => rename.get(name) ?? ''),
      );
      for (const batch of batches) other = apply(game, other, new Map(renamed([...batch], rename)));
      expect(other).toEqual(renamed(end, rename));
      expect(outcomeOf(game, other)).toEqual(outcomeOf(game, end));
    });
  });

  if (laws.symmetric === true) {
    it('gives no seat a place of its own: permuting the seats permutes the rewards', () => {
      everyDeal((drawn) => {
        const deal = { ...drawn, options: game.options.parse({}) };
        const { batches, end } = playOut(game, deal);
        const to = playersRng(game, deal).shuffle(end.names.map((_, seat) => seat));
        let other = begin(game, deal, permuted(end.names, to));
        for (const batch of batches) {
          other = apply(game, other, new Map([...batch].map(([seat, action]) => [to[seat] as Seat, action])));
        }
        expect(outcomeOf(game, other).rewards).toEqual(permuted(outcomeOf(game, end).rewards, to));
      });
    });
  }
}
