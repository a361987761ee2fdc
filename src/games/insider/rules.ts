/**
 * Insider: the table has 15 yes/no questions to find a secret word that one of them, the Insider (alt), already
 * knows. A missed word loses for everyone. Once it is guessed, all discuss and vote: the Citizens (main) win if
 * they accuse the Insider, the Insider wins if they do not.
 *
 * After Oink Games' game as played in Social Gym. Where the published reference differs, its way is an option:
 * `tieBreak: "seat"`. Three of its ways are not kept: a missed turn adds a question, a vote without ballots is
 * repeated until the turn limit, and its judge is a language model (here a table of facts, see `judge.ts`).
 */
import { z } from 'zod';
import type { Decision } from '../engine/actions.js';
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
import { normalisedAnswer, shownAnswer, textOf } from '../shared/answers.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { seatsOf } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';
import { drawSecret } from './content.js';
import type { InsiderContent, SecretWord } from './content.js';
import { FACTS, OPENING_FACTS } from './facts.js';
import { judge, spellings } from './judge.js';

export const PLAYERS = { min: 3, max: 10, default: 5 } as const;
/** Turns of the questioning, asked or passed, whatever the number of players. */
export const SLOTS = 15;
const MAX_QUESTION_LENGTH = 200;
const MAX_GUESS_LENGTH = 40;
const QUESTION_DISCUSSION = 1;
const SPEECH_DISCUSSION = 2;

