/**
 * The language between the builtin reflector and the builtin players: first-person sentences, each one piece of
 * advice. Whoever writes such a sentence is understood; any other text is passed over. Nothing else carries
 * what was learned from one round to the next.
 */
import type { SideId } from '../../games/engine/definition.js';
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { Trait } from '../../games/engine/traits.js';

/** Whose conduct a maxim is about; `any` is a seat of a game without sides. */
export type MaximSide = SideId | 'any';

/** Sides in the order in which a playbook lists them. */
export const MAXIM_SIDES: readonly MaximSide[] = ['alt', 'main', 'any'];

/** One piece of advice. */
export interface Maxim {
  readonly side: MaximSide;
  readonly trait: Trait;
  /**
   * Points of win chance gained by one unit more of the trait in a game, shrunk towards 0 for want of
   * evidence; below 0 when the opposite conduct helps. Written as one of {@link GRADES}.
   */
  readonly strength: number;
  /**
   * How much it rests on, in clear choices: even choices between showing the trait and not. A whole number,
   * at most {@link MAX_EVIDENCE}.
   */
  readonly evidence: number;
}

/** Grades of strength, weakest first; each is about half as much again as the one before. */
export const GRADES = [
  { word: 'a faint effect', strength: 0.4 },
  { word: 'a slight effect', strength: 0.7 },
  { word: 'a modest effect', strength: 1.1 },
  { word: 'a fair effect', strength: 1.7 },
  { word: 'a clear effect', strength: 2.5 },
  { word: 'a strong effect', strength: 3.7 },
  { word: 'a very strong effect', strength: 5.5 },
  { word: 'an overwhelming effect', strength: 8 },
] as const;

const NO_EFFECT = 'no effect so far';

/** Evidence is written with at most six digits. */
export const MAX_EVIDENCE = 999_999;

const SIDE_PHRASES: Readonly<Record<MaximSide, string>> = {
  alt: 'When I am on the hidden side',
  main: 'When I am with the majority',
  any: 'When there are no sides',
};

interface Conduct {
  readonly more: string;
  readonly less: string;
}

/** The two ways of each trait, to follow "I win more often when I". No phrase is the beginning of another. */
const CONDUCT: Readonly<Record<Trait, Conduct>> = {
  blend: {
    more: 'do what a player with nothing to hide would do',
    less: 'stop caring how innocent I look and act for the result',
  },
  bluff: {
    more: 'am ready to claim what I know is untrue',
    less: 'keep my claims true',
  },
  suspect: {
    more: 'act on the evidence, against those it points at and with those it clears',
    less: 'leave the evidence aside when I choose whom to side with',
  },
  probe: {
    more: 'ask, test and try what is not yet known',
    less: 'make do with what is known instead of testing further',
  },
  assert: {
    more: 'put my own view forward firmly',
    less: 'hold my own view back and stay out of the argument',
  },
  conform: {
    more: 'go along with what most of the table wants',
    less: 'go my own way when the table leans the other way',
  },
  share: {
    more: 'tell the others what I know and what I mean to do',
    less: 'keep what I know to myself',
  },
  listen: {
    more: 'let what others have said guide my next move',
    less: 'set aside what others merely say',
  },
  loyalty: {
    more: 'serve my partners and the common cause, even at a cost to me',
    less: 'keep my distance from my partners and their cause',
  },
  control: {
    more: 'keep myself where things are decided',
    less: 'leave the lead and the limelight to others',
  },
  patience: {
    more: 'hold back early and wait for a better moment',
    less: 'act at once and do not wait for a better moment',
  },
  risk: {
    more: 'take the gamble when it is offered',
    less: 'take the safe course when there is one',
  },
};

/** The grade nearest to a strength by ratio; undefined when it is less than half of the weakest grade. */
function gradeOf(strength: number): (typeof GRADES)[number] | undefined {
  const size = Math.abs(strength);
  if (size < GRADES[0].strength / 2) return undefined;
  const distance = (grade: (typeof GRADES)[number]): number => Math.abs(Math.log(size / grade.strength));
  return GRADES.reduce((best, grade) => (distance(grade) < distance(best) ? grade : best));
}

