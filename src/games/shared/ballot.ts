import type { Action, Decision } from '../engine/actions.js';
import type { RuleContext, Seat } from '../engine/definition.js';
import { ballotRows, ballotsOf, plurality } from './voting.js';
import type { Ballots, TieBreak } from './voting.js';

/** Data fields of the event that {@link countBallots} records. */
export const BALLOT_FIELDS = ['ballots', 'abstain'] as const;

/** The decision to name one of `candidates` other than oneself; without a legal answer no ballot is cast. */
export function ballotDecision(seat: Seat, candidates: readonly Seat[], names: readonly string[]): Decision {
  const options = candidates.filter((other) => other !== seat).map((other) => names[other] ?? '');
  return {
    kind: 'vote',
    forms: [{ action: 'vote', fields: { target: { type: 'choice', options } } }],
    fallback: { action: 'abstain' },
  };
}

/** Who a vote names. */
export interface Named {
  readonly seat: Seat;
  readonly votes: number;
  /** The choice fell to the tie-break. */
  readonly tied: boolean;
}

/** What a vote came to. */
export interface Verdict {
  readonly ballots: Ballots;
  /** Null when nobody cast a ballot. */
  readonly named: Named | null;
}

/** Counts a batch of secret ballots, shows everyone who voted for whom (event `ballots`), and names one seat. */
export function countBallots(
  actions: ReadonlyMap<Seat, Action>,
  tieBreak: TieBreak,
  { names, rng, emit }: Pick<RuleContext, 'names' | 'rng' | 'emit'>,
): Verdict {
  const ballots = ballotsOf(actions, names);
  const abstain = [...actions.keys()]
    .filter((seat) => !ballots.has(seat))
    .sort((a, b) => a - b)
    .map((seat) => names[seat] ?? '');
  emit({ type: 'ballots', audience: 'all', data: { ballots: ballotRows(ballots, names), abstain } });
  return { ballots, named: plurality(ballots, tieBreak, rng) };
}
