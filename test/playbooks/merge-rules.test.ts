import { describe, expect, it } from 'vitest';
import { mergeRules } from '../../src/playbooks/merge-rules.js';
import { formatRules, parseRules } from '../../src/playbooks/rules.js';
import type { Rule } from '../../src/playbooks/rules.js';

const MANY = 12_000;
const WAIT = 'I wait until two others have spoken before I name anybody.';
const VOTE = 'I vote against every team that holds a player who failed a mission.';
const SMILE = 'I smile at whoever accuses me and ask for a reason.';

const rule = (id: number, text: string, helpful = 0, harmful = 0): Rule => ({
  id,
  section: '',
  text,
  helpful,
  harmful,
});
const book = (nextId: number, ...rules: Rule[]): string => formatRules({ rules, nextId });

describe('two rulebooks', () => {
  it('put their rules side by side; an id that names two rules is given anew', async () => {
    const merged = await mergeRules(book(3, rule(1, WAIT, 4, 1)), book(2, rule(1, VOTE, 2)), null, MANY);
    expect(merged).toMatchObject({ doubled: 0, leftOut: 0 });
    expect(parseRules(merged?.text ?? '')).toEqual({
      rules: [rule(1, WAIT, 4, 1), rule(3, VOTE, 2)],
      nextId: 4,
    });
  });

  it('join rules that say the same, with the counts of both and the longer words', async () => {
    const longer = `${WAIT} Then I do.`;
    const merged = await mergeRules(book(2, rule(1, WAIT, 4, 1)), book(9, rule(8, longer, 2, 3)), null, MANY);
    expect(merged?.doubled).toBe(1);
    expect(parseRules(merged?.text ?? '').rules).toEqual([rule(1, longer, 6, 4)]);
  });

  it('of one line count once what they had in common, and keep what either has reworded', async () => {
    const common = book(3, rule(1, WAIT, 4, 1), rule(2, VOTE, 3));
    const a = book(3, rule(1, WAIT, 6, 1), rule(2, VOTE, 3, 2));
    const b = book(3, rule(1, SMILE, 5, 1), rule(2, VOTE, 5));
    const merged = await mergeRules(a, b, common, MANY);
    // By hand: 6 + 5 − 4 helped, 1 + 1 − 1 harmed; 3 + 5 − 3 helped, 2 + 0 − 0 harmed.
    expect(parseRules(merged?.text ?? '').rules).toEqual([rule(1, SMILE, 7, 1), rule(2, VOTE, 5, 2)]);
  });

  it('lose over the budget the rules that helped least', async () => {
    const [a, b] = [book(3, rule(1, WAIT, 1, 5), rule(2, VOTE, 9)), book(2, rule(1, SMILE, 3))];
    const whole = await mergeRules(a, b, null, MANY);
    const less = await mergeRules(a, b, null, (whole?.tokens ?? 0) - 1);
    expect(parseRules(less?.text ?? '').rules.map(({ text }) => text)).toEqual([VOTE, SMILE]);
    expect(less?.leftOut).toBe(1);
    expect(await mergeRules(a, b, null, 10)).toBeNull();
  });
});
