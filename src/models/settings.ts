import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { listText } from '../base/text.js';
import type { ModelSettings } from './chat.js';
import { TIERS, type Provider, type ServingOptions, type ServingPart } from './provider.js';

/** Bounds of a number: lowest, highest, and whether only whole numbers are legal. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
  /** How a message calls it. */
  readonly called: string;
}

/** Bounds of the settings that are numbers. */
export const SETTING_BOUNDS = {
  context: { min: 256, max: 100_000_000, whole: true, called: 'the context window (--context)' },
  temperature: { min: 0, max: 2, whole: false, called: 'the temperature' },
  topP: { min: 0, max: 1, whole: false, called: 'top-p' },
  maxOutputTokens: { min: 1, max: 1_000_000, whole: true, called: 'the cap on output tokens' },
  reasoningTokens: { min: 0, max: 1_000_000, whole: true, called: 'the room for reasoning tokens' },
} as const satisfies Partial<Record<keyof ModelSettings, Bounds>>;

/** Bounds of the numbers that say how a model is served. */
export const SERVING_BOUNDS = {
  width: { min: 1, max: 1000, whole: true, called: 'the width (requests in flight)' },
  callSeconds: { min: 1, max: 86_400, whole: false, called: 'the time limit of a call in seconds' },
} as const satisfies Partial<Record<keyof ServingOptions, Bounds>>;

function checkNumber(bounds: Bounds, value: number | null | undefined): void {
  if (value === undefined || value === null) return;
  const { min, max, whole, called } = bounds;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return;
  throw new UserError(
    'input.option',
    `${called} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${value}`,
  );
}

/** Seconds as a plain number, or a duration as Go spells it: `90s`, `1h30m`. */
const KEEP_ALIVE = /^(-?\d+|-?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)$/;

/** True for a time that Ollama understands. */
export function isKeepAlive(text: string): boolean {
  return KEEP_ALIVE.test(text);
}

/** The paths of a body's fields, nested objects by a dot, as deep as any field of ours lies. */
function fieldPaths(body: JsonObject): string[] {
  return Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : []),
  ]);
}

function checkExtraBody(provider: Provider, body: JsonObject | null | undefined): void {
  if (body === undefined || body === null) return;
  const own = fieldPaths(body).find((path) => Object.hasOwn(provider.ownFields, path));
  if (own === undefined) return;
  const instead = provider.ownFields[own] ?? null;
  throw new UserError(
    'input.option',
    `the extra body of ${provider.id}: models must hold fields that the lab does not set itself, got "${own}": ${instead === null ? 'leave it out' : `set ${instead} instead`}`,
  );
}

const PART_NAMES: Readonly<Record<ServingPart, string>> = {
  keepAlive: 'a keep-alive time',
  tier: 'a service tier',
};

/**
 * Refuses what a provider's servers could not be sent, or would not heed.
 *
 * @throws UserError `input.option`
 */
export function checkOptions(
  provider: Provider,
  settings: Partial<ModelSettings>,
  serving: ServingOptions,
): void {
  for (const [name, bounds] of Object.entries(SETTING_BOUNDS)) {
    checkNumber(bounds, settings[name as keyof typeof SETTING_BOUNDS]);
  }
  for (const [name, bounds] of Object.entries(SERVING_BOUNDS)) {
    checkNumber(bounds, serving[name as keyof typeof SERVING_BOUNDS]);
  }
  const { reasoning } = settings;
  if (reasoning !== undefined && reasoning !== null && !provider.reasoning.includes(reasoning)) {
    throw new UserError(
      'input.option',
      `reasoning of ${provider.id}: models must be ${listText(provider.reasoning, 'or')}, got "${reasoning}"`,
    );
  }
  checkExtraBody(provider, settings.extraBody);
  for (const [part, called] of Object.entries(PART_NAMES) as [ServingPart, string][]) {
    if (serving[part] !== undefined && !provider.takes.has(part)) {
      throw new UserError(
        'input.option',
        `${called} was given for a model of ${provider.id}:, whose servers know none: leave ${part} out`,
      );
    }
  }
  if (serving.keepAlive !== undefined && !isKeepAlive(serving.keepAlive)) {
    throw new UserError(
      'input.option',
      `the keep-alive time must be seconds or a time such as 10m, 1h30m or -1 for ever, got "${serving.keepAlive.slice(0, 40)}"`,
    );
  }
  if (serving.tier !== undefined && !TIERS.includes(serving.tier)) {
    throw new UserError('input.option', `the service tier must be ${listText(TIERS, 'or')}`);
  }
}
