import { listText, shorten } from '../base/text.js';
import { gameById } from '../games/index.js';
import type { GameDefinition, GameEvent } from '../games/engine/definition.js';
import type { Trajectory } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';

/** Longest utterance at each step of shortening, in characters; 0 leaves talk out altogether. */
export const TALK_LIMITS = [Infinity, 240, 120, 0] as const;

/** Trajectories as text, and what had to be left out to fit. */
export interface TrajectoryText {
  /** Rules of each kind of game, once. */
  readonly rules: string;
  readonly games: string;
  /** One sentence, or null when nothing was left out. */
  readonly leftOut: string | null;
  /** Ids of the games that are in the text. */
  readonly used: readonly string[];
}

/** What a reward is called. */
export function resultWord(reward: number): string {
  return reward > 0 ? 'won' : reward < 0 ? 'lost' : 'drew';
}

function sideTitle(game: GameDefinition, trajectory: Trajectory): string {
  if (game.sides === undefined) {
    const scores = trajectory.outcome.rewards.map((reward, seat) => {
      return `${trajectory.players[seat] ?? ''} ${Number(reward.toFixed(2))}`;
    });
    return `rewards ${listText(scores)}`;
  }
  const winner = trajectory.roles.findIndex((_, seat) => (trajectory.outcome.rewards[seat] ?? 0) > 0);
  const side = winner < 0 ? undefined : trajectory.roles[winner]?.side;
  const ending = trajectory.outcome.ending.replaceAll('-', ' ');
  return side === undefined ? `a draw (${ending})` : `${game.sides[side]} won (${ending})`;
}

/**
 * Events as the lines of a log.
 *
 * @param talkLimit longest utterance in characters; 0 leaves talk out and says so
 */
export function eventLog(
  prompts: PromptLibrary,
  game: GameDefinition,
  events: readonly GameEvent[],
  talkLimit: number,
): string {
  const lines: string[] = [];
  let silent = 0;
  const flush = (): void => {
    if (silent > 0) lines.push(prompts.reflect.render('silence', { count: silent }));
    silent = 0;
  };
  for (const event of events) {
    if (event.talk === undefined) {
      flush();
      lines.push(prompts.event(game, event));
    } else if (talkLimit === 0) {
      silent += 1;
    } else {
      lines.push(shorten(prompts.event(game, event), talkLimit));
    }
  }
  flush();
  return lines.join('\n');
}

function gameText(prompts: PromptLibrary, trajectory: Trajectory, number: number, talkLimit: number): string {
  const game = gameById(trajectory.game);
  const players = trajectory.players.map((name, seat) => {
    const role = trajectory.roles[seat];
    const side = role?.side === undefined ? null : role.side === 'alt' ? 'minority' : 'majority';
    return prompts.reflect.render('player', {
      name,
      role: role?.role ?? '',
      side,
      result: resultWord(trajectory.outcome.rewards[seat] ?? 0),
    });
  });
  return prompts.reflect.render('game', {
    number,
    players: players.join('\n'),
    result: sideTitle(game, trajectory),
    log: eventLog(prompts, game, trajectory.events, talkLimit),
  });
}

/**
 * Orders games so that any first few of them hold wins and losses in balance: one of each ending's winner in
 * turn, each kind in the order played.
 */
export function balanced(trajectories: readonly Trajectory[]): Trajectory[] {
  const groups = new Map<string, Trajectory[]>();
  for (const trajectory of trajectories) {
    const seat = trajectory.roles.findIndex((role) => role.side === 'alt');
    const reward = seat < 0 ? 0 : (trajectory.outcome.rewards[seat] ?? 0);
    const key = `${trajectory.game}/${seat < 0 ? trajectory.outcome.ending : resultWord(reward)}`;
    groups.set(key, [...(groups.get(key) ?? []), trajectory]);
  }
  const ordered: Trajectory[] = [];
  for (let round = 0; ordered.length < trajectories.length; round += 1) {
    for (const group of groups.values()) {
      const next = group[round];
      if (next !== undefined) ordered.push(next);
    }
  }
  return ordered;
}

/**
 * Writes trajectories out for a reflector within a token budget. Everything is in it: hidden moves,
 * announcements, each role's result. When it does not fit, talk is shortened first; then fewer games are
 * taken, wins and losses balanced; last, talk is left out. Results always stay.
 *
 * @param budget tokens for rules and games together
 * @param tokens counts tokens of a text
 * @returns null when not even one game without talk fits
 */
export function trajectoryText(
  prompts: PromptLibrary,
  trajectories: readonly Trajectory[],
  budget: number,
  tokens: (text: string) => number,
): TrajectoryText | null {
  const kinds = [
    ...new Map(trajectories.map((trajectory) => [trajectory.game, trajectory.options])).entries(),
  ];
  const rules = kinds.map(([id, options]) => prompts.rules(gameById(id), options)).join('\n\n');
  const room = budget - tokens(rules);
  const order = balanced(trajectories);
  const write = (chosen: readonly Trajectory[], talkLimit: number): string =>
    chosen.map((trajectory, index) => gameText(prompts, trajectory, index + 1, talkLimit)).join('\n\n');
  const result = (chosen: readonly Trajectory[], talkLimit: number, text: string): TrajectoryText => {
    const missing = trajectories.length - chosen.length;
    const parts = [
      ...(missing > 0
        ? [`${missing} of ${trajectories.length} games are left out, wins and losses balanced`]
        : []),
      ...(talkLimit === 0 ? ['what players said is left out'] : []),
      ...(talkLimit > 0 && talkLimit < Infinity ? [`speeches are cut at ${talkLimit} characters`] : []),
    ];
    const leftOut = parts.length === 0 ? null : `To fit the space: ${parts.join('; ')}.`;
    return { rules, games: text, leftOut, used: chosen.map((trajectory) => trajectory.gameId) };
  };
  for (const limit of TALK_LIMITS.slice(0, 3)) {
    const text = write(order, limit);
    if (tokens(text) <= room) return result(order, limit, text);
  }
  for (const limit of TALK_LIMITS.slice(2)) {
    const sizes = order.map(
      (trajectory, index) => tokens(gameText(prompts, trajectory, index + 1, limit)) + 1,
    );
    let count = 0;
    let sum = 0;
    while (count < sizes.length && sum + (sizes[count] ?? 0) <= room) {
      sum += sizes[count] ?? 0;
      count += 1;
    }
    if (count === 0) continue;
    const chosen = order.slice(0, count);
    return result(chosen, limit, write(chosen, limit));
  }
  return null;
}
