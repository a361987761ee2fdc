import * as fc from 'fast-check';
import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { listText } from '../../src/base/text.js';
import { UserError } from '../../src/base/errors.js';
import { compileTemplates } from '../../src/prompts/template-file.js';

const SECTIONS = { greet: ['name', 'friends', 'mood'] };

function refusal(text: string): string {
  try {
    compileTemplates('test.hbs', text, SECTIONS);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  }
  throw new Error('the template was taken');
}

describe('prompt files', () => {
  it('renders a section with helpers, loops and conditions, trimmed', () => {
    const file = compileTemplates(
      'test.hbs',
      '{{#*inline "greet"}}\n{{name}}{{#if (eq mood "glad")}}!{{/if}} {{list friends}}{{#each friends}} <{{this}}>{{/each}}\n{{/inline}}',
      SECTIONS,
    );
    expect(file.render('greet', { name: 'Ada', friends: ['Bo', 'Cy', 'Di'], mood: 'glad' })).toBe(
      'Ada! Bo, Cy and Di <Bo> <Cy> <Di>',
    );
  });

  it('fails on a variable that is missing when it renders', () => {
    const file = compileTemplates('test.hbs', '{{#*inline "greet"}}{{mood}}{{/inline}}', SECTIONS);
    expect(() => file.render('greet', { name: 'Ada' })).toThrow(/mood/);
  });

  it('does not escape HTML and does not run text as a template', () => {
    const file = compileTemplates('test.hbs', '{{#*inline "greet"}}{{name}}{{/inline}}', SECTIONS);
    expect(file.render('greet', { name: '<b> {{mood}} & "q"' })).toBe('<b> {{mood}} & "q"');
  });

  it.each([
    ['{{#*inline "greet"}}\n{{nmae}}{{/inline}}', 'line 2: section "greet" has no variable "nmae"'],
    ['{{#*inline "greet"}}{{#if nmae}}x{{/if}}{{/inline}}', 'has no variable "nmae"'],
    ['{{#*inline "greet"}}{{list nmaes}}{{/inline}}', 'has no variable "nmaes"'],
    ['{{#*inline "greet"}}x{{/inline}}\nloose words', 'text outside of'],
    ['{{#*inline "other"}}x{{/inline}}', 'unknown section "other"; sections are: greet'],
    ['', 'section "greet" is missing'],
    ['{{#*inline "greet"}}x{{/inline}}{{#*inline "greet"}}y{{/inline}}', 'section "greet" occurs twice'],
    ['{{#*inline "greet"}}{{#if name}}{{/inline}}', 'not a Handlebars template'],
  ])('refuses %j', (text, problem) => {
    const message = refusal(text);
    expect(message).toContain('prompt file test.hbs');
    expect(message).toContain(problem);
    expect(message).not.toContain('\n');
  });

  it.each(['{{shout name}}', '{{#shout name}}x{{/shout}}', '{{list (shout friends)}}'])(
    'refuses the unknown helper in %s when the file is loaded, not in the middle of a run',
    (body) => {
      expect(refusal(`{{#*inline "greet"}}${body}{{/inline}}`)).toContain('unknown helper "shout"');
    },
  );

  it('takes fields of an item in a loop by `this`, and refuses them outside of one', () => {
    const file = compileTemplates(
      'test.hbs',
      '{{#*inline "greet"}}{{#each friends}}{{this.name}};{{/each}}{{/inline}}',
      SECTIONS,
    );
    expect(file.render('greet', { name: '', friends: [{ name: 'Bo' }, { name: 'Cy' }], mood: '' })).toBe(
      'Bo;Cy;',
    );
    expect(refusal('{{#*inline "greet"}}{{this.nmae}}{{/inline}}')).toContain('has no variable "nmae"');
  });

  it('refuses a helper without its parameter, which would print nothing', () => {
    expect(refusal('{{#*inline "greet"}}{{list}}{{/inline}}')).toContain(
      'the helper "list" without a parameter',
    );
  });

  it('prints a variable called log, which Handlebars has a helper for', () => {
    const file = compileTemplates('test.hbs', '{{#*inline "s"}}{{log}}{{/inline}}', { s: ['log'] });
    expect(file.render('s', { log: 'what happened' })).toBe('what happened');
  });

  it('refuses partials, which could pull in another file', () => {
    expect(refusal('{{#*inline "greet"}}{{> other}}{{/inline}}')).toContain('partial');
  });

  it('changes its hash with its text', () => {
    const one = compileTemplates('a', '{{#*inline "greet"}}x{{/inline}}', SECTIONS);
    const two = compileTemplates('a', '{{#*inline "greet"}}y{{/inline}}', SECTIONS);
    expect(one.hash).not.toBe(two.hash);
  });
});

it('names the file and the section when a text cannot be made', () => {
  const file = compileTemplates('mine.hbs', '{{#*inline "s"}}{{log.nope.deeper}}{{/inline}}', { s: ['log'] });
  expect(() => file.render('s', { log: {} })).toThrow(/prompt file mine\.hbs: section "s" cannot be made/);
});

describe('rendering', () => {
  const plain = Handlebars.create();
  plain.registerHelper('list', (items: readonly string[]) => listText(items));
  plain.registerHelper('eq', (a: unknown, b: unknown) => a === b);
  plain.registerHelper('plural', (count: number, one: string, many: string) => (count === 1 ? one : many));
  const sections = [
    'Dear {{name}},\n\n  {{this.mood}} − {{name}}{{mood}}.',
    '{{#if friends}}{{list friends}}{{else}}nobody{{/if}} ({{#unless (eq mood "sad")}}{{plural mood "a" "b"}}{{/unless}})',
    '{{#each friends}}{{@index}}/{{@root.name}}: {{this}}{{#unless @last}}, {{/unless}}{{/each}}',
    '{{#each friends as |friend at|}}{{at}}{{friend}}{{../name}}{{/each}}{{#with friends}}{{this.length}}{{/with}}',
  ];
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
  const variables = fc.record(
    { name: value, mood: value, friends: fc.array(fc.string()) },
    { noNullPrototype: true },
  );

  it.each(sections)('gives what Handlebars gives for a whole template: %s', (section) => {
    const file = compileTemplates('test.hbs', `{{#*inline "greet"}}\n${section}\n{{/inline}}`, SECTIONS);
    const whole = plain.compile(section, { strict: true, noEscape: true });
    fc.assert(
      fc.property(variables, (given) => {
        expect(file.render('greet', given)).toBe(whole(given).trim());
      }),
    );
  });

  it('reads no field that a value has from its class', () => {
    const file = compileTemplates(
      'test.hbs',
      '{{#*inline "greet"}}{{#with friends}}{{this.length}}{{this.join}}{{this.constructor}}{{/with}}{{/inline}}',
      SECTIONS,
    );
    expect(file.render('greet', { friends: ['Ada'] })).toBe('1');
  });
});
