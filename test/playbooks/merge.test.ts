import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from '../../src/playbooks/merge.js';
import { partsOf } from '../../src/playbooks/items.js';
import { countTokens } from '../../src/playbooks/tokens.js';

const MANY = 12_000;

const A = `# My book

## Deception

- I keep my claims few, because every claim can be checked by the others later.

## Detection

- I write down who voted for what and compare it with what was said before.`;

const B = `# Another book

## Detection

- I write down who voted for what, and compare it with what was said before the vote was called.
- I watch who is silent when a friend is accused.

### Late in the game

- I count how many of them can be left.

## Timing

- I wait until the last moment before I choose a side.`;

describe('two texts', () => {
  it('become one: sections of one name joined, doubles kept once, the longer one, in the first one’s place', async () => {
    const merged = await mergeTexts(A, B, MANY);
    expect(merged?.text).toBe(`# My book

## Deception

- I keep my claims few, because every claim can be checked by the others later.

## Detection

- I write down who voted for what, and compare it with what was said before the vote was called.
- I watch who is silent when a friend is accused.

### Late in the game

- I count how many of them can be left.

## Timing

- I wait until the last moment before I choose a side.`);
    expect(merged).toMatchObject({ doubled: 1, leftOut: 0, tokens: await countTokens(merged?.text ?? '') });
  });

  it('over the budget lose whole items from both ends in turn, and headings with nothing under them', async () => {
    const items = (who: string): string =>
      Array.from(
        { length: 6 },
        (_, index) => `- ${who}${index} says ${who} that ${who} is ${who}${index} alone`,
      ).join('\n');
    const [first, second] = [items('first'), `## Rest\n\n${items('second')}`];
    const whole = await mergeTexts(first, second, MANY);
    const half = await mergeTexts(first, second, Math.floor((whole?.tokens ?? 0) / 2));
    const kept = partsOf(half?.text ?? '').filter(({ kind }) => kind === 'item');
    const of = (who: string): number => kept.filter(({ text }) => text.includes(who)).length;
    expect(Math.abs(of('first') - of('second'))).toBeLessThanOrEqual(1);
    expect(of('first')).toBeGreaterThan(1);
    expect(half?.leftOut).toBe(12 - kept.length);
    // One item of the first text fits, and the second text's heading is not left behind.
    const one = await mergeTexts(first, second, 14);
    expect(one?.text).toBe('- first0 says first that first is first0 alone');
  });

  it('that leave no room, or hold no item, give nothing', async () => {
    expect(await mergeTexts(A, B, 3)).toBeNull();
    expect(await mergeTexts('# Only', '## Headings', MANY)).toBeNull();
  });

  it('of which one is the other give that one', async () => {
    const merged = await mergeTexts(A, A, MANY);
    expect(merged).toMatchObject({ text: A, doubled: 2, leftOut: 0 });
  });

  it('lose no item unless it was doubled or left out, and keep to any budget', async () => {
    const item = fc
      .array(fc.constantFrom('vote', 'wait', 'lie', 'ask', 'trust', 'look', 'team', 'late'), {
        minLength: 1,
        maxLength: 12,
      })
      .map((words) => `- ${words.join(' ')}`);
    const line = fc.oneof(
      { weight: 4, arbitrary: item },
      { weight: 1, arbitrary: fc.constantFrom('# A', '## B', '### C') },
    );
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom(15, 40, MANY), async (a, b, budget) => {
        const items = (of: string): string[] =>
          partsOf(of)
            .filter(({ kind }) => kind !== 'heading')
            .map((part) => part.text);
        const merged = await mergeTexts(a, b, budget);
        if (merged === null) return;
        expect(merged.tokens).toBeLessThanOrEqual(budget);
        const kept = items(merged.text);
        const given = [...items(a), ...items(b)];
        expect(kept.length).toBe(given.length - merged.doubled - merged.leftOut);
        for (const one of kept) expect(given).toContain(one);
        expect(await mergeTexts(a, b, budget)).toEqual(merged);
      }),
      { numRuns: 60 },
    );
  });
});
