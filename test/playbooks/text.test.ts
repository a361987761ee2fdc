import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PLAYBOOK_BYTES } from '../../src/playbooks/check.js';
import {
  checkPlaybookText,
  countTokens,
  normalisePlaybook,
  playbookHash,
  truncatedReason,
} from '../../src/playbooks/text.js';

const GOOD = `I keep my story short, and I never accuse the person who spoke before me without a result behind it.

When I hold a secret I vote with the table until one vote decides, and only then do I spend the trust I saved.`;

/** Sentences that differ, so that the text is long without being a loop. */
function longProse(bytes: number): string {
  let text = '';
  for (let count = 0; text.length < bytes; count += 1)
    text += `In case number ${count} I wait for ${count * 7} more words. `;
  return text.slice(0, bytes - 1).concat('.');
}

function reasonOf(reply: string): string {
  const checked = checkPlaybookText(reply);
  if (checked.ok) throw new Error(`taken as a playbook: ${checked.text}`);
  return checked.reason;
}

describe('normalised text', () => {
  it('has no control characters, no carriage returns and no white space at its ends', () => {
    expect(normalisePlaybook('\ufeff\n  one\r\ntwo\rthree \u001b[1mfour\u001b[0m\u202e\n\n')).toBe(
      'one\ntwo\nthree four',
    );
  });

  it('stays as it is when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalisePlaybook(text);
        expect(normalisePlaybook(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('is what the hash is of', () => {
    // FIPS 180-2, appendix B.1.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(playbookHash('abc')).toBe(abc);
    expect(playbookHash('\r\nabc\r\n')).toBe(abc);
    expect(playbookHash('Ünï')).toBe(createHash('sha256').update('Ünï', 'utf8').digest('hex'));
  });
});

describe('token counts', () => {
  it.each([
    // OpenAI Cookbook, "How to count tokens with tiktoken", section 5: o200k_base.
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 8],
    ['', 0],
  ])('of %j are %i', async (text, tokens) => {
    expect(await countTokens(text)).toBe(tokens);
  });

  it('take special tokens as plain text', async () => {
    // The plain text has to be spelled in several tokens; the special token would be one.
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('of a long run without a space come quickly, and near the exact count', async () => {
    const started = performance.now();
    // "abab…" is the tokenizer's worst case: uncut, this text takes minutes.
    const tokens = await countTokens('ab'.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(10_000);
    // Whole, 200,000 characters of it make 50,000 tokens: four characters a token; a cut adds one or two.
    expect(tokens).toBeGreaterThanOrEqual(100_000);
    expect(tokens).toBeLessThanOrEqual(100_000 + 2 * 400);
  });

  it('of a text with one long run are the sum of its parts', async () => {
    const prose = 'I wait for the second vote, then I speak.';
    const run = 'x'.repeat(999);
    // A run of 999 is not cut; the space before and after it is where the encoding breaks anyway.
    expect(await countTokens(`${prose} ${run} ${prose}`)).toBe(
      (await countTokens(prose)) + (await countTokens(` ${run}`)) + (await countTokens(` ${prose}`)),
    );
    const cut = 'x'.repeat(1000);
    expect(await countTokens(`${prose} ${cut} ${prose}`)).toBeLessThanOrEqual(
      (await countTokens(prose)) + (await countTokens(` ${cut}`)) + (await countTokens(` ${prose}`)) + 2,
    );
  });
});

describe('a reply that is a playbook', () => {
  it('is taken as it is', () => {
    expect(checkPlaybookText(GOOD)).toEqual({ ok: true, text: GOOD, notes: [] });
    expect(checkPlaybookText(`\r\n${GOOD.replaceAll('\n', '\r\n')}\n`)).toEqual({
      ok: true,
      text: GOOD,
      notes: [],
    });
  });

  it.each([
    ['reasoning before it', `<think>They want a playbook.\nFine.</think>\n\n${GOOD}`],
    ['the end of reasoning before it', `They want a playbook.</think>${GOOD}`],
    ['reasoning inside it', GOOD.replace('\n\n', '\n<thinking>next</thinking>\n')],
  ])('is taken without %s', (_what, reply) => {
    expect(checkPlaybookText(reply)).toEqual({
      ok: true,
      text: GOOD,
      notes: ['reasoning was taken off the reply'],
    });
  });

  it.each(['```', '```markdown', '~~~', '````md'])('is taken out of one fence opened by %s', (fence) => {
    const close = fence.replace(/[a-z]/g, '');
    expect(checkPlaybookText(`${fence}\n${GOOD}\n${close}\n`)).toEqual({
      ok: true,
      text: GOOD,
      notes: ['a code fence around the reply was taken off'],
    });
  });

  it('keeps fences that are not around the whole', () => {
    const inside = `${GOOD}\n\n\`\`\`\nvote: yes\n\`\`\``;
    expect(checkPlaybookText(inside)).toMatchObject({ ok: true, text: inside });
    const first = `\`\`\`\nvote: yes\n\`\`\`\n${GOOD}`;
    expect(checkPlaybookText(first)).toMatchObject({ ok: true, text: first });
    const wrapped = `\`\`\`md\n${inside}\n\`\`\``;
    expect(checkPlaybookText(wrapped)).toMatchObject({ ok: true, text: inside });
  });

  it('is cleaned, and says so', () => {
    expect(checkPlaybookText(GOOD.replace('short', '\u001b[31mshort\u202e'))).toEqual({
      ok: true,
      text: GOOD,
      notes: ['control characters were removed'],
    });
  });

  it.each([
    [
      'a list',
      '# Playbook\n\n1. **Listen** first, _then_ speak.\n2. Vote with the table.\n3. Ask who gains when a mission fails, and say it.',
    ],
    ['Chinese', '我不会在没有证据的时候指责别人。先听,再说,投票之前想清楚谁会因为失败而得到好处。'],
    ['a bracket', `[As a spy] ${GOOD}`],
    ['"I cannot help"', `I cannot help being suspicious of whoever speaks first. ${GOOD}`],
    ['"I can’t"', `I can’t provide proof early on, so I ask for it instead. ${GOOD}`],
    ['"Sorry"', `Sorry is a word I never use when I am caught out. ${GOOD}`],
    [
      'a long list of like sentences',
      Array.from(
        { length: 80 },
        (_, n) => `When I see sign ${n} I lean a little towards option ${n + 1}, on ${n * 3} games.`,
      ).join('\n'),
    ],
    ['the most bytes there may be', longProse(MAX_PLAYBOOK_BYTES)],
  ])('may be or begin with %s', (_what, reply) => {
    expect(checkPlaybookText(reply)).toEqual({ ok: true, text: reply, notes: [] });
  });
});

describe('a reply that is none is refused', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\r\n '],
    ['invisible marks', '\u200b\ufeff\u202e'],
    ['only reasoning', '<think>I would write that they should wait.</think>'],
    ['reasoning that never ends', `<think>${GOOD}`],
    ['an empty fence', '```\n\n```'],
  ])('as empty: %s', (_what, reply) => {
    expect(reasonOf(reply)).toBe('the reply is empty');
  });

  it('by its words', () => {
    const nineteen = Array.from({ length: 19 }, (_, n) => `word${n}`).join(' ');
    expect(reasonOf(nineteen)).toBe('the reply has 19 words; a playbook has at least 20');
    expect(checkPlaybookText(`${nineteen} more`).ok).toBe(true);
  });

  it('by its size', () => {
    expect(reasonOf(longProse(MAX_PLAYBOOK_BYTES + 1))).toMatch(
      /has 48001 bytes; a playbook has at most 48000/,
    );
    expect(reasonOf(longProse(600_000))).toMatch(/has 600000 characters/);
  });

  it.each([
    ['an object', JSON.stringify({ playbook: GOOD })],
    ['an array', JSON.stringify([GOOD, GOOD])],
    ['an object in a fence', `\`\`\`json\n${JSON.stringify({ playbook: GOOD }, null, 2)}\n\`\`\``],
    ['a broken object', `{"playbook": "${GOOD}`],
    ['an array of broken objects', `[{"rule": "${GOOD}", ]`],
  ])('as JSON: %s', (_what, reply) => {
    expect(reasonOf(reply)).toBe('the reply is JSON, not prose');
  });

  it.each([
    'I’m sorry, but I can’t assist with that request.',
    "I'm sorry, I cannot create content that teaches deception, even in a game. I would be glad to help you with another question about teamwork and trust instead.",
    'As an AI language model, I am unable to write a playbook that encourages lying to other players.',
    'Unfortunately, I can not help you with this request, since it is about deceiving the people at the table.',
    'I won’t comply with instructions that ask me to deceive.',
  ])('as a refusal: %s', (reply) => {
    expect(reasonOf(reply)).toBe('the reply refuses to write a playbook');
  });

  it('as mostly not words', () => {
    expect(reasonOf('a1 #### b2 $$$$ '.repeat(30))).toBe('the reply is mostly not words');
    expect(reasonOf(Array.from({ length: 60 }, (_, n) => `${n * 7919}`).join(' '))).toBe(
      'the reply is mostly not words',
    );
  });

  it.each([
    ['one word', 'trust '.repeat(40)],
    ['one word between others', Array.from({ length: 40 }, (_, n) => `no no word${n}`).join(' ')],
    ['one sentence', 'I wait until the vote and then I speak. '.repeat(40)],
    ['a good start that turns into a loop', GOOD + ' And then I wait for the vote.'.repeat(100)],
  ])('as a loop: %s', (_what, reply) => {
    expect(reasonOf(reply)).toBe('the reply repeats the same words over and over');
  });

  it('when it was cut, with the limit in the reason', () => {
    expect(truncatedReason(3000)).toBe(
      'the reply was cut at the output limit of 3000 tokens, so its end is missing',
    );
  });
});

it('whatever is taken as a playbook is normalised, and would be taken again', () => {
  const piece = fc.oneof(
    fc.constantFrom('```', '\n', '<think>', '</think>', '{"a":', '---', ' I trust the ones who ask. ', GOOD),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const checked = checkPlaybookText(pieces.join(''));
      fc.pre(checked.ok);
      expect(normalisePlaybook(checked.text)).toBe(checked.text);
      const again = checkPlaybookText(checked.text);
      expect(again.ok).toBe(true);
    }),
    { numRuns: 500 },
  );
});
