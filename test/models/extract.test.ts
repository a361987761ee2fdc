import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson } from '../../src/models/extract.js';

const VOTE = { action: 'vote', choice: 'approve' };
const JSON_VOTE = JSON.stringify(VOTE);

function problemOf(text: string): string {
  const found = extractJson(text);
  if (found.ok) throw new Error(`found ${JSON.stringify(found.value)}`);
  expect(found.problem).not.toMatch(/\n|\.$/);
  return found.problem;
}

describe('the object is found', () => {
  it.each([
    ['alone', JSON_VOTE],
    ['in white space', `\n\t ${JSON_VOTE}${' \n'.repeat(50_000)}`],
    ['in a fence', `\`\`\`json\n${JSON_VOTE}\n\`\`\``],
    ['in a fence without a name', `\`\`\`\n${JSON_VOTE}\n\`\`\``],
    ['in a fence that never closes', `\`\`\`json\n${JSON_VOTE}`],
    ['in prose', `I'd say: ${JSON_VOTE}. That's it, isn't it?`],
    ['after prose with braces', `In round {two} I {think so}: ${JSON_VOTE}`],
    ['after a brace that never closes', `{hm, let me see... ${JSON_VOTE}`],
    ['after a thought', `<think>{"action":"vote","choice":"reject"}</think>${JSON_VOTE}`],
    ['after a thought opened by the template', `maybe {"action":"x"} </think> ${JSON_VOTE}`],
    ['in a list', `[${JSON_VOTE}]`],
    ['with a trailing comma', '{"action":"vote","choice":"approve",}'],
    ['with single quotes', "{'action':'vote','choice':'approve'}"],
    ['with bare keys', '{action:"vote",choice:"approve"}'],
    ['with a comment', '{"action":"vote", // my vote\n"choice":"approve"}'],
    ['with curly quotes', '{“action”:“vote”,“choice”:“approve”}'],
  ])('%s', (_name, text) => {
    expect(extractJson(text)).toEqual({ ok: true, value: VOTE });
  });

  it('with line ends, quotes and braces in its texts', () => {
    expect(extractJson('{"action":"speak","text":"a\nb"}')).toMatchObject({ value: { text: 'a\nb' } });
    expect(extractJson(`Here: {"action":"speak","text":"} \\" { it's"} done`)).toMatchObject({
      value: { text: `} " { it's` },
    });
    expect(extractJson(`{'action':'speak','text':'it\\'s {so}'}`)).toMatchObject({
      value: { text: "it's {so}" },
    });
  });

  it('whole when its text quotes a thinking tag', () => {
    const value = { action: 'speak', text: 'he wrote </think> aloud' };
    expect(extractJson(JSON.stringify(value))).toEqual({ ok: true, value });
  });

  it('as the last that names an action, of several', () => {
    expect(extractJson(`The shape is {"action":"vote","choice":"reject"}. ${JSON_VOTE} {"note":1}`)).toEqual({
      ok: true,
      value: VOTE,
    });
    expect(extractJson('{"a":1} then {"b":2}')).toEqual({ ok: true, value: { b: 2 } });
  });

  it('wherever it stands in any text, for any value', () => {
    const prose = fc.string().map((text) => text.replace(/[{}[\]"'<>`]/g, ''));
    const value = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 })).map((fields) => {
      const plain = JSON.parse(JSON.stringify({ ...fields, action: 'speak' })) as Record<string, unknown>;
      return plain;
    });
    fc.assert(
      fc.property(prose, value, prose, (before, object, after) => {
        expect(extractJson(`${before} ${JSON.stringify(object)} ${after}`)).toEqual({
          ok: true,
          value: object,
        });
      }),
    );
  });
});

describe('there is none', () => {
  it.each([
    ['', 'the answer was empty'],
    [' \n\t', 'the answer was empty'],
    ['<think>{"action":"vote"}', 'there was reasoning but no answer'],
    ['<think>{"action":"vote"}</think>', 'there was reasoning but no answer'],
    ['I approve.', 'there was no JSON object in the answer'],
    ['["vote","approve"]', 'there was no JSON object in the answer'],
    ['"vote"', 'there was no JSON object in the answer'],
    ['the set {a; b} is mine', 'the text between braces in the answer was not a JSON object'],
  ])('%j: %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it.each([
    '{"action":"vote","choice":"appro',
    '{"action":"vote",',
    '{',
    `{"action":"vote"${' \n'.repeat(3000)}`,
    '{"note":1} {"action":"vo',
  ])('in a cut one, which is never repaired: %.40j', (text) => {
    expect(problemOf(text)).toContain('not finished');
  });

  it('whatever prefix of an object is given', () => {
    const whole = '{"action":"speak","text":"I trust {nobody}, \\"not\\" me","list":["a",{"b":null}]}';
    for (let end = 1; end < whole.length; end += 1) {
      expect(extractJson(whole.slice(0, end)).ok, whole.slice(0, end)).toBe(false);
    }
  });

  it('in what is too long to be a move', () => {
    expect(problemOf(`{"action":"${'x'.repeat(300_000)}"}`)).toContain('200000 characters');
  });
});

describe('hostile text costs little', () => {
  it.each([
    ['open braces', '{'.repeat(200_000)],
    ['nested objects', '{"a":'.repeat(40_000)],
    ['nested and closed', `${'{"a":'.repeat(25_000)}1${'}'.repeat(25_000)}`],
    ['small objects', '{"a":1}'.repeat(28_000)],
    ['broken small objects', '{a b}'.repeat(40_000)],
    ['quotes', `{'${"'a".repeat(90_000)}`],
    ['escapes', `{"a":"${'\\'.repeat(199_000)}`],
    ['closing tags', '</think>'.repeat(25_000)],
    ['noise', rndText()],
  ])('%s', (_name, text) => {
    const started = performance.now();
    extractJson(text);
    // Far above what it takes, far below what a quadratic search would.
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '{',
            '}',
            '"',
            "'",
            '\\',
            ',',
            ':',
            '[',
            ']',
            'a',
            ' ',
            '\n',
            '<think>',
            '</think>',
            '```',
          ),
        }),
        (text) => {
          const found = extractJson(text);
          expect(found.ok ? typeof found.value : found.problem.length).toBeTruthy();
        },
      ),
    );
  });
});

function rndText(): string {
  const marks = '{}"\'\\,:[] a';
  return Array.from({ length: 150_000 }, (_, i) => marks[(i * 7919 + ((i * i) % 31)) % marks.length]).join(
    '',
  );
}
