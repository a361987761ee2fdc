import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { pending, startGame } from '../../src/games/engine/engine.js';
import { allGames } from '../../src/games/index.js';
import { formLines, openPrompts, SHIPPED_PROMPTS } from '../../src/prompts/library.js';
import type { PromptLibrary } from '../../src/prompts/library.js';

/** Lines of a log, as events give them: trimmed, and empty where a text of the user has nothing to say. */
const log = fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }).map((line) => line.trim()));

/** The question of the first moment of every game, for any log, asked twice: as it is, and rendered as a whole. */
function expectWhole(prompts: PromptLibrary): void {
  for (const game of allGames()) {
    const names = ['Ana', 'Ben', 'Cara', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal'].slice(0, game.players.default);
    const state = startGame(game, { names, seed: 'turn', options: game.options.parse({}) });
    const decision = pending(game, state)[0]?.decision;
    if (decision === undefined) throw new Error(`${game.id} asks nobody`);
    const ask = prompts.ask(game, decision);
    expect(ask).not.toBe('');
    fc.assert(
      fc.property(log, (lines) => {
        expect(prompts.turn(game, decision, lines)).toBe(
          prompts.player.render('turn', { log: lines.join('\n'), ask, forms: formLines(decision) }),
        );
      }),
      { numRuns: 20 },
    );
  }
}

it('is what the whole section gives, for every game and any log', () => {
  expectWhole(openPrompts());
});

it('is so for a text of the user with the log in two places, or in none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spartan-turn-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const shipped = readFileSync(join(SHIPPED_PROMPTS, 'player.hbs'), 'utf8');
  for (const turn of ['{{log}}\n{{#unless log}}!{{/unless}}{{ask}}\n{{log}}', '{{ask}} {{forms}}']) {
    const own = shipped.replace(
      /({{#\*inline "turn"}}\n)[^]*?(\n{{\/inline}})/,
      (_, open, close) => `${open}${turn}${close}`,
    );
    expect(own).not.toBe(shipped);
    writeFileSync(join(folder, 'player.hbs'), own);
    expectWhole(openPrompts(folder));
  }
});