/** A maxim as its sentence will be read: strength on the scale of {@link GRADES}, evidence a whole number. */
export function graded(maxim: Maxim): Maxim {
  const grade = gradeOf(maxim.strength);
  return {
    ...maxim,
    strength: grade === undefined ? 0 : Math.sign(maxim.strength) * grade.strength,
    evidence: Math.min(MAX_EVIDENCE, Math.max(0, Math.round(maxim.evidence))),
  };
}

/** A maxim as a sentence, without list mark or line end. */
export function writeMaxim(maxim: Maxim): string {
  const { side, trait, evidence } = graded(maxim);
  const grade = gradeOf(maxim.strength);
  const basis = `seen over ${evidence} choices.`;
  if (grade === undefined) {
    return `${SIDE_PHRASES[side]}, it has not mattered whether I ${CONDUCT[trait].more} — ${NO_EFFECT}, ${basis}`;
  }
  const conduct = maxim.strength > 0 ? CONDUCT[trait].more : CONDUCT[trait].less;
  return `${SIDE_PHRASES[side]}, I win more often when I ${conduct} — ${grade.word}, ${basis}`;
}

/** Text as the maxim pattern reads it: Markdown marks gone, one line, lower case, one kind of dash and space. */
function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[*_`~]/g, '')
    .replace(/[#>|]/g, ' ')
    .replace(/[–—−]|--+/g, '-')
    .replace(/(\d)[,'’](?=\d{3}(?!\d))/g, '$1')
    .replace(/\s+/g, ' ');
}

function alternatives(phrases: readonly string[]): string {
  return `(${phrases.join('|')})`;
}

const sideOf = new Map(MAXIM_SIDES.map((side) => [normalised(SIDE_PHRASES[side]), side] as const));
const conductOf = new Map(
  TRAIT_NAMES.flatMap((trait): [string, { readonly trait: Trait; readonly sign: number }][] => [
    [normalised(CONDUCT[trait].more), { trait, sign: 1 }],
    [normalised(CONDUCT[trait].less), { trait, sign: -1 }],
  ]),
);
const strengthOf = new Map<string, number>([
  [NO_EFFECT, 0],
  ...GRADES.map(({ word, strength }) => [word, strength] as const),
]);

const MAXIM = new RegExp(
  `${alternatives([...sideOf.keys()])}, ?(?:i win more often when i|it has not mattered whether i) ` +
    `${alternatives([...conductOf.keys()])} ?- ?${alternatives([...strengthOf.keys()])}, ?` +
    `seen over (?:about )?(\\d{1,6}) choices`,
  'g',
);

/**
 * The maxims found in any text, in the order of {@link MAXIM_SIDES} and traits. List marks, headings, emphasis,
 * line breaks and whatever stands between the sentences do not matter. Where a text says something twice of the
 * same side and trait, the later sentence counts.
 *
 * @returns an empty list for a text without such sentences
 */
export function parseMaxims(text: string): readonly Maxim[] {
  const found = new Map<string, Maxim>();
  for (const match of normalised(text).matchAll(MAXIM)) {
    const [, sideText = '', conductText = '', gradeText = '', evidenceText = ''] = match;
    const side = sideOf.get(sideText);
    const conduct = conductOf.get(conductText);
    const size = strengthOf.get(gradeText);
    if (side === undefined || conduct === undefined || size === undefined) continue;
    found.set(`${side}/${conduct.trait}`, {
      side,
      trait: conduct.trait,
      strength: size === 0 ? 0 : size * conduct.sign,
      evidence: Number(evidenceText),
    });
  }
  return MAXIM_SIDES.flatMap((side) => TRAIT_NAMES.flatMap((trait) => found.get(`${side}/${trait}`) ?? []));
}
