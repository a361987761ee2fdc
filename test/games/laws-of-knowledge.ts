import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.js';
import { rngOf } from '../../src/base/rng.js';
import type { Field } from '../../src/games/engine/actions.js';
import type { GameState, Seat } from '../../src/games/engine/definition.js';
import { mayKnow, pending, viewFor } from '../../src/games/engine/engine.js';
import { shownAnswer } from '../../src/games/shared/answers.js';
import { formLines } from '../../src/prompts/library.js';
import { must, sampled, someSeats } from './law-tools.js';
import type { Trial } from './law-tools.js';
import { apply, deepFreeze, playersRng, playOut } from './playing.js';
import { promptOf, prompts, readingOf } from './prompting.js';

const CANARY = 'canary';

/** A value with a word that marks a leak in place of every string. */
function canaried(value: Json): Json {
  if (typeof value === 'string') return CANARY;
  if (Array.isArray(value)) return value.map((item: Json) => canaried(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, canaried(part)]));
}

/** The game with all that lies outside the rules' own state and is not for `seat` replaced. */
function withForeignReplaced(state: GameState, seat: Seat): GameState {
  return {
    ...state,
    rng: rngOf(CANARY).state(),
    secrets: state.secrets.map((secret, owner) =>
      owner === seat ? secret : (canaried(secret) as JsonObject),
    ),
    events: state.events.map((event) =>
      mayKnow(event, seat) ? event : { ...event, data: canaried(event.data) as JsonObject },
    ),
  };
}

