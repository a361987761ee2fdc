/**
 * Undercover: Civilians (main) share one secret word, a few Undercovers (alt) have a related one. Each round
 * everyone still in describes its own word in a sentence, then all vote and one player is out; its side is
 * announced, its word is not. The Civilians win when no Undercover is left; the Undercovers win when no
 * Civilian is left, or when one of each is.
 *
 * After the party game "Who is the spy" as played in Social Gym. Where the published reference differs, its way
 * is an option: `discussionStart: "seat0"`, `tieBreak: "seat"`, `oneSentence: false`.
 */
import { z } from 'zod';
import type { Action, Decision } from '../engine/actions.js';
import type {
  Outcome,
  Phase,
  Role,
  RuleContext,
  Seat,
  Setup,
  SetupContext,
  SideId,
  Transition,
} from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { textOf } from '../shared/answers.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { seatsOf, speakingOrder } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { onlyActor } from '../shared/talk.js';
import { drawPair } from './content.js';
import type { UndercoverContent } from './content.js';

export const PLAYERS = { min: 3, max: 12, default: 6 } as const;
const TURN_LIMIT = 100;
const DESCRIPTION_LENGTH = 200;

export const optionsSchema = z.strictObject({
  /** Who opens a round: someone else each time, or always the lowest seat still in (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** Each player is told its own side; else it knows its word alone and must find out. */
  tellSide: z.boolean().default(true),
  /** A description of several sentences is illegal; the reference asks for one sentence and takes any text. */
  oneSentence: z.boolean().default(true),
  /** Turns (a description or a vote) after which the game is a draw. */
  maxTurns: z.int().min(1).max(1000).default(TURN_LIMIT),
  /** Longest description, in characters. */
  descriptionLength: z.int().min(1).max(2000).default(DESCRIPTION_LENGTH),
});

export type UndercoverOptions = z.infer<typeof optionsSchema>;

export interface UndercoverState {
  readonly options: UndercoverOptions;
  readonly undercovers: readonly Seat[];
  readonly words: { readonly civilian: string; readonly undercover: string };
  /** How close the two words are, 1 to 3. */
  readonly closeness: number;
  /** Seats still in, in seat order. */
  readonly living: readonly Seat[];
  /** From 1. */
  readonly round: number;
  /** Descriptions given this round. */
  readonly spoken: number;
  readonly winner: SideId | null;
}

type Announce = Pick<RuleContext, 'names' | 'emit'>;

/** A third of the table, rounded down: two of six, always fewer than the Civilians. */
export function undercoverCount(players: number): number {
  return Math.floor(players / 3);
}

function order({ living, round, options }: UndercoverState): Seat[] {
  return speakingOrder(living, round, options.discussionStart);
}

function openRound(state: UndercoverState, { names, emit }: Announce): Transition<UndercoverState> {
  const next = { ...state, round: state.round + 1, spoken: 0 };
  const speakers = order(next).map((seat) => names[seat] ?? '');
  emit({ type: 'round', audience: 'all', data: { round: next.round, order: speakers } });
  return { state: next, phase: 'description' };
}

/** Opens the game with given Undercovers and words; `setup` draws them. */
export function deal(
  players: number,
  options: UndercoverOptions,
  dealt: Pick<UndercoverState, 'undercovers' | 'words' | 'closeness'>,
  { names, emit }: Announce,
): Setup<UndercoverState> {
  const living = seatsOf(players);
  const roles = living.map((seat): Role =>
    dealt.undercovers.includes(seat)
      ? { role: 'Undercover', side: 'alt' }
      : { role: 'Civilian', side: 'main' },
  );
  const secrets = roles.map(({ role, side }) => ({
    role: options.tellSide ? role : null,
    word: side === 'alt' ? dealt.words.undercover : dealt.words.civilian,
  }));
  const undercovers = dealt.undercovers.length;
  const counts = { players, undercovers, civilians: players - undercovers };
  emit({ type: 'table', audience: 'all', data: counts });
  const fresh = { ...dealt, options, living, round: 0, spoken: 0, winner: null };
  return { ...openRound(fresh, { names, emit }), roles, secrets };
}

