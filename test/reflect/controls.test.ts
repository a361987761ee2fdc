import { describe, expect, it } from 'vitest';
import { formatNotes, parseNotes } from '../../src/playbooks/notes.js';
import { formatRules, parseRules } from '../../src/playbooks/rules.js';
import type { Rule } from '../../src/playbooks/rules.js';
import { TRAIT_NAMES } from '../../src/games/engine/traits.js';
import { GRADES, parseMaxims, writeMaxim } from '../../src/players/builtin/maxims.js';
import type { Maxim } from '../../src/players/builtin/maxims.js';
import { writePlaybook } from '../../src/reflect/builtin/prose.js';
import { parseSeatNotes, writeSeatNotes } from '../../src/reflect/notes/text.js';
import { placeboPlaybook, shuffledPlaybook } from '../../src/reflect/controls.js';
import { wordsOf } from '../../src/base/words.js';

const learned: readonly Maxim[] = (['alt', 'main'] as const).flatMap((side, s) =>
  TRAIT_NAMES.map((trait, t): Maxim => ({
    side,
    trait,
    strength: (GRADES[(t + s) % GRADES.length]?.strength ?? 0) * (t % 3 === 0 ? -1 : 1),
    evidence: 100 + 10 * t + s,
  })),
);
const text = writePlaybook(learned);
const places = (maxims: readonly Maxim[]): string[] => maxims.map(({ side, trait }) => `${side}/${trait}`);
const sizes = (maxims: readonly Maxim[]): number[] =>
  maxims.map(({ strength }) => Math.abs(strength)).toSorted();

describe('a placebo playbook', () => {
  it('has as many maxims, on the same traits, as strong and as long as the playbook it is like', () => {
    const placebo = placeboPlaybook('study 1', text);
    expect(places(parseMaxims(placebo))).toEqual(places(learned));
    expect(sizes(parseMaxims(placebo))).toEqual(sizes(learned));
    expect(Math.abs(wordsOf(placebo).length / wordsOf(text).length - 1)).toBeLessThan(0.1);
  });

  it('advises one way as often as the other, drawn by lot', () => {
    const directions = (seed: string): number[] =>
      parseMaxims(placeboPlaybook(seed, text)).map(({ strength }) => Math.sign(strength));
    const agreements: number[] = [];
    for (let seed = 0; seed < 200; seed += 1) {
      const signs = directions(`seed ${seed}`);
      expect(signs.reduce((sum, sign) => sum + sign, 0)).toBe(0);
      agreements.push(
        signs.filter((sign, index) => sign === Math.sign(learned[index]?.strength ?? 0)).length /
          signs.length,
      );
    }
    // Half of the directions agree with the learned ones by chance; 24 signs × 200 draws have a standard error of 0.007.
    const mean = agreements.reduce((sum, share) => sum + share, 0) / agreements.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });

  it('is the same for the same seed and another for another', () => {
    expect(placeboPlaybook('a', text)).toBe(placeboPlaybook('a', text));
    expect(placeboPlaybook('a', text)).not.toBe(placeboPlaybook('b', text));
  });

  it('speaks of every trait of both sides when there is nothing to be like', () => {
    for (const like of [null, 'Prose without maxims.']) {
      expect(places(parseMaxims(placeboPlaybook('a', like)))).toEqual(places(learned));
    }
  });
});

describe('a shuffled playbook', () => {
  it('keeps every piece of advice and leaves none where it was', () => {
    const shuffled = parseMaxims(shuffledPlaybook(text, 'study 1'));
    expect(places(shuffled)).toEqual(places(learned));
    const pieces = (maxims: readonly Maxim[]): string[] =>
      maxims.map(({ strength, evidence }) => `${strength}/${evidence}`).toSorted();
    expect(pieces(shuffled)).toEqual(pieces(learned));
    shuffled.forEach((maxim, index) => expect(maxim).not.toEqual(learned[index]));
  });

  it('is the same for the same seed and another for another', () => {
    expect(shuffledPlaybook(text, 'a')).toBe(shuffledPlaybook(text, 'a'));
    expect(shuffledPlaybook(text, 'a')).not.toBe(shuffledPlaybook(text, 'b'));
  });

  it('of prose keeps the headings and moves the paragraphs and list items between them', () => {
    const prose = `# Mine\n\n## Hiding\n\n- Agree early.\n- Say little.\n\n## Seeking\n\nCount who gains.\n\n- Ask twice.\n`;
    const shuffled = shuffledPlaybook(prose, 'seed');
    const lines = (body: string): string[] => body.split('\n').filter((line) => line !== '');
    expect(lines(shuffled).toSorted()).toEqual(lines(prose).toSorted());
    expect(lines(shuffled)).not.toEqual(lines(prose));
    expect(lines(shuffled).filter((line) => line.startsWith('#'))).toEqual([
      '# Mine',
      '## Hiding',
      '## Seeking',
    ]);
  });
});

