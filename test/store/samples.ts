/** Runs, steps, players and small games made by hand. */
import { sha256 } from '../../src/base/hash.js';
import type { Outcome, Role } from '../../src/games/engine/definition.js';
import { gameIdOf } from '../../src/players/game-spec.js';
import type { CarriedPlaybook, GameRecord, GameSpec, LineUp, Slot } from '../../src/players/game-spec.js';
import type { PlayerIdentity } from '../../src/players/player.js';
import type { RunStart, StepStart } from '../../src/store/index.js';

export const novice: PlayerIdentity = { kind: 'builtin', profile: 'novice', policyVersion: 1 };
export const chat: PlayerIdentity = {
  kind: 'chat',
  provider: 'openai',
  endpoint: 'http://localhost:8000/v1',
  model: 'tiny',
  settings: { context: 4096, temperature: null, topP: 0.9, maxOutputTokens: 300, wire: 'stable' },
};

export function playbook(text: string): CarriedPlaybook {
  return { hash: sha256(text), text };
}

export function slot(player: PlayerIdentity, carried: CarriedPlaybook | null = null): Slot {
  return { player, playbook: carried };
}

export function runStart(id: string, changes: Partial<RunStart> = {}): RunStart {
  return {
    id,
    arm: 'within-game',
    command: ['iterate', '--game', 'resistance'],
    plan: { arm: 'within-game', steps: [] },
    settings: { seed: 1 },
    plannedGames: 5,
    playbook: null,
    simulated: true,
    appVersion: '0.1.0',
    ...changes,
  };
}

export function playStep(runId: string, stepId: string, changes: Partial<StepStart> = {}): StepStart {
  return { runId, stepId, ordinal: 0, kind: 'play', role: 'evaluation', round: 1, ...changes };
}

const ROLES: readonly Role[] = [
  { role: 'Spy', side: 'alt' },
  { role: 'Resistance', side: 'main' },
  { role: 'Resistance', side: 'main' },
];

/** A game of three seats, made by hand: seat 0 is the alt side, `alt` its reward, and who was forced. */
export function smallGame(
  index: number,
  end: { readonly alt: number; readonly forcedSeats?: readonly number[] } | 'void',
  lineUp: LineUp = { by: 'side', main: slot(novice), alt: slot(novice) },
): GameRecord {
  const spec: GameSpec = {
    game: 'resistance',
    rulesVersion: 1,
    options: {},
    players: 3,
    promptVersion: null,
    lineUp,
    seed: { study: 1, purpose: 'test', index },
    replicate: 0,
  };
  const forcedSeats = end === 'void' ? [] : (end.forcedSeats ?? []);
  const outcome: Outcome | null =
    end === 'void'
      ? null
      : {
          rewards: [end.alt, -end.alt / 2 + 0, -end.alt / 2 + 0],
          ending: 'by-hand',
          measures: { missions: 3 },
        };
  return {
    id: gameIdOf(spec),
    spec,
    status: end === 'void' ? 'void' : 'finished',
    voidReason: end === 'void' ? 'the server did not answer' : null,
    names: ['Ada', 'Bram', 'Chidi'],
    roles: ROLES,
    secrets: [{ role: 'Spy' }, { role: 'Resistance' }, { role: 'Resistance' }],
    slots: ['alt', 'main', 'main'],
    events: [
      { type: 'round', audience: 'all', data: { mission: 1 } },
      ...[0, 1, 2].map((seat) => ({
        type: 'speech',
        audience: 'all' as const,
        data: { speaker: seat, text: 'Hello there.' },
        talk: { seat, discussion: 1 },
      })),
    ],
    decisions: [0, 1, 2].map((seat) => ({
      seat,
      turn: seat,
      phase: 'discussion',
      kind: 'speak',
      action: { action: 'speak', text: 'Hello there.' },
      forced: forcedSeats.includes(seat),
      attempts: forcedSeats.includes(seat) ? 3 : 1,
      problems: forcedSeats.includes(seat) ? ['a', 'b', 'c'] : [],
      cut: 0,
      eventCount: seat + 1,
    })),
    outcome,
    turns: 3,
  };
}
