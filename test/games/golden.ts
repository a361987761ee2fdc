/**
 * Golden playthroughs: one seeded random game, written out as text and compared line by line with
 * `test/golden/<id>.txt`. After a deliberate change of rules, prompts of legal actions, or random draws write them anew with
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/games
 *
 * and read the difference against the rules before committing it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { describeForm } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameEvent, GameState } from '../../src/games/engine/definition.js';
import { outcomeOf, pending } from '../../src/games/engine/engine.js';
import { dealOf, dealText, playOut } from './playing.js';
import type { Style } from './playing.js';
import { prompts } from './prompting.js';

function audienceText({ audience }: GameEvent, names: readonly string[]): string {
  return audience === 'all' ? 'all' : audience.map((seat) => names[seat]).join(', ') || 'nobody';
}

function eventLines(game: GameDefinition, events: readonly GameEvent[], names: readonly string[]): string[] {
  return events.flatMap((event) => [
    `  event ${event.type} to ${audienceText(event, names)}: ${JSON.stringify(event.data)}`,
    `    ${prompts.event(game, event)}`,
  ]);
}

/** One game as text, random unless another way of playing is given: the deal, then each batch (who acts, legal forms, choice, events), then the outcome. */
export function renderPlaythrough(
  game: GameDefinition,
  {
    players,
    options,
    index,
    style,
  }: { players?: number; options?: JsonObject; index?: number; style?: Style } = {},
): string {
  const deal = dealOf(game, {
    ...(players === undefined ? {} : { players }),
    ...(options === undefined ? {} : { options }),
    ...(index === undefined ? {} : { index }),
    ...(style === undefined ? {} : { style }),
  });
  const { positions, batches, end } = playOut(game, deal);
  const { names } = end;
  const lines = [
    `${game.title} (${game.id}), rules version ${game.rulesVersion}`,
    `seed ${dealText(game, deal)}`,
    `options ${JSON.stringify(end.options)}`,
    '',
    'deal',
    ...names.map(
      (name, seat) => `  ${seat} ${name}: ${end.roles[seat]?.role}, ${JSON.stringify(end.secrets[seat])}`,
    ),
    ...eventLines(game, positions[0]?.events ?? [], names),
  ];
  batches.forEach((batch, i) => {
    const before = positions[i] as GameState;
    const after = positions[i + 1] as GameState;
    lines.push('', `turn ${before.turn}, ${before.phase}`);
    for (const { seat, decision, sole } of pending(game, before)) {
      lines.push(
        `  ${names[seat]} ${sole === undefined ? `is asked "${decision.kind}"` : 'has one legal action'}`,
      );
      lines.push(...decision.forms.map((form) => `    may ${describeForm(form)}`));
      lines.push(
        `    default ${JSON.stringify(decision.fallback)}`,
        `    does ${JSON.stringify(batch.get(seat))}`,
      );
    }
    lines.push(...eventLines(game, after.events.slice(before.events.length), names));
  });
  const { rewards, ending, measures, sharedByDesign } = outcomeOf(game, end);
  lines.push(
    '',
    `end after ${end.turn} turns: ${ending}${end.cut ? ' (cut)' : ''}`,
    ...names.map((name, seat) => `  ${name} ${rewards[seat]}`),
    `  measures ${JSON.stringify(measures)}`,
    `  shared by design ${JSON.stringify(sharedByDesign ?? [])}`,
  );
  return `${lines.join('\n')}\n`;
}

/** Declares a test that the seeded playthrough of a game is the one on file. */
export function describeGolden<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  deal: {
    readonly players?: number;
    readonly options?: JsonObject;
    readonly index?: number;
    readonly style?: Style;
  } = {},
): void {
  const game = definition as unknown as GameDefinition;
  const path = fileURLToPath(new URL(`../golden/${game.id}.txt`, import.meta.url));
  describe(`golden playthrough of ${game.id}`, () => {
    it('is the one on file', () => {
      const text = renderPlaythrough(game, deal);
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      expect(existsSync(path), `test/golden/${game.id}.txt is missing; write it with UPDATE_GOLDEN=1`).toBe(
        true,
      );
      expect(text.split('\n')).toEqual(readFileSync(path, 'utf8').split('\n'));
    });
  });
}
