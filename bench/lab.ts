/**
 * The built lab, as users run it: `dist/` and not the sources, which the loader of TypeScript would compile with
 * helpers that cost up to a seventh more CPU. Types come from the sources.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as rng from '../src/base/rng.js';
import type * as cast from '../src/cli/cast.js';
import type * as heap from '../src/cli/heap.js';
import type * as leaderboardFacts from '../src/cli/leaderboard-facts.js';
import type * as tournament from '../src/experiments/tournament.js';
import type * as games from '../src/games/index.js';
import type * as execute from '../src/loop/execute.js';
import type * as plan from '../src/loop/plan.js';
import type * as randomPlay from '../src/loop/random-play.js';
import type * as clock from '../src/models/clock.js';
import type * as gateway from '../src/models/gateway.js';
import type * as registry from '../src/models/registry.js';
import type * as playbookText from '../src/playbooks/text.js';
import type * as profiles from '../src/players/builtin/profiles.js';
import type * as prompts from '../src/prompts/library.js';
import type * as bootstrap from '../src/stats/bootstrap.js';
import type * as bradleyTerry from '../src/stats/bradley-terry.js';
import type * as pairwise from '../src/stats/pairwise.js';
import type * as stores from '../src/store/index.js';

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The built command line. */
export const SPARTAN = `${ROOT}dist/cli/main.js`;

function newestSource(): number {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((file) => statSync(`${ROOT}src/${file}`).mtimeMs));
}

/** Builds the lab when it is not built, or not since the last change. */
function ensureBuilt(): void {
  if (existsSync(SPARTAN) && statSync(SPARTAN).mtimeMs >= newestSource()) return;
  execFileSync(process.execPath, [`${ROOT}scripts/build.mjs`], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function load<T>(module: string): Promise<T> {
  return (await import(`${ROOT}dist/${module}.js`)) as T;
}

ensureBuilt();

export const { rngOf } = await load<typeof rng>('base/rng');
export const { castOf } = await load<typeof cast>('cli/cast');
export const { keepHeapSmall } = await load<typeof heap>('cli/heap');
export const { runLeaderboard } = await load<typeof leaderboardFacts>('cli/leaderboard-facts');
export const { tournamentPlan } = await load<typeof tournament>('experiments/tournament');
export const { allGames, gameById } = await load<typeof games>('games/index');
export const { executePlan } = await load<typeof execute>('loop/execute');
export const { makeStep } = await load<typeof plan>('loop/plan');
export const { playRandomGame } = await load<typeof randomPlay>('loop/random-play');
export const { systemClock } = await load<typeof clock>('models/clock');
export const { createGateways } = await load<typeof gateway>('models/gateway');
export const { createModel, modelDeps } = await load<typeof registry>('models/registry');
export const { playbookHash } = await load<typeof playbookText>('playbooks/text');
export const { BUILTIN_PROFILES, builtinIdentity } = await load<typeof profiles>('players/builtin/profiles');
export const { openPrompts } = await load<typeof prompts>('prompts/library');
export const { bootstrapRatings, DEFAULT_RESAMPLES } = await load<typeof bootstrap>('stats/bootstrap');
export const { fitRatings } = await load<typeof bradleyTerry>('stats/bradley-terry');
export const { pairTable } = await load<typeof pairwise>('stats/pairwise');
export const { openStore } = await load<typeof stores>('store/index');
