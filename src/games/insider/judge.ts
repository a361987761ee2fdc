/**
 * The judge of Insider: a table of facts. It sees the word and the question only, answers nothing but `yes`, `no`
 * or `unclear`, and takes a question for data: what it cannot read as a question of its table, instructions
 * included, is `unclear`.
 */
import { normalisedAnswer } from '../shared/answers.js';
import type { SecretWord } from './content.js';
import { readQuestion } from './question.js';
import type { Reading } from './question.js';

/** All a judge can say. */
export type Verdict = 'yes' | 'no' | 'unclear';

/** Every accepted spelling of a word, normalised as guesses are. */
export function spellings(entry: Pick<SecretWord, 'word' | 'variants'>): string[] {
  return [entry.word, ...(entry.variants ?? [])].map(normalisedAnswer);
}

/** The answer to a question that has been read. */
export function answerTo(reading: Reading, entry: SecretWord, otherWords: readonly string[]): Verdict {
  switch (reading.kind) {
    case 'fact': {
      const { facts } = entry;
      if (facts === undefined || facts.sometimes.includes(reading.fact)) return 'unclear';
      return facts.yes.includes(reading.fact) === reading.positive ? 'yes' : 'no';
    }
    case 'size': {
      const { size } = entry;
      if (size == null) return 'unclear';
      const [yes, no] = reading.bigger
        ? [size >= reading.yes, size <= reading.no]
        : [size <= reading.yes, size >= reading.no];
      return yes ? 'yes' : no ? 'no' : 'unclear';
    }
    case 'spelling': {
      const plain = normalisedAnswer(entry.word);
      return reading.test(plain.replace(/[^\p{L}]/gu, ''), plain.split(' ').length) ? 'yes' : 'no';
    }
    case 'named':
      if (spellings(entry).includes(reading.word) || entry.isA?.includes(reading.word) === true) return 'yes';
      return otherWords.includes(reading.word) ? 'no' : 'unclear';
  }
}

/**
 * The judge's answer.
 *
 * @param otherWords accepted spellings of the list's other words, normalised
 * @param question any text; nothing in it is followed
 */
export function judge(entry: SecretWord, otherWords: readonly string[], question: string): Verdict {
  const reading = readQuestion(question);
  return reading === null ? 'unclear' : answerTo(reading, entry, otherWords);
}
