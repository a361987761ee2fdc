import { parrotingOf } from '../../src/diagnostics/parroting.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { playGame } from '../../src/loop/play-game.js';
import { builtinPlayer } from '../../src/players/builtin/builtin-player.js';
import { builtinIdentity, builtinProfile } from '../../src/players/builtin/profiles.js';
import type { GameRecord, LineUp, Slot } from '../../src/players/game-spec.js';

/** What a seed's game is worth to the judged slot: 0 or 1 where it is won or not. */
export type Worth = (record: GameRecord) => number;

/** Games of one condition that were played once; studies are drawn from them. */
export interface Pool {
  readonly values: Float64Array;
  readonly mean: number;
}

const { signal } = new AbortController();

function slot(profile: string): Slot {
  return { player: builtinIdentity(profile), playbook: null };
}

/** Profiles of the judged slot and of everybody else. */
export interface Camps {
  readonly own: string;
  readonly others: string;
}

function lineUpOf(judged: 'alt' | 'main' | 'focal', camps: Camps): LineUp {
  const [own, others] = [slot(camps.own), slot(camps.others)];
  if (judged === 'focal') return { by: 'focal', focal: own, others };
  return judged === 'alt' ? { by: 'side', alt: own, main: others } : { by: 'side', main: own, alt: others };
}

/** Plays one game of builtin players in memory. */
export async function playBuiltin(
  game: GameDefinition,
  judged: 'alt' | 'main' | 'focal',
  camps: Camps,
  index: number,
  replicate: number,
): Promise<GameRecord> {
  const spec = {
    game: game.id,
    rulesVersion: game.rulesVersion,
    options: game.options.parse({}),
    players: game.players.default,
    promptVersion: null,
    lineUp: lineUpOf(judged, camps),
    seed: { study: 1, purpose: 'test', index },
    replicate,
  } as const;
  return playGame(
    game,
    spec,
    ({ gameId, slot: { player }, seat, role }) => {
      if (player.kind !== 'builtin') throw new Error('a pool is played by builtin players');
      return builtinPlayer({
        profile: builtinProfile(player.profile),
        game,
        gameId,
        seat,
        role,
        playbook: null,
      });
    },
    { stop: signal, abort: signal },
  );
}

function slotRewards(record: GameRecord, judged: string): readonly number[] {
  return record.slots.flatMap((name, seat) => (name === judged ? [record.outcome?.rewards[seat] ?? 0] : []));
}

/** Won or not, by the sum of the slot's rewards. */
export const won =
  (judged: string): Worth =>
  (record) =>
    slotRewards(record, judged).reduce((sum, reward) => sum + reward, 0) > 1e-9 ? 1 : 0;

/** Share of the other seats that earned less than the slot's own. */
export const normalised =
  (judged: string): Worth =>
  (record) => {
    const own = slotRewards(record, judged);
    const others = record.slots.flatMap((name, seat) =>
      name === judged ? [] : [record.outcome?.rewards[seat] ?? 0],
    );
    const pairs = own.flatMap((mine) => others.map((theirs): number => (mine > theirs ? 1 : 0)));
    return pairs.reduce((sum, gain) => sum + gain, 0) / pairs.length;
  };

/**
 * Plays the same deals in one condition, `replicates` times, and values each game in several ways.
 *
 * @returns for each worth, a pool for each replicate
 */
export async function poolsOf(
  game: GameDefinition,
  judged: 'alt' | 'main' | 'focal',
  camps: Camps,
  worths: readonly Worth[],
  seeds: number,
  replicates: number,
): Promise<Pool[][]> {
  const all = worths.map((): Pool[] => []);
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    const values = worths.map(() => new Float64Array(seeds));
    for (let index = 0; index < seeds; index += 1) {
      const record = await playBuiltin(game, judged, camps, index, replicate);
      worths.forEach((worth, way) => {
        (values[way] as Float64Array)[index] = worth(record);
      });
    }
    values.forEach((found, way) => {
      all[way]?.push({ values: found, mean: found.reduce((sum, value) => sum + value, 0) / seeds });
    });
  }
  return all;
}

/** The same with one way to value a game. */
export async function pools(
  game: GameDefinition,
  judged: 'alt' | 'main' | 'focal',
  camps: Camps,
  worth: Worth,
  seeds: number,
  replicates: number,
): Promise<Pool[]> {
  const [only = []] = await poolsOf(game, judged, camps, [worth], seeds, replicates);
  return only;
}

/** Share of the measured utterances of one slot that repeat the one before wholly. */
export async function echoShare(
  game: GameDefinition,
  profile: string,
  games: number,
): Promise<{ readonly echoed: number; readonly measured: number }> {
  let echoed = 0;
  let measured = 0;
  for (let index = 0; index < games; index += 1) {
    const record = await playBuiltin(game, 'alt', { own: profile, others: 'novice' }, index, 0);
    for (const { seat, previous } of parrotingOf(record.events)) {
      if (record.slots[seat] !== 'alt' || previous === null) continue;
      measured += 1;
      if (previous > 0.99) echoed += 1;
    }
  }
  return { echoed, measured };
}