function namesIn(value: Json, names: readonly string[]): string[] {
  if (typeof value === 'string') return names.includes(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap((part) => namesIn(part, names));
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap(stringsIn);
}

/** A player's name replaced by its seat, so that deals with other names can be compared. */
function unnamed(value: Json, names: readonly string[]): Json {
  const seat = typeof value === 'string' ? names.indexOf(value) : -1;
  return seat < 0 ? value : `seat ${seat}`;
}

/** What a form offers by name: its action and the words to choose among. */
function offeredWords(fields: Readonly<Record<string, Field>>): string[] {
  return Object.values(fields).flatMap((field) =>
    field.type === 'choice' || field.type === 'subset'
      ? [...field.options]
      : field.type === 'assign'
        ? [...field.keys, ...field.options]
        : field.type === 'split'
          ? [...field.keys]
          : [],
  );
}

/** What a seat reads: all it must know, and nothing else. */
export function declareLawsOfKnowledge({ game, laws, everyDeal }: Trial): void {
  it('shows each seat a view that is pure and only grows', () => {
    everyDeal((deal) => {
      const { positions, end } = playOut(game, deal);
      const rng = playersRng(game, deal);
      for (const position of sampled(positions, rng)) {
        for (const seat of someSeats(position, rng)) {
          const reading = readingOf(game, position, seat);
          must(
            readingOf(game, position, seat) === reading,
            () => `seat ${seat} reads the same moment in two ways`,
          );
          const { events, ...told } = viewFor(position, seat);
          const { events: later, ...stillTold } = viewFor(end, seat);
          expect(stillTold).toEqual(told);
          must(
            events.every((event, i) => event === later[i]),
            () => `the log of seat ${seat} changes after turn ${position.turn}`,
          );
        }
      }
    });
  });

  it('prompts each seat with the rules, its secret, the public record and its legal actions', () => {
    const reached = new Set<string>();
    everyDeal((deal) => {
      const { positions, end } = playOut(game, deal);
      const holds = (text: string, part: string, what: string): void =>
        must(
          text.includes(part),
          () => `${what}: expected ${JSON.stringify(part)} in ${JSON.stringify(text)}`,
        );
      for (const event of end.events) {
        const line = prompts.event(game, event);
        must(
          /^\S.*$/.test(line),
          () => `event "${event.type}" must be one line, got ${JSON.stringify(line)}`,
        );
        for (const name of namesIn(event.data, end.names)) holds(line, name, `event "${event.type}"`);
      }
      for (const { phase } of positions) reached.add(phase);
      for (const position of sampled(positions, playersRng(game, deal))) {
        const asked = new Map(pending(game, position).map(({ seat, decision }) => [seat, decision]));
        for (const seat of position.names.keys()) {
          const view = viewFor(position, seat);
          const { rules, system, turn, seat: own } = promptOf(game, position, seat);
          for (const part of [rules, own, ...position.names]) holds(system, part, 'system text');
          holds(rules, game.title, 'rules');
          for (const word of stringsIn(view.secret))
            holds(own.toLowerCase(), word.toLowerCase(), 'seat text');
          holds(turn, view.events.map((event) => prompts.event(game, event)).join('\n'), 'log');
          // The shape of a form may end in two braces; an opening pair is always one of a template.
          const stray = /undefined|\[object|\bNaN\b|\{\{/.exec(system + turn);
          must(stray === null, () => `"${stray?.[0]}" in ${system}${turn}`);
          const decision = asked.get(seat);
          if (decision === undefined) continue;
          reached.add(decision.kind);
          must(prompts.ask(game, decision) !== '', () => `"ask ${decision.kind}" is empty`);
          for (const part of [prompts.ask(game, decision), formLines(decision)])
            holds(turn, part, 'turn text');
          for (const form of decision.forms) {
            for (const word of [form.action, ...offeredWords(form.fields), form.note ?? '']) {
              holds(turn, word, `"${form.action}" offered`);
            }
          }
        }
      }
    });
    const declared = [...Object.keys(game.phases), ...game.decisions];
    const missed = declared.filter((name) => !reached.has(name) && !(laws.rare ?? []).includes(name));
    expect(missed, 'phases and decisions never reached').toEqual([]);
  });

  it('tells a seat nothing that is not addressed to it', () => {
    everyDeal((deal) => {
      const { positions } = playOut(game, deal);
      const rng = playersRng(game, deal);
      for (const position of sampled(positions, rng)) {
        for (const seat of someSeats(position, rng)) {
          const reading = readingOf(game, position, seat);
          const other = readingOf(game, withForeignReplaced(position, seat), seat);
          if (other !== reading) expect(other).toBe(reading);
          must(!other.includes(CANARY), () => `seat ${seat} reads what is not addressed to it: ${other}`);
          const words = laws.secretWords?.(position, seat) ?? [];
          const read = words.find((word) => reading.toLowerCase().includes(word.toLowerCase()));
          must(read === undefined, () => `seat ${seat} reads "${read}" in ${reading}`);
        }
      }
    });
  });

  it('hides what its description says is hidden, and nothing else', () => {
    const concealed = game.information !== 'complete' && laws.sealedOnly !== true;
    expect(laws.hidden !== undefined, 'laws.hidden is given where something is hidden').toBe(concealed);
    const secretsBySeat = new Map<string, Set<string>>();
    let forSome = 0;
    everyDeal((deal) => {
      const { end } = playOut(game, deal);
      forSome += end.events.filter(({ audience }) => audience !== 'all').length;
      end.secrets.forEach((secret, seat) => {
        const key = `${JSON.stringify(deal.options)} ${deal.players} ${seat}`;
        const known = secretsBySeat.get(key) ?? new Set();
        secretsBySeat.set(
          key,
          known.add(JSON.stringify(secret, (_, part: Json) => unnamed(part, end.names))),
        );
      });
      if (game.information === 'hidden roles') {
        must(game.sides !== undefined, () => 'a game of hidden roles has sides');
        const told = new Set(end.secrets.map((secret) => JSON.stringify(secret)));
        must(told.size > 1, () => `all seats are told the same: ${JSON.stringify(end.secrets)}`);
      }
    });
    // What a seat is told at the start is no secret where it follows from the seat alone.
    const dealt = [...secretsBySeat.values()].some((told) => told.size > 1);
    if (concealed) expect(forSome > 0 || dealt, 'something is for some seats only').toBe(true);
    else expect({ forSome, dealt }).toEqual({ forSome: 0, dealt: false });
  });

  it('tags what players say, and says nothing in their words otherwise', () => {
    let said = 0;
    everyDeal((deal) => {
      const { positions, batches, end } = playOut(game, deal);
      said += end.events.filter(({ talk }) => talk !== undefined).length;
      batches.forEach((batch, at) => {
        const before = positions[at] as GameState;
        const news = (positions[at + 1] as GameState).events.slice(before.events.length);
        for (const { seat, decision } of pending(game, before)) {
          const action = batch.get(seat);
          const form = decision.forms.find((candidate) => candidate.action === action?.action);
          for (const [name, field] of Object.entries(form?.fields ?? {})) {
            const text = field.type === 'text' ? action?.[name] : undefined;
            // An answer that the rules have stripped of all but its letters is no text of the player's any more.
            if (typeof text !== 'string' || text === '' || shownAnswer(text) === text) continue;
            for (const { type, data, talk } of news.filter((event) => stringsIn(event.data).includes(text))) {
              must(
                talk?.seat === seat && data['text'] === text,
                () => `event "${type}" repeats what seat ${seat} wrote and is not tagged as its talk`,
              );
            }
          }
        }
      });
    });
    if (game.talk === 'free') expect(said).toBeGreaterThan(0);
    else expect(said, 'a game without free talk has no utterances').toBe(0);
  });

  const { hidden } = laws;
  if (hidden !== undefined) {
    it('shows a seat the same when only what it may not know differs', () => {
      let compared = 0;
      const compare = (position: GameState, swapped: GameState, seat: Seat): void => {
        const [one, other] = [position, swapped].map((state) => readingOf(game, state, seat));
        if (one !== other) expect(other).toBe(one);
        compared += 1;
      };
      everyDeal((deal) => {
        const { positions, batches, end } = playOut(game, deal);
        const rng = playersRng(game, deal);
        for (const seat of someSeats(end, rng)) {
          for (const position of sampled(positions, rng)) {
            const swapped = hidden.swap(position, seat, rng);
            if (swapped !== undefined) compare(position, swapped, seat);
          }
          const from = rng.int(0, batches.length - 1);
          let other = hidden.swap(positions[from] as GameState, seat, rng);
          for (let at = from; other !== undefined && at < positions.length; at += 1) {
            const position = positions[at] as GameState;
            compare(position, other, seat);
            const batch = batches[at];
            const same = batch === undefined ? undefined : hidden.mirror?.(position, other, seat, batch);
            other = same === undefined ? undefined : deepFreeze(apply(game, other, same));
          }
        }
      });
      expect(compared).toBeGreaterThan(0);
    });
  }
}
