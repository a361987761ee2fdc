import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/base/text.js';
import { csvField, csvLine, safeJson } from '../../../src/report/exchange/csv.js';

/** Fields of one RFC 4180 record, by the grammar of the RFC. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  const text = line.replace(/\n$/, '');
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let value = '';
      at += 1;
      while (!(text[at] === '"' && text[at + 1] !== '"')) {
        if (at >= text.length) throw new Error(`an open quote in ${line}`);
        if (text[at] === '"') at += 1;
        value += text[at];
        at += 1;
      }
      at += 1;
      fields.push(value);
    } else {
      const end = text.indexOf(',', at);
      const value = text.slice(at, end < 0 ? undefined : end);
      if (/["\r\n]/.test(value)) throw new Error(`a bare quote or line end in ${line}`);
      fields.push(value);
      at += value.length;
    }
    if (at >= text.length) return fields;
    if (text[at] !== ',') throw new Error(`text after a quote in ${line}`);
    at += 1;
    if (at === text.length) return [...fields, ''];
  }
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '"',
        ',',
        '\n',
        '\r',
        '\t',
        ' ',
        "'",
        '\u0000',
        '\u001b[31m',
        'a',
        '＝',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('a CSV field', () => {
  it('comes back as the cleaned text, with an apostrophe before what might be a formula', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (values) => {
        fc.pre(values.length > 1 || values[0] !== '');
        const read = fieldsOf(csvLine(values));
        expect(read).toHaveLength(values.length);
        read.forEach((field, at) => {
          const clean = cleanText(values[at] ?? '');
          expect([clean, `'${clean}`]).toContain(field);
          expect(field).not.toMatch(/^[\s]*[=+\-@＝＋－＠]/);
          expect(field).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
        });
      }),
    );
  });

  it.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['+1', "'+1"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['', ''],
  ])('%j is written %s', (value, written) => {
    expect(csvField(value)).toBe(written);
  });

  it('leaves numbers, truth and what is missing alone', () => {
    expect([csvField(-1.5, 'number'), csvField(1, 'flag'), csvField(0, 'flag'), csvField(null)]).toEqual([
      '-1.5',
      'true',
      'false',
      '',
    ]);
  });

  it('writes JSON whose controls are escapes of the same value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = safeJson(JSON.stringify({ text }));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
