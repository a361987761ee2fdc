import { expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '../../src/base/hash.js';
import type { Json, JsonObject } from '../../src/base/json.js';
import { checkAction, fromStable, narrowSchema, stableSchema } from '../../src/games/engine/actions.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { pending, viewFor } from '../../src/games/engine/engine.js';
import { TRAIT_NAMES } from '../../src/games/engine/traits.js';
import { must, sampled } from './law-tools.js';
import type { Trial } from './law-tools.js';
import { malformedAnswers } from './malformed.js';
import { deepFreeze, playersRng, playOut, randomAction } from './playing.js';
import { strictSubset } from '../../src/models/strict-schema.js';
import { strictProblems } from './strict-schema.js';

/** More moves than this are a list, no choice. */
const MAX_CANDIDATES = 12;

/** An action as a reply to the stable schema says it: all fields of the game, objects as name–value pairs. */
function inStable(game: GameDefinition, action: Action): JsonObject {
  const absent = Object.values(game.actions).flatMap((fields) =>
    Object.keys(fields).map((name) => [name, null]),
  );
  const own = Object.entries(action).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, part]) => ({ name: key, value: part }))
      : value,
  ]);
  return Object.fromEntries([...absent, ...own] as [string, Json][]);
}

/** An action as a reply to the narrow schema says it: fields of the other forms are null. */
function inNarrow(
  decision: { readonly forms: readonly { readonly fields: object }[] },
  action: Action,
): JsonObject {
  const absent = decision.forms.flatMap((form) =>
    Object.keys(form.fields).map((name) => [name, null] as const),
  );
  return { ...Object.fromEntries(absent), ...action };
}

/** What a decision takes for an answer, and how it is put on the wire. */
export function declareLawsOfAnswers({ game, everyDeal }: Trial): void {
  it('accepts every legal action and nothing malformed', () => {
    everyDeal(
      (deal) => {
        const rng = playersRng(game, deal);
        for (const position of sampled(playOut(game, deal).positions, rng)) {
          const [open] = rng.shuffle(pending(game, position));
          if (open === undefined) continue;
          const { decision, sole } = open;
          const legal = sole ?? randomAction(decision, rng);
          const taken = checkAction(decision, JSON.parse(JSON.stringify(legal)));
          if (JSON.stringify(legal) !== JSON.stringify(decision.fallback)) {
            expect(taken, JSON.stringify(legal)).toEqual({ ok: true, action: legal });
          }
          for (const [what, answer] of malformedAnswers(decision, legal)) {
            const checked = checkAction(decision, answer);
            must(!checked.ok, () => `${decision.kind} takes ${what}: ${JSON.stringify(answer)}`);
            const wide = checkAction(decision, fromStable(answer, game.actions));
            must(
              !wide.ok || canonicalJson(wide.action) === canonicalJson(legal),
              () => `${decision.kind} takes ${what} from the stable schema: ${JSON.stringify(answer)}`,
            );
            const reason = checked.ok ? '' : checked.reason;
            must(
              reason !== '' && !/\n|undefined|\[object/.test(reason),
              () => `${what}: the reason must be one clause, got ${JSON.stringify(reason)}`,
            );
          }
        }
      },
      ['random'],
    );
  });

  it('sends schemas of the strict subset that can say every legal action', () => {
    const stable = stableSchema(game.actions);
    expect(strictProblems(stable)).toEqual([]);
    const stableCheck = z.fromJSONSchema(stable);
    const narrowChecks = new Map<string, z.ZodType>();
    const narrowCheck = (schema: JsonObject): z.ZodType => {
      const key = JSON.stringify(schema);
      const known = narrowChecks.get(key);
      if (known !== undefined) return known;
      expect(strictProblems(strictSubset(schema))).toEqual([]);
      const made = z.fromJSONSchema(schema);
      narrowChecks.set(key, made);
      return made;
    };
    everyDeal(
      (deal) => {
        const { positions, batches } = playOut(game, deal);
        for (const position of sampled(positions, playersRng(game, deal))) {
          for (const { seat, decision } of pending(game, position)) {
            const action = batches[position.turn]?.get(seat) as Action;
            if (!checkAction(decision, action).ok) continue;
            const narrow = inNarrow(decision, action);
            must(narrowCheck(narrowSchema(decision)).safeParse(narrow).success, () => JSON.stringify(narrow));
            expect(checkAction(decision, narrow)).toEqual({ ok: true, action });
            const wide = inStable(game, action);
            must(stableCheck.safeParse(wide).success, () => JSON.stringify(wide));
            expect(checkAction(decision, fromStable(wide, game.actions))).toEqual({ ok: true, action });
          }
        }
      },
      ['random', 'edges'],
    );
  });

  it('has a default for every decision: a legal action, or one that no player is offered', () => {
    everyDeal((deal) => {
      for (const position of playOut(game, deal).positions) {
        for (const { decision } of pending(game, position)) {
          const { fallback } = decision;
          const taken = checkAction(decision, fallback);
          must(
            fallback.action in game.actions
              ? taken.ok && canonicalJson(taken.action) === canonicalJson(fallback)
              : Object.keys(fallback).length === 1,
            () => `default of "${decision.kind}" is not legal: ${JSON.stringify(fallback)}`,
          );
        }
      }
    });
  });

  if (game.candidates !== undefined) {
    it('proposes sensible moves to builtin players: legal, pure, with something to learn', () => {
      const candidates: NonNullable<GameDefinition['candidates']> = (view, decision) =>
        game.candidates?.(view, decision) ?? [];
      const telling = new Set<string>();
      const asked = new Set<string>();
      everyDeal((deal) => {
        for (const position of sampled(playOut(game, deal).positions, playersRng(game, deal))) {
          for (const { seat, decision, sole } of pending(game, position)) {
            if (sole !== undefined) continue;
            const moves = candidates(deepFreeze(viewFor(position, seat)), decision);
            expect(candidates(viewFor(position, seat), decision)).toEqual(moves);
            must(
              moves.length >= 2 && moves.length <= MAX_CANDIDATES,
              () => `"${decision.kind}" has ${moves.length} candidates; 2 to ${MAX_CANDIDATES} are expected`,
            );
            for (const { action, traits } of moves) {
              const checked = checkAction(decision, action);
              must(
                checked.ok && canonicalJson(checked.action) === canonicalJson(action),
                () => `candidate ${JSON.stringify(action)}: ${checked.ok ? 'is not clean' : checked.reason}`,
              );
              for (const [trait, value] of Object.entries(traits)) {
                must(
                  TRAIT_NAMES.some((name) => name === trait),
                  () => `unknown trait "${trait}"`,
                );
                must(Number.isFinite(value), () => `trait "${trait}" is ${value}`);
              }
            }
            asked.add(decision.kind);
            if (new Set(moves.map(({ traits }) => JSON.stringify(traits))).size > 1)
              telling.add(decision.kind);
          }
        }
      });
      expect(
        [...asked].filter((kind) => !telling.has(kind)),
        'decisions whose moves never differ',
      ).toEqual([]);
    });
  }
}
