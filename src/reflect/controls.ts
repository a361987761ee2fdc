/**
 * Control playbooks: what a playbook does that owes nothing to what was learned. A control has the form of what it
 * stands against: prose, rules with their ids and counts, or each seat's notes.
 */
import { rngOf } from '../base/rng.js';
import { TRAIT_NAMES } from '../games/engine/traits.js';
import { formatNotes, isNotes, parseNotes } from '../playbooks/notes.js';
import { formatRules, isRules, parseRules } from '../playbooks/rules.js';
import { GRADES, parseMaxims, writeMaxim } from '../players/builtin/maxims.js';
import type { Maxim } from '../players/builtin/maxims.js';
import { writePlaybook } from './builtin/prose.js';
import { rewrittenSeatNotes } from './notes/text.js';

/** What a placebo is shaped on when no playbook is given: every trait of both sides, of middling strength. */
const PLAIN: readonly Maxim[] = (['alt', 'main'] as const).flatMap((side) =>
  TRAIT_NAMES.map((trait): Maxim => ({ side, trait, strength: GRADES[3].strength, evidence: 1000 })),
);

/** Each of a list's places with another place: one cycle through a random order, so that nothing stays. */
function cycle(length: number, seed: string): readonly number[] {
  const order = rngOf(`${seed}/shuffled`).shuffle(Array.from({ length }, (_, index) => index));
  const source = new Map(order.map((index, place) => [index, order[(place + 1) % length] ?? index]));
  return Array.from({ length }, (_, index) => source.get(index) ?? index);
}

/** The maxims with directions drawn by lot, as many one way as the other, and strengths dealt anew. */
function aimless(maxims: readonly Maxim[], seed: string): readonly Maxim[] {
  const rng = rngOf(`${seed}/placebo`);
  const strengths = rng.shuffle(maxims.map(({ strength }) => Math.abs(strength)));
  const signs = rng.shuffle(maxims.map((_, index) => (index % 2 === 0 ? 1 : -1)));
  return maxims.map((maxim, index) => ({
    ...maxim,
    strength: (signs[index] ?? 1) * (strengths[index] ?? 0),
  }));
}

/** The maxims, each with the strength and evidence of another. */
function permuted(maxims: readonly Maxim[], seed: string): readonly Maxim[] {
  const source = cycle(maxims.length, seed);
  return maxims.map((maxim, index) => {
    const { strength, evidence } = maxims[source[index] ?? index] ?? maxim;
    return { ...maxim, strength, evidence };
  });
}

/** Rules whose maxims are others, with their ids and counts. A rule that is no maxim stays. */
function rulesWith(text: string, change: (maxims: readonly Maxim[]) => readonly Maxim[]): string {
  const book = parseRules(text);
  const held = book.rules.flatMap((rule) => {
    const [maxim] = parseMaxims(rule.text);
    return maxim === undefined ? [] : [{ rule, maxim }];
  });
  const changed = change(held.map(({ maxim }) => maxim));
  const texts = new Map(held.map(({ rule, maxim }, index) => [rule.id, writeMaxim(changed[index] ?? maxim)]));
  return formatRules({
    ...book,
    rules: book.rules.map((rule) => ({ ...rule, text: texts.get(rule.id) ?? rule.text })),
  });
}

/**
 * A playbook for builtin players that was written without seeing any game: as many maxims as `like` has, on the
 * same traits, as strong and resting on as much, each in a direction drawn by lot (as many one way as the other).
 * Of notes each seat's are drawn for themselves.
 *
 * @param seed any text; the same text gives the same playbook
 * @param like the playbook to match; with null, or one without maxims, a middling one of full length
 */
export function placeboPlaybook(seed: string, like: string | null): string {
  const maxims = like === null ? [] : parseMaxims(like);
  if (like === null || maxims.length === 0) return writePlaybook(aimless(PLAIN, seed));
  if (isNotes(like)) {
    const drawn = [...parseNotes(like)].map(([seat, text]): [number, string] => [
      seat,
      rewrittenSeatNotes(text, (own) => aimless(own, `${seed}/${seat}`)),
    ]);
    return formatNotes(new Map(drawn));
  }
  if (isRules(like)) return rulesWith(like, (own) => aimless(own, seed));
  return writePlaybook(aimless(maxims, seed));
}

/** List items and paragraphs in another order, headings where they were. */
function shuffledProse(text: string, seed: string): string {
  const blocks = text.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)|\n{2,}/);
  const movable = blocks.flatMap((block, index) =>
    /^\s*#/.test(block) || block.trim() === '' ? [] : [index],
  );
  const moved = rngOf(`${seed}/shuffled`).shuffle(movable);
  const place = new Map(movable.map((index, rank) => [index, moved[rank] ?? index]));
  return `${blocks
    .map((block, index) => blocks[place.get(index) ?? index] ?? block)
    .join('\n\n')
    .trim()}\n`;
}

/** "When I hide, I agree early." as what it is for and what it advises. */
const WHEN_THEN = /^((?:when|whenever|if|as|while|before|after|once|on|with|in|for)\b[^,:]*[,:]\s+)(\S.*)$/i;

/**
 * Rules whose advice has changed places: what one says to do stands after what another is for, under that one's
 * id and counts. A rule that is not made of two such halves changes places as a whole.
 */
function shuffledRuleTexts(text: string, seed: string): string {
  const book = parseRules(text);
  const halves = book.rules.map((rule) => WHEN_THEN.exec(rule.text));
  const texts = book.rules.map(({ text: whole }) => whole);
  for (const split of [true, false]) {
    const places = halves.flatMap((half, index) => ((half !== null) === split ? [index] : []));
    const source = cycle(places.length, `${seed}/${split ? 'halves' : 'wholes'}`);
    places.forEach((place, rank) => {
      const from = places[source[rank] ?? rank] ?? place;
      const whole = book.rules[from]?.text ?? '';
      texts[place] = split ? `${halves[place]?.[1] ?? ''}${halves[from]?.[2] ?? ''}` : whole;
    });
  }
  return formatRules({
    ...book,
    rules: book.rules.map((rule, index) => ({ ...rule, text: texts[index] ?? rule.text })),
  });
}

/** Each seat with the notes of another, and these permuted in themselves: seats alone may all have learned the same. */
function shuffledNotes(text: string, seed: string): string {
  const notes = [...parseNotes(text)];
  const source = cycle(notes.length, `${seed}/seats`);
  const moved = notes.map(([seat, own], index): [number, string] => {
    const note = notes[source[index] ?? index]?.[1] ?? own;
    const lot = `${seed}/${seat}`;
    return [
      seat,
      parseMaxims(note).length > 0
        ? rewrittenSeatNotes(note, (maxims) => permuted(maxims, lot))
        : shuffledProse(note, lot),
    ];
  });
  return formatNotes(new Map(moved));
}

/**
 * A playbook's own advice permuted across sides and skills: every maxim keeps its direction, strength and
 * evidence, and speaks of another side or trait than before. Text without maxims comes back with its list items
 * and paragraphs in another order, each under another heading where there are several; rules with each other's
 * advice; notes with another seat's, permuted as well.
 *
 * @param seed any text; the same text gives the same permutation
 */
export function shuffledPlaybook(text: string, seed: string): string {
  if (isNotes(text)) return shuffledNotes(text, seed);
  const maxims = parseMaxims(text);
  if (isRules(text)) {
    return maxims.length > 0 ? rulesWith(text, (own) => permuted(own, seed)) : shuffledRuleTexts(text, seed);
  }
  return maxims.length > 0 ? writePlaybook(permuted(maxims, seed)) : shuffledProse(text, seed);
}
