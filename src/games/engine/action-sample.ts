/** Random legal actions. */
import type { Json } from '../../base/json.js';
import type { Rng } from '../../base/rng.js';
import type { Action, Decision, Field } from './action-types.js';

const SAMPLE_TRIES = 200;

function sampleField(field: Field, rng: Rng): Json {
  switch (field.type) {
    case 'choice':
      return rng.pick(field.options);
    case 'text':
      return field.examples === undefined ? '' : rng.pick(field.examples);
    case 'integer':
      return rng.int(field.min, field.max);
    case 'subset':
      return rng.shuffle(field.options).slice(0, rng.int(field.min, field.max));
    case 'assign':
      return Object.fromEntries(field.keys.map((key) => [key, rng.pick(field.options)]));
    case 'split': {
      const cuts = field.keys
        .slice(1)
        .map(() => rng.int(0, field.total))
        .sort((a, b) => a - b);
      const ends = [...cuts, field.total];
      return Object.fromEntries(
        field.keys.map((key, i) => [key, (ends[i] ?? 0) - (i === 0 ? 0 : (ends[i - 1] ?? 0))]),
      );
    }
  }
}

/**
 * A random legal action: a form, then each field, uniform; drawn again while the refinement refuses it.
 * Text fields are left empty. Falls back to the declared default if no draw is legal.
 */
export function sampleAction(decision: Decision, rng: Rng): Action {
  for (let attempt = 0; attempt < SAMPLE_TRIES; attempt += 1) {
    const form = rng.pick(decision.forms);
    const fields = Object.entries(form.fields).map(
      ([name, field]) => [name, sampleField(field, rng)] as const,
    );
    const action: Action = { action: form.action, ...Object.fromEntries(fields) };
    if (form.refine?.(action) === undefined) return action;
  }
  return decision.fallback;
}
