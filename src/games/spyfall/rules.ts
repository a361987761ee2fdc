/**
 * Spyfall: one Spy (alt) among Non-Spies (main). The Non-Spies know the location, the Spy does not. Each round
 * everyone still in speaks once, then all vote and one player is out. The Non-Spies win when the Spy is out;
 * the Spy wins when a single Non-Spy is left beside it.
 *
 * After Alexandr Ushan's game as played in Social Gym, which has neither a list of locations nor a guess by the
 * Spy: both are options here. Where the published reference differs, its way is an option: `discussionStart:
 * "seat0"` and `tieBreak: "seat"`.
 */
import { z } from 'zod';
import type { ActionForm } from '../engine/actions.js';
import type {
  Outcome,
  Phase,
  Role,
  RuleContext,
  Seat,
  Setup,
  SetupContext,
  Transition,
} from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { sameAnswer, shownAnswer, textOf } from '../shared/answers.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { seatsOf, speakingOrder } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';
import { drawLocation } from './content.js';
import type { SpyfallContent } from './content.js';

/** With more players the turn limit of 20 could cut a game in which every vote removes someone. */
export const PLAYERS = { min: 3, max: 5, default: 4 } as const;
const TURN_LIMIT = 20;
const MAX_GUESS_LENGTH = 40;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: someone else each round, or always the lowest seat still in (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** Everyone is shown the list of possible locations at the start. */
  showLocations: z.boolean().default(false),
  /** Before each vote the Spy may name a location: right, the Spy wins; wrong, the Non-Spies win. */
  spyGuess: z.boolean().default(false),
  /** Turns (a speech, a vote, a chance to guess) after which the game is a draw. */
  maxTurns: z.int().min(1).max(1000).default(TURN_LIMIT),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type SpyfallOptions = z.infer<typeof optionsSchema>;

/** How a game ends, but for the turn limit. */
export type SpyfallEnding = 'spy-out' | 'parity' | 'guess-right' | 'guess-wrong';

export interface SpyfallState {
  readonly options: SpyfallOptions;
  readonly spy: Seat;
  readonly location: string;
  /** Names of all locations, in alphabetical order. */
  readonly locations: readonly string[];
  /** Seats still in, in seat order. */
  readonly living: readonly Seat[];
  /** From 1. */
  readonly round: number;
  /** Speeches made this round. */
  readonly spoken: number;
  readonly ending: SpyfallEnding | null;
}

type Announce = Pick<RuleContext, 'names' | 'emit'>;

function order({ living, round, options }: SpyfallState): Seat[] {
  return speakingOrder(living, round, options.discussionStart);
}

function openRound(state: SpyfallState, { names, emit }: Announce): Transition<SpyfallState> {
  const next = { ...state, round: state.round + 1, spoken: 0 };
  const speakers = order(next).map((seat) => names[seat] ?? '');
  emit({ type: 'round', audience: 'all', data: { round: next.round, order: speakers } });
  return { state: next, phase: 'discussion' };
}

const HOW: Readonly<Record<SpyfallEnding, string>> = {
  'spy-out': 'the Spy was voted out',
  parity: 'only one Non-Spy is left',
  'guess-right': 'the Spy named the location',
  'guess-wrong': 'the Spy named a wrong location',
};

/** Who wins by an ending. */
function winnerOf(ending: SpyfallEnding): 'main' | 'alt' {
  return ending === 'parity' || ending === 'guess-right' ? 'alt' : 'main';
}

function finish(
  state: SpyfallState,
  ending: SpyfallEnding,
  { names, emit }: Announce,
): Transition<SpyfallState> {
  const winner = winnerOf(ending) === 'alt' ? 'The Spy wins' : 'The Non-Spies win';
  const data = { winner, how: HOW[ending], spy: names[state.spy] ?? '', location: state.location };
  emit({ type: 'over', audience: 'all', data });
  return { state: { ...state, ending }, phase: END };
}

/** Opens the game with a given Spy and location; `setup` draws them. */
export function deal(
  players: number,
  options: SpyfallOptions,
  dealt: { readonly spy: Seat; readonly location: string; readonly locations: readonly string[] },
  { names, emit }: Announce,
): Setup<SpyfallState> {
  const living = seatsOf(players);
  const locations = [...dealt.locations].sort();
  const roles = living.map((seat): Role =>
    seat === dealt.spy ? { role: 'Spy', side: 'alt' } : { role: 'Non-Spy', side: 'main' },
  );
  const secrets = living.map((seat) => ({
    role: roles[seat]?.role ?? '',
    location: seat === dealt.spy ? null : dealt.location,
  }));
  if (options.showLocations) emit({ type: 'locations', audience: 'all', data: { list: locations } });
  const { spy, location } = dealt;
  const fresh = { options, spy, location, locations, living, round: 0, spoken: 0, ending: null };
  return { ...openRound(fresh, { names, emit }), roles, secrets };
}

export function setup(players: number, options: SpyfallOptions, context: SetupContext): Setup<SpyfallState> {
  // Checked against the schema by whoever loaded it.
  const lists = context.content as SpyfallContent;
  const spy = context.rng.int(0, players - 1);
  const { name } = drawLocation(lists, context.deal);
  const names = lists.locations.map((place) => place.name);
  return deal(players, options, { spy, location: name, locations: names }, context);
}

const discussion: Phase<SpyfallState> = {
  actors: (state) => [order(state)[state.spoken] as Seat],
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, state.round);
    const next = { ...state, spoken: state.spoken + 1 };
    if (next.spoken < state.living.length) return { state: next, phase: 'discussion' };
    return { state: next, phase: state.options.spyGuess ? 'guess' : 'vote' };
  },
};

