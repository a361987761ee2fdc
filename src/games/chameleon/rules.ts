/**
 * The Chameleon: Citizens (main) know the secret word, one Chameleon (alt) knows only the list it was drawn from.
 * Everyone gives a one-word clue, everyone speaks once, all vote. Accusing anyone but the Chameleon loses at
 * once; an accused Chameleon may still win by guessing the word.
 *
 * After Rikki Tahta's game as played in Social Gym. Where the published reference differs, its way is an
 * option: `tieBreak: "seat"`. Two of its ways are not kept: it stores the first word of any text as the clue,
 * and takes a vote without ballots for a correct accusation.
 */
import { z } from 'zod';
import type { ActionForm, Decision } from '../engine/actions.js';
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
import { normalisedAnswer, sameAnswer, textOf } from '../shared/answers.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { seatsOf } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';
import { drawSecret } from './content.js';
import type { ChameleonContent } from './content.js';

export const PLAYERS = { min: 3, max: 10, default: 5 } as const;
const MAX_CLUE_LENGTH = 30;
/** What random play gives: clues that fit anything and say nothing. */
export const PLAIN_CLUES = ['classic', 'familiar', 'everywhere', 'popular', 'memorable', 'typical'] as const;
/** Letters and digits with hyphens or apostrophes inside. */
const ONE_WORD = /^[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*$/u;
const CLUE_DISCUSSION = 1;
const SPEECH_DISCUSSION = 2;

export const optionsSchema = z.strictObject({
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** A clue that was already given is illegal. */
  uniqueClues: z.boolean().default(false),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type ChameleonOptions = z.infer<typeof optionsSchema>;

/** How a game ends. */
export type ChameleonEnding = 'not-accused' | 'guessed' | 'caught';

export interface ChameleonState {
  readonly options: ChameleonOptions;
  readonly players: number;
  readonly chameleon: Seat;
  /** Words of the category, in alphabetical order. */
  readonly words: readonly string[];
  readonly secret: string;
  /** Clues in seat order; null where none was given. */
  readonly clues: readonly (string | null)[];
  /** Speeches made. */
  readonly spoken: number;
  readonly ending: ChameleonEnding | null;
}

type Announce = Pick<RuleContext, 'names' | 'emit'>;

/** A bound on turns: a clue and a speech each, the vote, the guess. */
export function turnBound(players: number): number {
  return 2 * players + 2;
}

/** Opens the game with a given Chameleon, category and word; `setup` draws them. */
export function deal(
  players: number,
  options: ChameleonOptions,
  dealt: {
    readonly chameleon: Seat;
    readonly category: string;
    readonly words: readonly string[];
    readonly secret: string;
  },
  { emit }: Announce,
): Setup<ChameleonState> {
  const words = [...dealt.words].sort();
  const { chameleon, category, secret } = dealt;
  const roles = seatsOf(players).map((seat): Role =>
    seat === chameleon ? { role: 'Chameleon', side: 'alt' } : { role: 'Citizen', side: 'main' },
  );
  const secrets = seatsOf(players).map((seat) => ({
    role: roles[seat]?.role ?? '',
    word: seat === chameleon ? null : secret,
    list: seat === chameleon ? words : null,
  }));
  emit({ type: 'category', audience: 'all', data: { category, size: words.length } });
  const state = { options, players, chameleon, words, secret, clues: [], spoken: 0, ending: null };
  return { state, phase: 'clue', roles, secrets };
}

export function setup(
  players: number,
  options: ChameleonOptions,
  context: SetupContext,
): Setup<ChameleonState> {
  // Checked against the schema by whoever loaded it.
  const lists = context.content as ChameleonContent;
  const chameleon = context.rng.int(0, players - 1);
  const { category, secret } = drawSecret(lists, context.deal);
  const dealt = { chameleon, category: category.name, words: category.words, secret };
  return deal(players, options, dealt, context);
}

/** What is wrong with a clue, or nothing. The secret word is treated like every other word of the list. */
export function clueProblem(clue: string, { words, clues, options }: ChameleonState): string | undefined {
  if (!ONE_WORD.test(clue)) return 'a clue is exactly one word, without spaces or punctuation';
  if (words.some((word) => sameAnswer(word, clue))) return 'a clue may not be a word of the category list';
  if (options.uniqueClues && clues.some((given) => given !== null && sameAnswer(given, clue))) {
    return 'that clue was already given';
  }
  return undefined;
}

function clueForm(state: ChameleonState): ActionForm {
  const unique = state.options.uniqueClues ? ' and no clue given before' : '';
  return {
    action: 'clue',
    fields: { word: { type: 'text', maxLength: MAX_CLUE_LENGTH, examples: PLAIN_CLUES } },
    refine: (action) => clueProblem(textOf(action, 'word'), state),
    note: `exactly one word, no word of the category list${unique}`,
  };
}

const clue: Phase<ChameleonState> = {
  actors: (state) => [state.clues.length],
  decision: (state): Decision => ({ kind: 'clue', forms: [clueForm(state)], fallback: { action: 'pass' } }),
  resolve(state, actions, { names, emit }) {
    const [seat, action] = onlyActor(actions);
    const word = action.action === 'clue' ? textOf(action, 'word') : null;
    emit({
      type: 'clue',
      audience: 'all',
      data: { speaker: names[seat] ?? '', text: word ?? '' },
      talk: { seat, discussion: CLUE_DISCUSSION },
    });
    const clues = [...state.clues, word];
    return { state: { ...state, clues }, phase: clues.length < state.players ? 'clue' : 'discussion' };
  },
};

const discussion: Phase<ChameleonState> = {
  actors: (state) => [state.spoken],
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, SPEECH_DISCUSSION);
    const spoken = state.spoken + 1;
    return { state: { ...state, spoken }, phase: spoken < state.players ? 'discussion' : 'vote' };
  },
};

const HOW: Readonly<Record<ChameleonEnding, string>> = {
  'not-accused': 'the Chameleon was not accused',
  guessed: 'the Chameleon was accused and guessed the word',
  caught: 'the Chameleon was accused and did not guess the word',
};

function finish(
  state: ChameleonState,
  ending: ChameleonEnding,
  { names, emit }: Announce,
): Transition<ChameleonState> {
  const winner = ending === 'caught' ? 'The Citizens win' : 'The Chameleon wins';
  const data = { winner, how: HOW[ending], chameleon: names[state.chameleon] ?? '', word: state.secret };
  emit({ type: 'over', audience: 'all', data });
  return { state: { ...state, ending }, phase: END };
}

const vote: Phase<ChameleonState> = {
  actors: (state) => seatsOf(state.players),
  decision: (state, seat, names) => ballotDecision(seat, seatsOf(state.players), names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { named } = countBallots(actions, state.options.tieBreak, context);
    if (named === null) {
      emit({ type: 'nobody', audience: 'all', data: {} });
      return finish(state, 'not-accused', context);
    }
    const caught = named.seat === state.chameleon;
    const data = { player: names[named.seat] ?? '', votes: named.votes, tied: named.tied, chameleon: caught };
    emit({ type: 'accused', audience: 'all', data });
    return caught ? { state, phase: 'guess' } : finish(state, 'not-accused', context);
  },
};

const guess: Phase<ChameleonState> = {
  actors: (state) => [state.chameleon],
  decision: (state) => ({
    kind: 'guess',
    forms: [{ action: 'guess', fields: { word: { type: 'choice', options: state.words } } }],
    fallback: { action: 'pass' },
  }),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    const word = action.action === 'guess' ? normalisedAnswer(textOf(action, 'word')) : '';
    const right = word === normalisedAnswer(state.secret);
    context.emit({
      type: 'guess',
      audience: 'all',
      data: { player: context.names[seat] ?? '', word, right },
    });
    return finish(state, right ? 'guessed' : 'caught', context);
  },
};

export const phases: Readonly<Record<string, Phase<ChameleonState>>> = { clue, discussion, vote, guess };

/** The winning side shares +1, the losing side −1, evenly among its seats. `caught` counts right accusations. */
export function outcome(state: ChameleonState, roles: readonly Role[]): Outcome {
  const { ending } = state;
  if (ending === null) throw new Error('chameleon: the game ended without an ending');
  return {
    rewards: sideRewards(roles, ending === 'caught' ? 'main' : 'alt'),
    ending,
    measures: {
      accused: ending === 'not-accused' ? 0 : 1,
      guessedWord: ending === 'guessed' ? 1 : 0,
      chameleonFirst: state.chameleon === 0 ? 1 : 0,
    },
  };
}
