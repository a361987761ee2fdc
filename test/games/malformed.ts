import type { Json } from '../../src/base/json.js';
import type { Action, Decision, Field } from '../../src/games/engine/actions.js';

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** Values that a field must refuse, each with what is wrong with it. */
function badValues(field: Field): [string, Json][] {
  switch (field.type) {
    case 'choice':
      return [
        ['unlisted', 'no such option'],
        ['a list', [field.options[0] ?? '']],
        ['a number', 0],
      ];
    case 'text':
      return [
        ['a number', 7],
        ['too long', 'y'.repeat(field.maxLength + 1)],
        ...(field.forbid ?? []).map((word): [string, Json] => ['forbidden', word.toUpperCase()]),
      ];
    case 'integer':
      return [
        ['below', field.min - 1],
        ['above', field.max + 1],
        ['a fraction', field.min + 0.5],
        ['a string', String(field.min)],
      ];
    case 'subset': {
      const listed = (count: number): string[] => field.options.slice(0, count);
      const first = field.options[0] ?? '';
      return [
        ['a word', first],
        ['unlisted', ['no such option', ...listed(Math.max(0, field.min - 1))]],
        ...(field.min > 0 ? [['too few', listed(field.min - 1)] as [string, Json]] : []),
        ['too many', Array.from({ length: field.max + 1 }, (_, i) => field.options[i] ?? first)],
        ...(field.distinct && field.max > 1
          ? [['repeated', Array.from({ length: Math.max(2, field.min) }, () => first)] as [string, Json]]
          : []),
      ];
    }
    case 'assign': {
      const good = Object.fromEntries(field.keys.map((key) => [key, field.options[0] ?? '']));
      const [key = ''] = field.keys;
      return [
        ['a word', field.options[0] ?? ''],
        ['a key missing', without(good, key)],
        ['a foreign key', { ...good, nobody: field.options[0] ?? '' }],
        ['unlisted', { ...good, [key]: 'no such option' }],
      ];
    }
    case 'split': {
      const [key = '', other] = field.keys;
      const good = Object.fromEntries(field.keys.map((name) => [name, name === key ? field.total : 0]));
      return [
        ['a number', field.total],
        ['a key missing', without(good, key)],
        ['too much', { ...good, [key]: field.total + 1 }],
        ['too little', { ...good, [key]: field.total - 1 }],
        ...(other === undefined
          ? []
          : ([
              ['negative', { ...good, [key]: field.total + 1, [other]: -1 }],
              ['fractions', { ...good, [key]: field.total - 0.5, [other]: 0.5 }],
            ] as [string, Json][])),
      ];
    }
  }
}

/**
 * Answers that no decision like this may take, each with what is wrong: `legal` with one thing spoilt, and
 * things that are no action at all.
 */
export function malformedAnswers(decision: Decision, legal: Action): [string, unknown][] {
  const form = decision.forms.find(({ action }) => action === legal.action);
  const spoilt = Object.entries(form?.fields ?? {}).flatMap(([name, field]): [string, unknown][] => {
    return [
      [`${name} missing`, without(legal, name)],
      [`${name} null`, { ...legal, [name]: null }],
      ...badValues(field).map(([what, value]): [string, unknown] => [
        `${name} ${what}`,
        { ...legal, [name]: value },
      ]),
    ];
  });
  return [
    ['nothing', null],
    ['a word', legal.action],
    ['a list', [legal]],
    ['no action', { ...legal, action: undefined }],
    ['an unknown action', { ...legal, action: 'no-such-action' }],
    ['a foreign field', { ...legal, 'no-such-field': 1 }],
    ['a field that every object has', { ...legal, constructor: 1 }],
    ...spoilt,
  ];
}
