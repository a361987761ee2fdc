import { z } from 'zod';
import type { Action, Decision } from '../../../src/games/engine/actions.js';
import type { Candidate, GameDefinition, Role, View } from '../../../src/games/engine/definition.js';
import { END } from '../../../src/games/engine/engine.js';

/** What may happen in a toy game. */
export interface ToyRules {
  readonly sides: boolean;
  readonly players: number;
  /** Decisions of each seat. */
  readonly rounds: number;
  /** The moves, by name. */
  readonly moves: readonly Candidate[];
  /** Chance that seat 0 (or its side) wins, from what each seat chose. */
  readonly chance: (chosen: readonly (readonly Candidate[])[]) => number;
}

interface ToyState {
  readonly chosen: readonly (readonly number[])[];
  readonly round: number;
  readonly won: boolean;
}

/** A move of a toy game. */
export function move(name: string, traits: Candidate['traits']): Candidate {
  return { action: { action: 'choose', move: name }, traits };
}

/**
 * A game made for tests: every seat chooses one of the moves a number of times, all at once, and a lot decides by a
 * chance that the test sets. The even seats are one side (alt), the odd ones the other.
 */
export function toyGame(rules: ToyRules): GameDefinition {
  const { sides, players, rounds, moves } = rules;
  const names = moves.map(({ action }) => action['move'] as string);
  const decision: Decision = {
    kind: 'choose',
    forms: [{ action: 'choose', fields: { move: { type: 'choice', options: names } } }],
    fallback: { action: 'choose', move: names[0] ?? '' },
  };
  const roleOf = (seat: number): Role =>
    sides ? { role: 'player', side: seat % 2 === 0 ? 'alt' : 'main' } : { role: 'player' };
  const game: GameDefinition<ToyState> = {
    id: 'toy',
    title: 'Toy',
    rulesVersion: 1,
    summary: 'A game for tests.',
    category: 'normal-form',
    information: 'complete',
    talk: 'none',
    skills: ['SR'],
    rating: 'competitive',
    players: { min: players, max: players, default: players },
    ...(sides ? { sides: { main: 'Odd', alt: 'Even' } } : {}),
    roleNames: ['player'],
    rewardByRank: false,
    options: z.strictObject({}),
    referenceOptions: {},
    maxTurns: () => rounds + 1,
    actions: { choose: { move: 'word' } },
    events: {},
    secretFields: [],
    decisions: ['choose'],
    setup: () => ({
      state: { chosen: Array.from({ length: players }, () => []), round: 0, won: false },
      phase: 'choose',
      roles: Array.from({ length: players }, (_, seat) => roleOf(seat)),
      secrets: Array.from({ length: players }, () => ({})),
    }),
    phases: {
      choose: {
        actors: () => Array.from({ length: players }, (_, seat) => seat),
        decision: () => decision,
        resolve(state, actions, { rng }) {
          const indexOf = (action: Action | undefined): number =>
            names.findIndex((name) => name === action?.['move']);
          const chosen = state.chosen.map((done, seat) => [...done, indexOf(actions.get(seat))]);
          const round = state.round + 1;
          if (round < rounds) return { state: { ...state, chosen, round }, phase: 'choose' };
          const played = chosen.map((list) => list.flatMap((index) => moves[index] ?? []));
          return { state: { chosen, round, won: rng.float() < rules.chance(played) }, phase: END };
        },
      },
    },
    outcome: ({ won }) => ({
      rewards: Array.from({ length: players }, (_, seat) =>
        (sides ? seat % 2 === 0 : seat === 0) === won ? 1 : -1,
      ),
      ending: won ? 'won' : 'lost',
      measures: {},
    }),
    candidates: (_view: View, _decision: Decision) => moves,
  };
  return game;
}

/** The same game without a list of moves for builtin players. */
export function withoutCandidates(game: GameDefinition): GameDefinition {
  const bare = { ...game };
  delete bare.candidates;
  return bare;
}