export const optionsSchema = z.strictObject({
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type InsiderOptions = z.infer<typeof optionsSchema>;

/** How a game ends. */
export type InsiderEnding = 'word-missed' | 'insider-found' | 'insider-hidden';

export interface InsiderState {
  readonly options: InsiderOptions;
  readonly players: number;
  readonly insider: Seat;
  readonly secret: SecretWord;
  /** Every accepted spelling of the other words of the list, normalised: "is it X?" is "no" for these. */
  readonly otherWords: readonly string[];
  /** All words of the category, which is public, in the list's order. */
  readonly categoryWords: readonly string[];
  /** Slots used. */
  readonly slot: number;
  /** Answers given so far. */
  readonly answers: { readonly yes: number; readonly no: number; readonly unclear: number };
  /** Right guesses. */
  readonly rightGuesses: number;
  /** Speeches made. */
  readonly spoken: number;
  readonly ending: InsiderEnding | null;
}

type Announce = Pick<RuleContext, 'names' | 'emit'>;

/** The exact length of a game in which the word is guessed: slots, guesses, a speech each, the vote. */
export function turnBound(players: number): number {
  return SLOTS + 1 + players + 1;
}

/** Opens the game with a given Insider and word; `setup` draws them. */
export function deal(
  players: number,
  options: InsiderOptions,
  dealt: {
    readonly insider: Seat;
    readonly secret: SecretWord;
    readonly words: readonly SecretWord[];
  },
  { emit }: Announce,
): Setup<InsiderState> {
  const { insider, secret } = dealt;
  const roles = seatsOf(players).map((seat): Role =>
    seat === insider ? { role: 'Insider', side: 'alt' } : { role: 'Citizen', side: 'main' },
  );
  const secrets = roles.map(({ role, side }) => ({ role, word: side === 'alt' ? secret.word : null }));
  emit({ type: 'category', audience: 'all', data: { category: secret.category, slots: SLOTS } });
  const own = spellings(secret);
  const otherWords = dealt.words.flatMap(spellings).filter((spelling) => !own.includes(spelling));
  const state: InsiderState = {
    options,
    players,
    insider,
    secret,
    otherWords,
    categoryWords: dealt.words.flatMap(({ word, category }) => (category === secret.category ? [word] : [])),
    slot: 0,
    answers: { yes: 0, no: 0, unclear: 0 },
    rightGuesses: 0,
    spoken: 0,
    ending: null,
  };
  return { state, phase: 'questioning', roles, secrets };
}

export function setup(players: number, options: InsiderOptions, context: SetupContext): Setup<InsiderState> {
  // Checked against the schema by whoever loaded it.
  const lists = context.content as InsiderContent;
  const insider = context.rng.int(0, players - 1);
  const secret = drawSecret(lists, context.deal);
  return deal(players, options, { insider, secret, words: lists.words }, context);
}

/** What random play asks and guesses. */
const PLAIN_QUESTIONS = OPENING_FACTS.map((fact) => FACTS[fact].ask);

const questioning: Phase<InsiderState> = {
  actors: (state) => [state.slot % state.players],
  decision: (): Decision => ({
    kind: 'ask',
    forms: [
      {
        action: 'ask',
        fields: { question: { type: 'text', maxLength: MAX_QUESTION_LENGTH, examples: PLAIN_QUESTIONS } },
        refine: (action) => (action['question'] === '' ? 'no question is asked' : undefined),
        note: 'one yes/no question',
      },
      { action: 'pass', fields: {} },
    ],
    fallback: { action: 'pass' },
  }),
  resolve(state, actions, { names, emit }) {
    const [seat, action] = onlyActor(actions);
    const player = names[seat] ?? '';
    const left = SLOTS - state.slot - 1;
    const next = { ...state, slot: state.slot + 1 };
    const phase = left > 0 ? 'questioning' : 'guess';
    if (action.action !== 'ask') {
      emit({ type: 'pass', audience: 'all', data: { player, left } });
      return { state: next, phase };
    }
    const text = textOf(action, 'question');
    const answer = judge(state.secret, state.otherWords, text);
    emit({
      type: 'question',
      audience: 'all',
      data: { asker: player, text, answer, left },
      talk: { seat, discussion: QUESTION_DISCUSSION },
    });
    const answers = { ...state.answers, [answer]: state.answers[answer] + 1 };
    return { state: { ...next, answers }, phase };
  },
};

const HOW: Readonly<Record<InsiderEnding, string>> = {
  'word-missed': 'Nobody guessed the word; everyone loses',
  'insider-found': 'The Insider was accused; the Citizens win',
  'insider-hidden': 'The Insider was not accused; the Insider wins',
};

function finish(
  state: InsiderState,
  ending: InsiderEnding,
  { names, emit }: Announce,
): Transition<InsiderState> {
  const data = { how: HOW[ending], insider: names[state.insider] ?? '', word: state.secret.word };
  emit({ type: 'over', audience: 'all', data });
  return { state: { ...state, ending }, phase: END };
}

const guess: Phase<InsiderState> = {
  actors: (state) => seatsOf(state.players),
  decision: ({ categoryWords }): Decision => ({
    kind: 'guess',
    forms: [
      {
        action: 'guess',
        fields: { word: { type: 'text', maxLength: MAX_GUESS_LENGTH, examples: categoryWords } },
        refine: (action) => (shownAnswer(textOf(action, 'word')) === '' ? 'no word is guessed' : undefined),
        note: 'the secret word, nothing else',
      },
      { action: 'pass', fields: {} },
    ],
    fallback: { action: 'pass' },
  }),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const accepted = spellings(state.secret);
    let rightGuesses = 0;
    for (const seat of seatsOf(state.players)) {
      const action = actions.get(seat);
      const word = action?.action === 'guess' ? textOf(action, 'word') : '';
      const right = accepted.includes(normalisedAnswer(word));
      if (right) rightGuesses += 1;
      emit({
        type: 'guess',
        audience: 'all',
        data: { player: names[seat] ?? '', word: shownAnswer(word), right },
      });
    }
    const next = { ...state, rightGuesses };
    if (rightGuesses === 0) return finish(next, 'word-missed', context);
    emit({ type: 'found', audience: 'all', data: { word: state.secret.word } });
    return { state: next, phase: 'discussion' };
  },
};

const discussion: Phase<InsiderState> = {
  actors: (state) => [state.spoken],
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, SPEECH_DISCUSSION);
    const spoken = state.spoken + 1;
    return { state: { ...state, spoken }, phase: spoken < state.players ? 'discussion' : 'vote' };
  },
};

const vote: Phase<InsiderState> = {
  actors: (state) => seatsOf(state.players),
  decision: (state, seat, names) => ballotDecision(seat, seatsOf(state.players), names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { named } = countBallots(actions, state.options.tieBreak, context);
    if (named === null) emit({ type: 'nobody', audience: 'all', data: {} });
    else {
      const data = { player: names[named.seat] ?? '', votes: named.votes, tied: named.tied };
      emit({ type: 'accused', audience: 'all', data });
    }
    return finish(state, named?.seat === state.insider ? 'insider-found' : 'insider-hidden', context);
  },
};

export const phases: Readonly<Record<string, Phase<InsiderState>>> = { questioning, guess, discussion, vote };

/**
 * A missed word is −1 for everyone. Otherwise the Insider alone is paid ±1, and the Citizens share ∓1 evenly.
 */
export function outcome(state: InsiderState, roles: readonly Role[]): Outcome {
  const { ending, answers } = state;
  if (ending === null) throw new Error('insider: the game ended without an ending');
  const rewards =
    ending === 'word-missed'
      ? roles.map(() => -1)
      : sideRewards(roles, ending === 'insider-found' ? 'main' : 'alt');
  const asked = answers.yes + answers.no + answers.unclear;
  return {
    rewards,
    ending,
    measures: { questions: asked, ...answers, rightGuesses: state.rightGuesses },
  };
}
