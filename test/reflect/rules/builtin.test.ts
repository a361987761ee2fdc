import { describe, expect, it } from 'vitest';
import type { GameDefinition } from '../../../src/games/engine/definition.js';
import { withinBudget } from '../../../src/playbooks/budget.js';
import { isRules, parseRules } from '../../../src/playbooks/rules.js';
import type { Rule } from '../../../src/playbooks/rules.js';
import { parseMaxims, writeMaxim } from '../../../src/players/builtin/maxims.js';
import { builtinProfile } from '../../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../../src/players/game-spec.js';
import type { Trajectory } from '../../../src/players/player.js';
import { builtinReflector } from '../../../src/reflect/builtin-reflector.js';
import { builtinRulesReflector } from '../../../src/reflect/rules/builtin.js';
import { playCamps } from '../../players/builtin/support.js';
import { move, toyGame } from '../../players/builtin/toy-game.js';

const { signal } = new AbortController();

/** Whoever takes more risks wins more often; patience tells nothing. */
const game: GameDefinition = toyGame({
  sides: true,
  players: 2,
  rounds: 6,
  moves: [1, -1].flatMap((risk) =>
    [1, -1].map((patience) => move(`${risk}/${patience}`, { risk, patience })),
  ),
  chance: ([even = [], odd = []]) => {
    const boldness = (moves: typeof even): number =>
      moves.reduce((sum, { traits }) => sum + (traits.risk ?? 0), 0) / moves.length;
    return 0.5 + (boldness(even) - boldness(odd)) / 2;
  },
});

async function games(count: number, first = 0): Promise<Trajectory[]> {
  const camp = { profile: { ...builtinProfile('novice'), priors: { alt: {}, main: {}, any: {} } } };
  const played: Trajectory[] = [];
  for (let index = first; index < first + count; index += 1) {
    const seed = { study: 1, purpose: 'learning', index } as const;
    played.push(trajectoryOf(await playCamps(game, seed, { main: camp, alt: camp })));
  }
  return played;
}

async function written(
  trajectories: readonly Trajectory[],
  prior: string | null,
  budget = 2500,
): Promise<string> {
  const made = await builtinRulesReflector(() => game).write(
    { trajectories, prior, episode: 'e', budget },
    signal,
  );
  if (!made.ok) throw new Error(made.reason);
  return made.text;
}

function ruleOn(text: string, side: 'alt' | 'main', trait: string): Rule {
  const found = parseRules(text).rules.find((rule) =>
    parseMaxims(rule.text).some((maxim) => maxim.side === side && maxim.trait === trait),
  );
  if (found === undefined) throw new Error(`no rule on ${trait} of ${side}`);
  return found;
}

/** Of games in which a side took more risks than safe courses: those it won and those it lost. */
function boldGames(
  trajectories: readonly Trajectory[],
  seat: number,
): { readonly won: number; readonly lost: number } {
  let won = 0;
  let lost = 0;
  for (const { decisions, outcome } of trajectories) {
    const risks = decisions.filter(
      (decision) => decision.seat === seat && String(decision.action['move']).startsWith('1/'),
    );
    if (risks.length <= 3) continue;
    if ((outcome.rewards[seat] ?? 0) > 0) won += 1;
    else lost += 1;
  }
  return { won, lost };
}

describe('the builtin reflector of rules', () => {
  it('writes the maxims of the prose playbook as rules that players read the same way', async () => {
    const played = await games(60);
    const text = await written(played, null);
    const prose = await builtinReflector(() => game).write(
      { trajectories: played, prior: null, episode: 'e', budget: 2500 },
      signal,
    );
    expect(isRules(text)).toBe(true);
    expect(parseMaxims(text)).toEqual(parseMaxims(prose.ok ? prose.text : ''));
  });

  it('counts the games in which the advice was taken by how they ended', async () => {
    const played = await games(80);
    const { helpful, harmful } = ruleOn(await written(played, null), 'alt', 'risk');
    // Habits are about even here, so that taking the advice is to take more than 3 risks in 6 moves; a game of
    // exactly 3 may fall on either side of the fitted habit.
    const bold = boldGames(played, 0);
    const even = played.filter(
      ({ decisions }) =>
        decisions.filter(({ seat, action }) => seat === 0 && String(action['move']).startsWith('1/'))
          .length === 3,
    ).length;
    expect(helpful).toBeGreaterThanOrEqual(bold.won);
    expect(harmful).toBeGreaterThanOrEqual(bold.lost);
    expect(helpful + harmful).toBeLessThanOrEqual(bold.won + bold.lost + even);
    expect(helpful).toBeGreaterThan(harmful);
  });

  it('goes on with ids and adds to counts', async () => {
    const first = await written(await games(60), null);
    const second = await written(await games(60, 60), first);
    const before = ruleOn(first, 'alt', 'risk');
    const after = ruleOn(second, 'alt', 'risk');
    expect(after.id).toBe(before.id);
    expect(after.helpful).toBeGreaterThan(before.helpful);
    expect(after.text).not.toBe(before.text);
  });

  it('replaces a rule whose advice is turned round, under a new id with new counts', async () => {
    const wrong = writeMaxim({ side: 'alt', trait: 'risk', strength: -1.1, evidence: 5 });
    const prior = `- [r3] (+90/−1) ${wrong}\n- [r4] (+0/−0) What builtin players cannot read.`;
    const text = await written(await games(150), prior);
    expect(ruleOn(text, 'alt', 'risk').id).toBeGreaterThan(4);
    expect(ruleOn(text, 'alt', 'risk').helpful).toBeLessThan(90);
    expect(parseRules(text).rules.map(({ id }) => id)).not.toContain(4);
  });

  it('writes the same again, keeps to its budget, and rejects what holds no choice', async () => {
    const played = await games(20);
    expect(await written(played, null)).toBe(await written(played, null));
    const small = await written(played, null, 120);
    expect((await withinBudget(small, 120)).ok).toBe(true);
    expect(parseRules(small).rules.length).toBeGreaterThan(0);
    const reflector = builtinRulesReflector(() => game);
    const none = await reflector.write({ trajectories: [], prior: null, episode: 'e', budget: 2500 }, signal);
    expect(none).toMatchObject({ ok: false });
  });
});
