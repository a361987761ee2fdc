/**
 * How the judge of Insider reads a question: plain English yes/no questions in a few frames. The reading does
 * not depend on the secret word. Whatever is no such question is not read at all.
 */
import { normalisedAnswer } from '../shared/answers.js';
import { WORDINGS } from './facts.js';
import type { FactId, Frame } from './facts.js';

/** A question as the judge reads it. */
export type Reading =
  | { readonly kind: 'fact'; readonly fact: FactId; readonly positive: boolean }
  /** Is it big (or small)? Yes from `yes` centimetres on, no from `no` on, opinions differ between them. */
  | { readonly kind: 'size'; readonly bigger: boolean; readonly yes: number; readonly no: number }
  /** Does its spelling pass this test? */
  | { readonly kind: 'spelling'; readonly test: (letters: string, words: number) => boolean }
  /** Is it this? A word, normalised. */
  | { readonly kind: 'named'; readonly word: string };

type Rule = readonly [
  pattern: RegExp,
  read: (first: string, second: string, third: string) => Reading | undefined,
];

/** The reading of the first rule that fits and has one. */
function firstReading(rules: readonly Rule[], text: string): Reading | undefined {
  for (const [pattern, read] of rules) {
    const match = pattern.exec(text);
    const reading = match === null ? undefined : read(match[1] ?? '', match[2] ?? '', match[3] ?? '');
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

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

// Spelling

const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

function countOf(text: string): number | undefined {
  const count = text === 'single' ? 1 : NUMBERS.includes(text) ? NUMBERS.indexOf(text) + 1 : Number(text);
  return Number.isInteger(count) ? count : undefined;
}

const RELATIONS: ReadonlyMap<string, (length: number, count: number) => boolean> = new Map(
  Object.entries({
    'more than': (length: number, count: number) => length > count,
    over: (length: number, count: number) => length > count,
    'longer than': (length: number, count: number) => length > count,
    'fewer than': (length: number, count: number) => length < count,
    'less than': (length: number, count: number) => length < count,
    under: (length: number, count: number) => length < count,
    'shorter than': (length: number, count: number) => length < count,
    'at least': (length: number, count: number) => length >= count,
    'at most': (length: number, count: number) => length <= count,
    exactly: (length: number, count: number) => length === count,
  }),
);

function lengthReading(relation: string, number: string, unit: string): Reading | undefined {
  const count = countOf(number);
  const holds = RELATIONS.get(relation === '' ? 'exactly' : relation);
  if (count === undefined || holds === undefined) return undefined;
  const ofWords = unit.startsWith('word');
  return { kind: 'spelling', test: (letters, words) => holds(ofWords ? words : letters.length, count) };
}

function letters(test: (letters: string) => boolean): Reading {
  return { kind: 'spelling', test };
}

const LETTER = "(?:an? |the )?(?:letter )?([a-z])(?:'s)?";
const RELATION = [...RELATIONS.keys()].join('|');

const SPELLING_RULES: readonly Rule[] = [
  [
    new RegExp(
      `^(?:does it|is it) (?:have |contain |consist of )?(${RELATION})? ?(\\w+) (letters?|words?|characters?)(?: long)?$`,
    ),
    lengthReading,
  ],
  [
    new RegExp(`^does it (?:start|begin) with ${LETTER}$`),
    (letter) => letters((word) => word.startsWith(letter)),
  ],
  [
    new RegExp(`^is (?:it|its|the) first letter ${LETTER}$`),
    (letter) => letters((word) => word.startsWith(letter)),
  ],
  [
    new RegExp(`^does it (?:end|finish) (?:with|in) ${LETTER}$`),
    (letter) => letters((word) => word.endsWith(letter)),
  ],
  [
    new RegExp(`^is (?:it|its|the) last letter ${LETTER}$`),
    (letter) => letters((word) => word.endsWith(letter)),
  ],
  [
    new RegExp(`^(?:does|has) it (?:contain|have|include|got) ${LETTER}(?: in it)?$`),
    (letter) => letters((word) => word.includes(letter)),
  ],
  [/^does it (?:start|begin) with (?:a )?vowel$/, () => letters((word) => /^[aeiou]/.test(word))],
  [/^does it (?:start|begin) with (?:a )?consonant$/, () => letters((word) => !/^[aeiou]/.test(word))],
  [/^does it (?:end|finish) (?:with|in) (?:a )?vowel$/, () => letters((word) => /[aeiou]$/.test(word))],
  [/^does it (?:have|contain) (?:a )?double letters?$/, () => letters((word) => /(.)\1/.test(word))],
];

// Size

// prettier-ignore
/** Largest dimensions of things people compare with, in centimetres. */
const MEASURES: ReadonlyMap<string, number> = new Map(Object.entries({
  coin: 2, grape: 2, finger: 8, thumb: 6, egg: 6, mouse: 8, apple: 8, fist: 10, 'tennis ball': 7, phone: 15,
  cup: 10, hand: 18, banana: 18, pencil: 18, shoe: 30, book: 25, football: 22, 'soccer ball': 22, basketball: 24,
  ball: 22, shoebox: 35, 'shoe box': 35, breadbox: 40, 'bread box': 40, 'loaf of bread': 30, cat: 45, laptop: 35,
  microwave: 50, backpack: 50, suitcase: 70, chair: 90, dog: 80, child: 120, person: 170, human: 170,
  'human being': 170, man: 175, woman: 165, me: 170, you: 170, adult: 170, door: 200, fridge: 180,
  refrigerator: 180, bed: 200, cow: 240, horse: 240, car: 450, elephant: 600, truck: 900, bus: 1200, house: 1200,
  'football field': 10_000,
}));

// prettier-ignore
/** The size of what fits into a pocket and so on, in centimetres. */
const ROOMS: ReadonlyMap<string, number> = new Map(Object.entries({
  pocket: 15, hand: 25, backpack: 50, bag: 50, car: 200, room: 350,
}));

/** The size of what one can hold or carry, in centimetres. */
const HAND_HELD = 60;
/** Sizes within this factor of each other are too near for a plain answer. */
const NEARLY_EQUAL = 1.5;

const BIG: Reading = { kind: 'size', bigger: true, yes: 200, no: 40 };
const SMALL: Reading = { kind: 'size', bigger: false, yes: 20, no: 100 };

/** Bigger (or smaller) than something of so many centimetres. */
function sizeReading(bigger: boolean, than: number | undefined): Reading | undefined {
  if (than === undefined) return undefined;
  const [more, less] = [than * NEARLY_EQUAL, than / NEARLY_EQUAL];
  return { kind: 'size', bigger, yes: bigger ? more : less, no: bigger ? less : more };
}

const PEOPLE = '(?:you|i|we|people|one|humans|someone|somebody|most people|everyone|a person|person|they)';
const MODAL = '(?:can|could|would|do|should|might|may|did|will)';
const THAN = 'than (?:a |an |the |your |my )?(?:average |adult |typical |normal )?(.+)';

const SIZE_RULES: readonly Rule[] = [
  [
    new RegExp(`^is it (?:bigger|larger|taller|longer)(?: in size)? ${THAN}$`),
    (than) => sizeReading(true, MEASURES.get(than)),
  ],
  [
    new RegExp(`^is it (?:smaller|shorter|tinier)(?: in size)? ${THAN}$`),
    (than) => sizeReading(false, MEASURES.get(than)),
  ],
  [
    /^(?:would|does|can|could|will) it fit (?:in|into|inside) (?:a |one |your |my |the )?(\w+)$/,
    (room) => sizeReading(false, ROOMS.get(room)),
  ],
  [
    new RegExp(`^${MODAL} ${PEOPLE} (?:hold|carry) it(?: in (?:one |a |your |the |one's )?hands?)?$`),
    () => sizeReading(false, HAND_HELD),
  ],
  [/^is it (?:big|large|huge)$/, () => BIG],
  [/^is it (?:small|little|tiny)$/, () => SMALL],
];

// Facts

function lookup(frame: Frame, wording: string): Reading | undefined {
  const asked = WORDINGS.get(`${frame}:${wording}`);
  return asked === undefined ? undefined : { kind: 'fact', ...asked };
}

const IN = '(?:in|at|on|inside of|inside|near|around|within|under|by)';
const ADVERB_OF_PLACE = '(indoors|outdoors|inside|outside|underwater|underground)';

/** What follows "can you" and the like, without its "it". */
const DOING_RULES: readonly Rule[] = [
  [
    new RegExp(`^(?:find|see|buy|keep|use|get|have|put|do|play|encounter|meet|store|wear|hold) ${IN} (.+)$`),
    (where) => lookup('find', where),
  ],
  [new RegExp(`^(?:find|see|keep|use|do|play) ${ADVERB_OF_PLACE}$`), (where) => lookup('find', where)],
  [/^(.+)$/, (verb) => lookup('to', verb)],
  [/^use (?:for|to|as) (.+)$/, (purpose) => lookup('use', purpose)],
];

function readDoing(text: string): Reading | undefined {
  return firstReading(DOING_RULES, tidy(text.replace(/\bit\b/, ' ').replace(/^(?:have|need) to (?=\w)/, '')));
}

/** What follows "is it": something people can do with it, its material, use or place, or simply what it is. */
const BEING_RULES: readonly Rule[] = [
  [
    new RegExp(
      `^(?:something|thing|object|what)? ?(?:that |which )?${PEOPLE} (?:can |could |would |might )?(.+)$`,
    ),
    readDoing,
  ],
  [
    /^(?:something|thing|object) (?:that is |which is |that |which )?(.+)$/,
    (rest) => firstReading(BEING_RULES, rest),
  ],
  [/^made (?:up |entirely )?(?:out of|of|from|with) (.+)$/, (material) => lookup('made', material)],
  [/^(?:used|meant|made) (?:for|to|as) (.+)$/, (purpose) => lookup('use', purpose)],
  [/^for (.+)$/, (purpose) => lookup('use', purpose)],
  [
    new RegExp(
      `^(?:found |seen |kept |located |used |sold |stored |situated |done |played |placed |held |worn |to be found )?${IN} (.+)$`,
    ),
    (where) => lookup('find', where),
  ],
  [
    new RegExp(`^(?:found|seen|kept|located|used|done|played) ${ADVERB_OF_PLACE}$`),
    (where) => lookup('find', where),
  ],
  [/^(?:has|have|with) (.+)$/, (part) => lookup('have', part)],
  [/^(.+)$/, (what) => lookup('be', what)],
];

const FACT_RULES: readonly Rule[] = [
  [/^(?:is|are|was) it (.+)$/, (rest) => firstReading(BEING_RULES, rest)],
  [/^(?:does|do|did|has) it (?:have|has|got|have got) (.+)$/, (part) => lookup('have', part)],
  [
    /^(?:do|does) (?:children|kids) (?:use|like|play with|do|wear|eat|have|go) (?:it|there)$/,
    () => lookup('be', 'for children'),
  ],
  [new RegExp(`^${MODAL} ${PEOPLE} (.+)$`), readDoing],
  [/^(?:does|do|can|could|would|will|did) it (.+)$/, (verb) => lookup('do', verb)],
  [
    new RegExp(
      `^(?:does|do|can|could|would|will) it (?:live|work|take place|happen|occur|exist|appear|grow|belong) ${ADVERB_OF_PLACE}$`,
    ),
    (where) => lookup('find', where),
  ],
  [
    new RegExp(
      `^(?:does|do|can|could|would|will) it (?:live|work|take place|happen|occur|exist|appear|grow|belong) ${IN} (.+)$`,
    ),
    (where) => lookup('find', where),
  ],
  [
    new RegExp(
      `^(?:can|could|would|will) it be (?:found|seen|used|bought|kept|done|played) (?:${IN} )?(.+)$`,
    ),
    (where) => lookup('find', where),
  ],
  [/^(?:can|could|would|will) it be (.+)$/, (what) => lookup('be', what)],
];

/**
 * Reads a question. Null when it is not a plain yes/no question of a kind the table has an answer to. A question
 * for a word that the table has no fact of, as in "is it a violin?", is `named`.
 */
export function readQuestion(question: string): Reading | null {
  const text = clause(question);
  if (text === undefined) return null;
  const bare = tidy(text.replace(ADVERBS, ' '));
  const reduced = tidy(bare.replace(ARTICLES, ' ').replace(KINDS, ' ')).replace(/ to (?:work|function)$/, '');
  const reading =
    firstReading(SPELLING_RULES, bare) ?? firstReading(SIZE_RULES, bare) ?? firstReading(FACT_RULES, reduced);
  if (reading !== undefined) return reading;
  const named = /^(?:is|are|was) it (.+)$/.exec(reduced)?.[1];
  return named === undefined ? null : { kind: 'named', word: normalisedAnswer(named) };
}
