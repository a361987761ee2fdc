/**
 * The judge of Insider: a table of facts and a reader of plain yes/no questions. It sees the word and the question
 * only, answers nothing but `yes`, `no` or `unclear`, and takes a question for data: what it does not read
 * as a question of its table, instructions included, is `unclear`.
 */
import { normalisedAnswer } from '../shared/answers.js';
import type { SecretWord } from './content.js';
import { WORDINGS } from './facts.js';
import type { FactId, Frame } from './facts.js';

/** All a judge can say. */
export type Verdict = 'yes' | 'no' | 'unclear';

/** A question as the judge reads it. */
export type Reading =
  | { readonly kind: 'fact'; readonly fact: FactId; readonly positive: boolean }
  /** Is it big (or small)? Yes from `yes` centimetres on, no from `no` on, opinions differ between them. */
  | { readonly kind: 'size'; readonly bigger: boolean; readonly yes: number; readonly no: number }
  /** Does its spelling pass this test? */
  | { readonly kind: 'spelling'; readonly test: (letters: string, words: number) => boolean }
  /** Is it this? A word, normalised. */
  | { readonly kind: 'named'; readonly word: string };

/** Largest dimensions of things people compare with, in centimetres. */
const MEASURES: ReadonlyMap<string, number> = new Map(Object.entries({
  coin: 2, grape: 2, finger: 8, thumb: 6, egg: 6, mouse: 8, apple: 8, fist: 10, 'tennis ball': 7, phone: 15,
  cup: 10, hand: 18, banana: 18, pencil: 18, shoe: 30, book: 25, football: 22, 'soccer ball': 22, basketball: 24,
  ball: 22, shoebox: 35, 'shoe box': 35, breadbox: 40, 'bread box': 40, 'loaf of bread': 30, cat: 45, laptop: 35,
  microwave: 50, backpack: 50, suitcase: 70, chair: 90, dog: 80, child: 120, person: 170, human: 170,
  'human being': 170, man: 175, woman: 165, me: 170, you: 170, adult: 170, door: 200, fridge: 180,
  refrigerator: 180, bed: 200, cow: 240, horse: 240, car: 450, elephant: 600, truck: 900, bus: 1200, house: 1200,
  'football field': 10_000,
})); // prettier-ignore

/** Sizes within this factor of each other are too near for a plain answer. */
const NEARLY_EQUAL = 1.5;

const BIG: Reading = { kind: 'size', bigger: true, yes: 200, no: 40 };
const SMALL: Reading = { kind: 'size', bigger: false, yes: 20, no: 100 };

/** Bigger (or smaller) than something of so many centimetres. */
function sizeReading(bigger: boolean, than: number): Reading {
  const [more, less] = [than * NEARLY_EQUAL, than / NEARLY_EQUAL];
  return { kind: 'size', bigger, yes: bigger ? more : less, no: bigger ? less : more };
}

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries({
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
})); // prettier-ignore

/** With one of these a question is no plain one: two in one, or a negation that can be answered either way. */
const NOT_PLAIN =
  /\b(?:and|or|not|never|without|nor|neither|no|but|except|unless|if|sometimes|always|only)\b|n't\b/;
const ADVERBS =
  /\b(?:usually|typically|normally|generally|often|commonly|mostly|mainly|primarily|really|actually|also|considered|likely|probably|basically|just|ever|very|quite|physically|currently)\b/g;
