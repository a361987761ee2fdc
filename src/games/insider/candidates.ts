/**
 * Moves that builtin players consider in Insider, from the seat's view alone. What is true of a word is common
 * knowledge: players ask the questions of the judge's table and rule out words of the shipped list by the
 * answers. With a category of another list they ask in general terms.
 */
import type { Decision } from '../engine/actions.js';
import type { Candidate, GameEvent, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { ballotMoves, standingOf, talkMoves } from '../shared/accusations.js';
import { clamp, roundPick, speechMove, textLimit, variantOf } from '../shared/candidate-tools.js';
import { sameAnswer, textOf } from '../shared/answers.js';

import { shippedContent } from './content.js';
import { FACT_IDS, FACTS, OPENING_FACTS } from './facts.js';
import type { FactId } from './facts.js';
import { answerTo, spellings } from './judge.js';
import type { Verdict } from './judge.js';
import { readQuestion } from './question.js';
import type { Reading } from './question.js';

/** A set of words of a category: bit i for its word i. */
type WordSet = number;

/** A question that tells words of a category apart. */
interface Question {
  readonly fact: FactId;
  readonly yes: WordSet;
  readonly no: WordSet;
}

interface Category {
  readonly words: readonly string[];
  readonly questions: readonly Question[];
  /** The words for which the judge's answer to `reading` could be `answer`. */
  consistent(reading: Reading, answer: Verdict): WordSet;
}

const everySpelling = shippedContent.words.flatMap(spellings);

function categoryOf(name: string): Category {
  const entries = shippedContent.words.filter(({ category }) => category === name);
  const setOf = (reading: Reading, fits: (answer: Verdict) => boolean): WordSet =>
    entries.reduce(
      (set, entry, i) => (fits(answerTo(reading, entry, everySpelling)) ? set | (1 << i) : set),
      0,
    );
  const questions = FACT_IDS.map((fact): Question => {
    const reading: Reading = { kind: 'fact', fact, positive: true };
    return {
      fact,
      yes: setOf(reading, (answer) => answer === 'yes'),
      no: setOf(reading, (answer) => answer === 'no'),
    };
  });
  return {
    words: entries.map(({ word }) => word),
    questions: questions.filter(({ yes, no }) => yes !== 0 && no !== 0),
    // A word of which the judge could not tell stays possible whatever it answers.
    consistent: (reading, answer) => setOf(reading, (own) => own === answer || own === 'unclear'),
  };
}

const categories: ReadonlyMap<string, Category> = new Map(
  [...new Set(shippedContent.words.map(({ category }) => category))].map((name) => [name, categoryOf(name)]),
);
const UNKNOWN: Category = { words: [], questions: [], consistent: () => 0 };

/** What one says of one's own questions; `ASKED` stands for one of them. */
export const OWN_QUESTION = [
  'I asked whether it was so: ASKED That came from the answers before it and from nothing else.',
  'Look at my question again: ASKED Somebody who knew the word would have gone about it differently.',
  'My own part was small, I only wanted to know this: ASKED The rest of you did the finding.',
] as const;

const readings = new WeakMap<GameEvent, Reading | null>();

function readingOf(event: GameEvent): Reading | null {
  const known = readings.get(event);
  if (known !== undefined) return known;
  const reading = readQuestion(textOf(event.data, 'text'));
  readings.set(event, reading);
  return reading;
}

function sizeOf(set: WordSet): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function membersOf(set: WordSet, { words }: Category): string[] {
  return words.filter((_, i) => (set & (1 << i)) !== 0);
}

/** What the questioning has come to, as everyone at the table can work it out. */
interface Position {
  readonly view: View;
  readonly category: Category;
  /** Words that fit every answer; all of the category again if none does. */
  readonly left: WordSet;
  readonly asked: ReadonlySet<FactId>;
  /** Words somebody has asked for by name. */
  readonly named: ReadonlySet<string>;
  /** How a seat's questions and guesses make it look as if it had known the word, −1 to 1. */
  readonly evidence: readonly number[];
  readonly ownQuestion: string | undefined;
  /** The secret word, for the Insider. */
  readonly word: string | undefined;
}

function categoryName(view: View): string {
  const opened = view.events.find(({ type }) => type === 'category');
  return opened === undefined ? '' : textOf(opened.data, 'category');
}

function positionOf(view: View): Position {
  const category = categories.get(categoryName(view)) ?? UNKNOWN;
  const all = (1 << category.words.length) - 1;
  let left = all;
  let ownQuestion: string | undefined;
  const asked = new Set<FactId>();
  const named = new Set<string>();
  const knowing = view.players.map(() => 0);
  const credit = (seat: Seat, value: number): void => {
    knowing[seat] = (knowing[seat] ?? 0) + value;
  };
  for (const event of view.events) {
    if (event.type === 'guess' && event.data['word'] !== '') {
      credit(view.players.indexOf(textOf(event.data, 'player')), event.data['right'] === true ? 0.4 : -0.3);
    }
    if (event.type !== 'question' || event.talk === undefined) continue;
    const { seat } = event.talk;
    if (seat === view.seat) ownQuestion = textOf(event.data, 'text');
    const reading = readingOf(event);
    const answer = event.data['answer'] as Verdict;
    if (reading?.kind === 'fact') asked.add(reading.fact);
    if (reading?.kind === 'named') named.add(reading.word);
    if (reading === null || answer === 'unclear') continue;
    const before = sizeOf(left);
    left &= category.consistent(reading, answer);
    // A question that rules out more than half at one stroke, or is answered with yes, looks like knowledge.
    credit(seat, (answer === 'yes' ? 0.2 : -0.1) + (sizeOf(left) * 2 < before ? 0.2 : 0));
  }
  const { word } = view.secret;
  return {
    view,
    category,
    left: left === 0 ? all : left,
    asked,
    named,
    evidence: knowing.map(clamp),
    ownQuestion,
    word: typeof word === 'string' ? word : undefined,
  };
}

function nameIt(word: string): string {
  return `Is the word '${word}'?`;
}

/** Open questions, those that come nearest to halving what is left first. */
function openQuestions({ category, left, asked }: Position): Question[] {
  const worth = ({ yes, no }: Question): number => Math.min(sizeOf(yes & left), sizeOf(no & left));
  return category.questions
    .filter((question) => !asked.has(question.fact) && worth(question) > 0)
    .sort((a, b) => worth(b) - worth(a));
}

function questionMoves(position: Position): Candidate[] {
  const { view, category, left, asked, named, word } = position;
  const variant = variantOf(view);
  const moves = new Map<string, TraitVector>();
  const add = (question: string | undefined, traits: TraitVector): void => {
    if (question !== undefined && !moves.has(question)) moves.set(question, traits);
  };
  const open = openQuestions(position);
  const best = open[0];
  const hidden = word !== undefined;
  const bit = hidden ? 1 << category.words.indexOf(word) : 0;
  if (hidden && category.words.includes(word)) {
    // Of the questions that leave the word in, the one that leaves least beside it.
    const leading = open
      .map((question) => ({
        question,
        kept: (question.yes & bit) !== 0 ? question.yes & left : question.no & left,
      }))
      .filter(({ kept }) => (kept & bit) !== 0)
      .sort((a, b) => sizeOf(a.kept) - sizeOf(b.kept))[0];
    if (leading !== undefined) {
      add(FACTS[leading.question.fact].ask, { share: 0.7, loyalty: 0.6, risk: 0.5, blend: -0.2, probe: 0.3 });
    }
    if (!named.has(word)) add(nameIt(word), { share: 1, loyalty: 0.8, risk: 0.9, blend: -0.7, assert: 0.6 });
  }
  if (best !== undefined) add(FACTS[best.fact].ask, { probe: 0.8, listen: 0.4, blend: 0.3, loyalty: 0.2 });
  const further = open.slice(1, 6);
  if (further.length > 0) {
    add(FACTS[roundPick(further, variant).fact].ask, { probe: 0.5, listen: 0.3, blend: 0.2 });
  }
  const possible = membersOf(left, category).filter((name) => name !== word && !named.has(name));
  if (possible.length > 0) {
    const traits = hidden ? { bluff: 0.7, blend: 0.4, share: -0.4 } : { assert: 0.5, listen: 0.5 };
    add(nameIt(roundPick(possible, variant)), { ...traits, risk: 0.3, probe: 1 / possible.length });
  }
  const general = OPENING_FACTS.filter((fact) => !asked.has(fact));
  const plain = FACTS[roundPick(general.length > 0 ? general : OPENING_FACTS, variant)].ask;
  add(plain, { probe: 0.1, blend: 0.3, share: -0.3, ...(hidden ? { bluff: 0.4 } : {}) });
  return [
    ...[...moves].map(([question, traits]) => ({ action: { action: 'ask', question }, traits })),
    { action: { action: 'pass' }, traits: { patience: 0.6, share: -0.5, control: -0.4, probe: -0.5 } },
  ];
}

function guessMoves({ view, category, left, word }: Position): Candidate[] {
  const possible = membersOf(left, category).filter((name) => name !== word);
  // Neighbours begin with different words, so that a table covers more of what is left.
  const first = possible.length === 0 ? categoryName(view) : roundPick(possible, view.seat);
  const second = possible.length > 1 ? roundPick(possible, view.seat + 1) : undefined;
  const guess = (name: string, traits: TraitVector): Candidate => ({
    action: { action: 'guess', word: name },
    traits,
  });
  const pass = (traits: TraitVector): Candidate => ({ action: { action: 'pass' }, traits });
  if (word !== undefined) {
    return [
      guess(word, { loyalty: 0.8, share: 0.8, risk: 0.3, blend: -0.4 }),
      ...(sameAnswer(first, word) ? [] : [guess(first, { bluff: 0.7, blend: 0.4, loyalty: -0.6 })]),
      pass({ blend: 0.2, loyalty: -0.5, patience: 0.5, share: -0.4, risk: 0.4 }),
    ];
  }
  const sure = 1 / Math.max(1, possible.length);
  return [
    guess(first, { assert: 0.5, listen: sure, loyalty: 0.4, risk: 0.3 - 0.6 * sure }),
    ...(second === undefined
      ? []
      : [guess(second, { assert: 0.4, listen: sure - 0.2, loyalty: 0.4, risk: 0.4 })]),
    pass({ patience: 0.5, assert: -0.4, loyalty: -0.4, risk: -0.4 }),
  ];
}

/** Legal moves for a decision of Insider, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const position = positionOf(view);
  if (decision.kind === 'ask') return questionMoves(position);
  if (decision.kind === 'guess') return guessMoves(position);
  const hidden = position.word !== undefined;
  const others = view.players.map((_, seat) => seat).filter((seat) => seat !== view.seat);
  const standing = standingOf(view, others, position.evidence, { hidden });
  if (decision.kind === 'vote') return ballotMoves(standing);
  const limit = textLimit(decision, 'text');
  if (position.ownQuestion === undefined) return talkMoves(standing, limit);
  const text = roundPick(OWN_QUESTION, variantOf(view)).replace('ASKED', position.ownQuestion);
  const traits = { share: 0.5, assert: 0.2, blend: 0.3, bluff: hidden ? 0.6 : -0.4 };
  return [speechMove(text, traits, limit), ...talkMoves(standing, limit)];
}