const asRules = formatRules({
  rules: learned.map((maxim, index): Rule => ({
    id: index + 3,
    section: maxim.side,
    text: writeMaxim(maxim),
    helpful: index,
    harmful: 1,
  })),
  nextId: 40,
});
const dress = (body: string): unknown[] =>
  parseRules(body).rules.map(({ id, section, helpful, harmful }) => [id, section, helpful, harmful]);

describe('controls of rules', () => {
  it('of maxims keep ids, headings and counts, and change the advice as those of prose do', () => {
    for (const control of [placeboPlaybook('a', asRules), shuffledPlaybook(asRules, 'a')]) {
      expect(dress(control)).toEqual(dress(asRules));
      expect(parseRules(control).nextId).toBe(40);
      expect(places(parseMaxims(control))).toEqual(places(learned));
      expect(sizes(parseMaxims(control))).toEqual(sizes(learned));
      expect(control).not.toBe(asRules);
    }
    parseMaxims(shuffledPlaybook(asRules, 'a')).forEach((maxim, index) =>
      expect(maxim).not.toEqual(learned[index]),
    );
  });

  it('of a model give each "when" the advice of another', () => {
    const texts = [
      'When I hide, I agree early.',
      'If a vote fails, I ask why.',
      'As a leader, I take two.',
      'I never sulk.',
    ];
    const rules = texts.map((body, index): Rule => ({
      id: index + 1,
      section: '',
      text: body,
      helpful: 1,
      harmful: 0,
    }));
    const shuffled = parseRules(shuffledPlaybook(formatRules({ rules, nextId: 5 }), 'a')).rules;
    const whens = shuffled.map(({ text: body }) => body.split(', ')[0]);
    const thens = shuffled.flatMap(({ text: body }) => body.split(', ')[1] ?? []);
    expect(whens).toEqual(['When I hide', 'If a vote fails', 'As a leader', 'I never sulk.']);
    expect(thens.toSorted()).toEqual(['I agree early.', 'I ask why.', 'I take two.']);
    thens.forEach((then, index) => expect(texts[index]).not.toContain(then));
  });
});

describe('controls of notes', () => {
  const seatNotes = async (seat: number): Promise<string> => {
    const maxims = learned.map((maxim, index) => ({
      ...maxim,
      strength: maxim.strength * (1 + seat / 100 + index / 1000),
    }));
    const tallies = new Map([
      ['alt', { games: seat, won: 0 }],
      ['main', { games: 1, won: 1 }],
    ] as const);
    return (await writeSeatNotes({ tallies, maxims }, 600)) ?? '';
  };
  const strengths = (body: string | undefined): string[] =>
    parseSeatNotes(body ?? '')
      .maxims.map(({ strength }) => Math.abs(strength).toFixed(2))
      .toSorted();

  it('of maxims have the form of each seat: as much advice, as strong, as long a ledger', async () => {
    const notes = new Map<number, string>();
    for (const seat of [0, 1, 4]) notes.set(seat, await seatNotes(seat));
    const placebo = parseNotes(placeboPlaybook('a', formatNotes(notes)));
    expect([...placebo.keys()]).toEqual([0, 1, 4]);
    for (const [seat, body] of placebo) {
      expect(strengths(body)).toEqual(strengths(notes.get(seat)));
      expect(parseMaxims(body)).toHaveLength(parseMaxims(notes.get(seat) ?? '').length);
      expect(body).not.toBe(notes.get(seat));
      const signs = parseSeatNotes(body).maxims.reduce((sum, { strength }) => sum + Math.sign(strength), 0);
      expect(signs).toBe(0);
    }
    const shuffled = parseNotes(shuffledPlaybook(formatNotes(notes), 'a'));
    for (const [seat, body] of shuffled) {
      const source = [...notes].find(([, given]) => strengths(given).join() === strengths(body).join());
      expect(source?.[0]).not.toBe(seat);
      expect(parseSeatNotes(body).maxims).not.toEqual(parseSeatNotes(source?.[1] ?? '').maxims);
    }
  });

  it('of prose change seats and the order of their parts', () => {
    const notes = new Map(
      [0, 1, 2].map((seat) => [seat, `- ${seat} agrees.\n- ${seat} waits.\n- ${seat} asks.`]),
    );
    const shuffled = parseNotes(shuffledPlaybook(formatNotes(notes), 'a'));
    expect([...shuffled.keys()]).toEqual([0, 1, 2]);
    for (const [seat, body] of shuffled) expect(body).not.toContain(`${seat} agrees`);
  });
});