/** Naming a location in the Spy's own words; it must be one of the list when the list is public. */
function guessForm({ options, locations }: SpyfallState): ActionForm {
  return {
    action: 'guess',
    fields: { location: { type: 'text', maxLength: MAX_GUESS_LENGTH, examples: locations } },
    refine(action) {
      const named = textOf(action, 'location');
      if (shownAnswer(named) === '') return 'no location is named';
      if (!options.showLocations || locations.some((place) => sameAnswer(place, named))) return undefined;
      return 'that is not one of the possible locations';
    },
    note: options.showLocations ? 'it must be one of the possible locations' : 'it must name a place',
  };
}

const guess: Phase<SpyfallState> = {
  actors: (state) => [state.spy],
  decision: (state) => ({
    kind: 'guess',
    forms: [guessForm(state), { action: 'pass', fields: {} }],
    fallback: { action: 'pass' },
  }),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    if (action.action !== 'guess') return { state, phase: 'vote' };
    const named = textOf(action, 'location');
    const right = sameAnswer(named, state.location);
    const data = { player: context.names[seat] ?? '', location: shownAnswer(named), right };
    context.emit({ type: 'guess', audience: 'all', data });
    return finish(state, right ? 'guess-right' : 'guess-wrong', context);
  },
};

const vote: Phase<SpyfallState> = {
  actors: (state) => state.living,
  decision: (state, seat, names) => ballotDecision(seat, state.living, names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { named } = countBallots(actions, state.options.tieBreak, context);
    if (named === null) {
      emit({ type: 'nobody', audience: 'all', data: {} });
      return openRound(state, context);
    }
    const role = named.seat === state.spy ? 'Spy' : 'Non-Spy';
    const data = { player: names[named.seat] ?? '', role, votes: named.votes, tied: named.tied };
    emit({ type: 'out', audience: 'all', data });
    const next = { ...state, living: state.living.filter((seat) => seat !== named.seat) };
    if (role === 'Spy') return finish(next, 'spy-out', context);
    const nonSpies = next.living.length - 1;
    return nonSpies <= 1 ? finish(next, 'parity', context) : openRound(next, context);
  },
};

export const phases: Readonly<Record<string, Phase<SpyfallState>>> = { discussion, guess, vote };

/** The winning side shares +1, the losing side −1, evenly among its seats; a game cut at the turn limit pays 0. */
export function outcome(state: SpyfallState, roles: readonly Role[], cut: boolean): Outcome {
  const spyFound = state.ending === 'spy-out' ? 1 : 0;
  const nonSpiesOut = roles.length - state.living.length - spyFound;
  const measures = { rounds: state.round, nonSpiesOut, spyFound };
  if (cut || state.ending === null) {
    return { rewards: sideRewards(roles, null), ending: 'turn-limit', measures };
  }
  return { rewards: sideRewards(roles, winnerOf(state.ending)), ending: state.ending, measures };
}