const ARTICLES = /\b(?:a|an|the|some|any|your|my|our|their|its|one's)\b/g;
const KINDS = /\b(?:kind|type|sort|form|piece|item|part|example) of\b/g;
const FILLERS = /^(?:so|ok|okay|well|now|please|judge|hmm|um)[, ]+/;
/** What the thing asked for may be called. */
const SUBJECT =
  /^(is|are|was|does|do|did|has|can|could|would|will) (?:(?:the|this)(?: secret)? (?:word|thing|object|item|person|job|animal|activity|place|sport|answer|secret|vehicle|instrument|tool|food)|the secret|this|that|they|these|it's)\b/;

const PEOPLE = '(?:you|i|we|people|one|humans|someone|somebody|most people|everyone|a person|person|they)';
const MODAL = '(?:can|could|would|do|should|might|may|did|will)';
const IN = '(?:in|at|on|inside of|inside|near|around|within|under|by)';

/** What fits into a pocket and so on, in centimetres. */
const ROOMS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    pocket: 15,
    hand: 25,
    backpack: 50,
    bag: 50,
    car: 200,
    room: 350,
  }),
);
/** What one can hold or carry, in centimetres. */
const HAND_HELD = 60;
const HELD = new RegExp(`^${MODAL} ${PEOPLE} (?:hold|carry) it(?: in (?:one|a|your|the|one's)? ?hands?)?$`);

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** One plain clause in lower case, without quotation marks and final punctuation; undefined if it is more than that. */
function clause(question: string): string | undefined {
  const plain = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/["“”]|(?<![a-z])'|'(?![a-z])/g, '')
    .replace(/[\s?!.]+$/, '')
    .replace(/[-‐-―]/g, ' ')
    .trim()
    .replace(FILLERS, '');
  if (!/^[\p{L}\p{N}' ]+$/u.test(plain) || NOT_PLAIN.test(plain)) return undefined;
  return tidy(plain).replace(SUBJECT, '$1 it');
}

function countOf(text: string): number | undefined {
  const count = NUMBERS.get(text) ?? Number(text);
  return Number.isInteger(count) ? count : undefined;
}

function spelling(test: (letters: string, words: number) => boolean): Reading {
  return { kind: 'spelling', test };
}

function readLength(text: string): Reading | undefined {
  const long =
    /^(?:does it|is it) (?:have |contain |consist of )?(more than|fewer than|less than|over|under|at least|at most|exactly|longer than|shorter than)? ?(\w+) (letters?|words?|characters?)(?: or (?:more|less))?(?: long)?$/.exec(
      text,
    );
  if (long === null) return undefined;
  const [, relation = 'exactly', number = '', unit = ''] = long;
  const count = number === 'single' ? 1 : countOf(number);
  if (count === undefined) return undefined;
  const passes = (length: number): boolean => {
    switch (relation) {
      case 'more than':
      case 'over':
      case 'longer than':
        return length > count;
      case 'fewer than':
      case 'less than':
      case 'under':
      case 'shorter than':
        return length < count;
      case 'at least':
        return length >= count;
      case 'at most':
        return length <= count;
      default:
        return length === count;
    }
  };
  return spelling((letters, words) => passes(unit.startsWith('word') ? words : letters.length));
}

function readLetters(text: string): Reading | undefined {
  const letter = "(?:an? |the )?(?:letter )?([a-z])(?:'s)?";
  const match = (pattern: string): string | undefined => new RegExp(`^${pattern}$`).exec(text)?.[1];
  const start =
    match(`does it (?:start|begin) with ${letter}`) ??
    match(`is (?:it|its|the)(?:'s)? first letter ${letter}`);
  if (start !== undefined) return spelling((letters) => letters.startsWith(start));
  const end =
    match(`does it (?:end|finish) (?:with|in) ${letter}`) ??
    match(`is (?:it|its|the)(?:'s)? last letter ${letter}`);
  if (end !== undefined) return spelling((letters) => letters.endsWith(end));
  const inside =
    match(`(?:does|has) it (?:contain|have|include|got)(?: got)? ${letter}(?: in it)?`) ??
    match(`is there ${letter} in (?:it|the word)`);
  if (inside !== undefined) return spelling((letters) => letters.includes(inside));
  if (/^does it (?:start|begin) with (?:a )?vowel$/.test(text))
    return spelling((letters) => /^[aeiou]/.test(letters));
  if (/^does it (?:start|begin) with (?:a )?consonant$/.test(text))
    return spelling((letters) => !/^[aeiou]/.test(letters));
  if (/^does it (?:end|finish) (?:with|in) (?:a )?vowel$/.test(text))
    return spelling((letters) => /[aeiou]$/.test(letters));
  if (/^does it (?:have|contain) (?:a )?double letters?$/.test(text))
    return spelling((letters) => /(.)\1/.test(letters));
  return undefined;
}

function readSize(text: string): Reading | undefined {
  const compared =
    /^(?:is it|does it) (bigger|larger|taller|longer|smaller|shorter|tinier)(?: in size)? than (?:a |an |the |your |my )?(?:average |adult |typical |normal )?(.+)$/.exec(
      text,
    );
  if (compared !== null) {
    const than = MEASURES.get(compared[2] ?? '');
    return than === undefined ? undefined : sizeReading(!/^(?:sm|sh|ti)/.test(compared[1] ?? ''), than);
  }
  const holder = /^(?:would|does|can|could|will) it fit (?:in|into|inside) (?:a |your |my |the )?(\w+)$/.exec(
    text,
  )?.[1];
  if (holder !== undefined) {
    const room = ROOMS.get(holder);
    return room === undefined ? undefined : sizeReading(false, room);
  }
  return HELD.test(text) ? sizeReading(false, HAND_HELD) : undefined;
}

function lookup(frame: Frame, wording: string): Reading | undefined {
  const asked = WORDINGS.get(`${frame}:${wording}`);
  return asked === undefined ? undefined : { kind: 'fact', ...asked };
}

/** What follows "is it": something one can do, material, place, use, or simply what it is. */
function readBeing(rest: string): Reading | undefined {
  const able = new RegExp(
    `^(?:something|thing|object|what)? ?(?:that |which )?${PEOPLE} (?:can |could |would |might |have to |need to )?(.+)$`,
  ).exec(rest);
  if (able !== null) return readDoing(able[1] ?? '');
  const bare = rest.replace(/^(?:something|thing|object) (?:that is |which is |that |which )?/, '');
  const material = /^made (?:up |mainly |entirely )?(?:out of|of|from|with) (.+)$/.exec(bare);
  if (material !== null) return lookup('made', material[1] ?? '');
  const purpose = /^(?:used|meant|made) (?:for|to|as) (.+)$/.exec(bare) ?? /^for (.+)$/.exec(bare);
  const use = purpose === null ? undefined : lookup('use', purpose[1] ?? '');
  if (use !== undefined) return use;
  const where = new RegExp(
    `^(?:found |seen |kept |located |used |sold |stored |situated |done |played |placed |held |worn |to be found )?${IN} (.+)$`,
  ).exec(bare);
  const place = where === null ? undefined : lookup('find', where[1] ?? '');
  if (place !== undefined) return place;
  const bareWhere =
    /^(?:found|seen|kept|located|used|done|played) (indoors|outdoors|inside|outside|underwater|underground)$/.exec(
      bare,
    );
  if (bareWhere !== null) return lookup('find', bareWhere[1] ?? '');
  const having = /^(?:has|have|with) (.+)$/.exec(bare);
  if (having !== null) return lookup('have', having[1] ?? '');
  return lookup('be', bare) ?? (bare === rest ? undefined : lookup('do', bare.replace(/^(\w+?)s\b/, '$1')));
}

/** What people can do with it, the "it" among the words or left out. */
function readDoing(rest: string): Reading | undefined {
  const verb = tidy(rest.replace(/\bit\b/, ' ').replace(/^(?:have|need) to (?=\w)/, ''));
  const where = new RegExp(
    `^(?:find|see|buy|keep|use|get|have|put|do|play|encounter|meet|store|wear|hold) ${IN} (.+)$`,
  ).exec(verb);
  const place = where === null ? undefined : lookup('find', where[1] ?? '');
  if (place !== undefined) return place;
  const bareWhere =
    /^(?:find|see|keep|use|do|play) (indoors|outdoors|inside|outside|underwater|underground)$/.exec(verb);
  if (bareWhere !== null) return lookup('find', bareWhere[1] ?? '');
  const purpose = /^use (?:for|to|as) (.+)$/.exec(verb);
  return lookup('to', verb) ?? (purpose === null ? undefined : lookup('use', purpose[1] ?? ''));
}

function readFact(text: string): Reading | undefined {
  const being = /^(?:is|are|was) it (.+)$/.exec(text);
  if (being !== null) {
    const rest = being[1] ?? '';
    if (/^(?:big|large|huge)$/.test(rest)) return BIG;
    if (/^(?:small|little|tiny)$/.test(rest)) return SMALL;
    return readBeing(rest);
  }
  const having = /^(?:does|do|has) it (?:have|has|got|have got) (.+)$/.exec(text);
  if (having !== null) {
    const what = having[1] ?? '';
    return lookup('have', what) ?? lookup('do', `have ${what}`);
  }
  if (/^(?:do|does) (?:children|kids) (?:use|like|play with|do|wear|eat|have|go) (?:it|there)$/.test(text))
    return lookup('be', 'for children');
  const doing = new RegExp(`^${MODAL} ${PEOPLE} (.+)$`).exec(text);
  if (doing !== null) return readDoing(doing[1] ?? '');
  const acting = /^(?:does|do|can|could|would|will|did) it (.+)$/.exec(text);
  if (acting === null) return undefined;
  const rest = acting[1] ?? '';
  const bareWhere =
    /^(?:live|work|take place|happen|grow|belong) (indoors|outdoors|inside|outside|underwater|underground)$/.exec(
      rest,
    );
  const where = new RegExp(
    `^(?:live|work|belong|happen|occur|take place|exist|grow|appear) ${IN} (.+)$`,
  ).exec(rest);
  const found = new RegExp(`^be (?:found|seen|used|bought|kept|done|played) (?:${IN} )?(.+)$`).exec(rest);
  const passive = /^be (.+)$/.exec(rest);
  return (
    lookup('do', rest) ??
    (bareWhere === null ? undefined : lookup('find', bareWhere[1] ?? '')) ??
    (where === null ? undefined : lookup('find', where[1] ?? '')) ??
    (found === null ? undefined : lookup('find', found[1] ?? '')) ??
    (passive === null ? undefined : lookup('be', passive[1] ?? ''))
  );
}

/**
 * Reads a question, whatever the secret word is. Null when it is not a plain yes/no question of a kind the
 * table has an answer to. A question for a word that the table has no fact of, as in "is it a violin?", is
 * `named`.
 */
export function readQuestion(question: string): Reading | null {
  const text = clause(question);
  if (text === undefined) return null;
  const bare = tidy(text.replace(ADVERBS, ' '));
  const special = readLength(bare) ?? readLetters(bare) ?? readSize(bare);
  if (special !== undefined) return special;
  const reduced = tidy(bare.replace(ARTICLES, ' ').replace(KINDS, ' ')).replace(/ to (?:work|function)$/, '');
  const fact = readFact(reduced);
  if (fact !== undefined) return fact;
  const named = /^(?:is|are|was) it (.+)$/.exec(reduced)?.[1];
  return named === undefined ? null : { kind: 'named', word: normalisedAnswer(named) };
}

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
      const letters = normalisedAnswer(entry.word).replace(/[^\p{L}]/gu, '');
      return reading.test(letters, normalisedAnswer(entry.word).split(' ').length) ? 'yes' : 'no';
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