export function setup(
  players: number,
  options: UndercoverOptions,
  context: SetupContext,
): Setup<UndercoverState> {
  // Checked against the schema by whoever loaded it.
  const lists = context.content as UndercoverContent;
  const { rng } = context;
  const undercovers = rng.shuffle(seatsOf(players)).slice(0, undercoverCount(players));
  const swapped = rng.int(0, 1) === 1;
  const pair = drawPair(lists, context.deal);
  const [first, second] = pair.words.map(({ word }) => word) as [string, string];
  const words = swapped ? { civilian: second, undercover: first } : { civilian: first, undercover: second };
  const dealt = { undercovers: undercovers.sort((a, b) => a - b), words, closeness: pair.closeness };
  return deal(players, options, dealt, context);
}

/**
 * An end of a sentence with the start of another behind it. A dot after a dot ends none, since three of them are
 * a pause, and neither does a stop before a small letter, as in "e.g. tea".
 */
const SECOND_SENTENCE = /(?:[!?]|(?<!\.)\.)["'”’)\]]*\s+["'“‘([]*[\p{Lu}\p{N}]/u;

const description: Phase<UndercoverState> = {
  actors: (state) => [order(state)[state.spoken] as Seat],
  // Only the seat's own word is forbidden: a refusal of the other word would tell what it is.
  decision(state, seat): Decision {
    const { civilian, undercover } = state.words;
    const own = state.undercovers.includes(seat) ? undercover : civilian;
    const text = { type: 'text', maxLength: state.options.descriptionLength, forbid: [own] } as const;
    const form = { action: 'describe', fields: { text } };
    const refined = {
      refine: (action: Action) =>
        SECOND_SENTENCE.test(textOf(action, 'text')) ? 'it must be one sentence' : undefined,
      note: 'one sentence',
    };
    return {
      kind: 'describe',
      forms: [state.options.oneSentence ? { ...form, ...refined } : form],
      fallback: { action: 'describe', text: '' },
    };
  },
  resolve(state, actions, { names, emit }) {
    const [seat, action] = onlyActor(actions);
    emit({
      type: 'description',
      audience: 'all',
      data: { speaker: names[seat] ?? '', text: action['text'] ?? '' },
      talk: { seat, discussion: state.round },
    });
    const spoken = state.spoken + 1;
    return { state: { ...state, spoken }, phase: spoken < state.living.length ? 'description' : 'vote' };
  },
};

/** Who has won with these seats left, or null when the game goes on. The order of the tests is the rules'. */
function winnerWith({ living, undercovers }: UndercoverState): SideId | null {
  const left = living.filter((seat) => undercovers.includes(seat)).length;
  const civilians = living.length - left;
  if (left === 0) return 'main';
  if (civilians === 0 || (left === 1 && civilians === 1)) return 'alt';
  return null;
}

const vote: Phase<UndercoverState> = {
  actors: (state) => state.living,
  decision: (state, seat, names) => ballotDecision(seat, state.living, names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { named } = countBallots(actions, state.options.tieBreak, context);
    if (named === null) {
      emit({ type: 'nobody', audience: 'all', data: {} });
      return openRound(state, context);
    }
    const role = state.undercovers.includes(named.seat) ? 'Undercover' : 'Civilian';
    const data = { player: names[named.seat] ?? '', role, votes: named.votes, tied: named.tied };
    emit({ type: 'out', audience: 'all', data });
    const next = { ...state, living: state.living.filter((seat) => seat !== named.seat) };
    const winner = winnerWith(next);
    if (winner === null) return openRound(next, context);
    emit({
      type: 'over',
      audience: 'all',
      data: {
        winner: winner === 'main' ? 'Civilians' : 'Undercovers',
        undercovers: state.undercovers.map((seat) => names[seat] ?? ''),
        civilianWord: state.words.civilian,
        undercoverWord: state.words.undercover,
      },
    });
    return { state: { ...next, winner }, phase: END };
  },
};

export const phases: Readonly<Record<string, Phase<UndercoverState>>> = { description, vote };

/** The winning side shares +1, the losing side −1, evenly among its seats; a game cut at the turn limit pays 0. */
export function outcome(state: UndercoverState, roles: readonly Role[]): Outcome {
  const { living, undercovers, winner } = state;
  const undercoversLeft = living.filter((seat) => undercovers.includes(seat)).length;
  const civiliansLeft = living.length - undercoversLeft;
  const ending =
    winner === null
      ? 'turn-limit'
      : winner === 'main'
        ? 'undercovers-out'
        : civiliansLeft === 0
          ? 'civilians-out'
          : 'one-of-each';
  return {
    rewards: sideRewards(roles, winner),
    ending,
    measures: { rounds: state.round, undercoversLeft, civiliansLeft, closeness: state.closeness },
  };
}
