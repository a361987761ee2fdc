/** Forms and fields in words, for prompts and for telling a player what was wrong. */
import { listText } from '../../base/text.js';
import { distinctOptions } from './action-types.js';
import type { ActionForm, Field } from './action-types.js';

/** Words in quotation marks, as an enumeration with "or". */
export function quoted(items: readonly string[]): string {
  return listText(
    items.map((item) => `"${item}"`),
    'or',
  );
}

/** What a field accepts, in words. */
export function describeField(field: Field): string {
  switch (field.type) {
    case 'choice':
      return `one of ${quoted(distinctOptions(field.options))}`;
    case 'text': {
      const ban = field.forbid?.length ? `, without the word ${quoted(field.forbid)}` : '';
      return `text of at most ${field.maxLength} characters${ban}`;
    }
    case 'integer':
      return field.min === field.max ? `${field.min}` : `a whole number from ${field.min} to ${field.max}`;
    case 'subset': {
      const count = field.min === field.max ? `exactly ${field.min}` : `${field.min} to ${field.max}`;
      return `a list of ${count} ${field.distinct ? 'different names' : 'items'} from ${field.options.join(', ')}`;
    }
    case 'assign':
      return `an object that gives each of ${field.keys.join(', ')} ${quoted(distinctOptions(field.options))}`;
    case 'split':
      return `an object that gives each of ${field.keys.join(', ')} a whole number from 0, summing to ${field.total}`;
  }
}

function exampleOf(field: Field): string {
  switch (field.type) {
    case 'choice':
      return `"${distinctOptions(field.options).join('|')}"`;
    case 'text':
      return '"..."';
    case 'integer':
      return field.min === field.max ? `${field.min}` : `<${field.min}..${field.max}>`;
    case 'subset':
      return `["...", ...]`;
    case 'assign':
      return `{${field.keys.map((key) => `"${key}":"${distinctOptions(field.options).join('|')}"`).join(',')}}`;
    case 'split':
      return `{${field.keys.map((key) => `"${key}":<0..${field.total}>`).join(',')}}`;
  }
}

/** A form as a line a player can read: its JSON shape, then what each field takes where the shape does not say. */
export function describeForm(form: ActionForm): string {
  const fields = Object.entries(form.fields);
  const shape = [
    `"action":"${form.action}"`,
    ...fields.map(([name, field]) => `"${name}":${exampleOf(field)}`),
  ];
  const notes = fields
    .filter(([, field]) => ['text', 'subset', 'split'].includes(field.type))
    .map(([name, field]) => `"${name}" is ${describeField(field)}`);
  if (form.note !== undefined) notes.push(form.note);
  return `{${shape.join(',')}}${notes.length ? ` (${notes.join('; ')})` : ''}`;
}
