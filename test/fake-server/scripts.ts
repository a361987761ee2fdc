import { sha256 } from '../../src/base/hash.js';
import type { JsonObject } from '../../src/base/json.js';
import { rngOf } from '../../src/base/rng.js';
import type { FakeChat, Script, ScriptData, ScriptRule, Twist } from './types.js';

/** The first requests get these twists, one list each; later ones none. */
export function inOrder(...lists: readonly (readonly Twist[])[]): Script {
  return (_chat, n) => lists[n] ?? [];
}

/** Every request gets these twists. */
export function always(...twists: readonly Twist[]): Script {
  return () => twists;
}

/** Faults of the way to a reply, none of which is the model's. */
export const TRANSPORT_TWISTS: readonly Twist[] = [
  { twist: 'status', status: 500 },
  { twist: 'status', status: 503 },
  { twist: 'status', status: 429, headers: { 'retry-after-ms': '1' } },
  { twist: 'hang-up' },
  { twist: 'cut-body', afterBytes: 20 },
  { twist: 'raw-body', text: '<html>Bad gateway</html>' },
];

/**
 * A share of requests gets one of the twists, drawn by seed, by what is asked, and by how often it was asked before:
 * the same calls meet the same faults, in whichever order they arrive.
 */
export function atRandomByCall(
  seed: string,
  share: number,
  twists: readonly Twist[] = TRANSPORT_TWISTS,
): Script {
  const asked = new Map<string, number>();
  return ({ messages, seed: sampling }) => {
    const call = sha256(JSON.stringify([messages, sampling]));
    const times = asked.get(call) ?? 0;
    asked.set(call, times + 1);
    const rng = rngOf(`${seed}/${call}/${times}`);
    return rng.float() < share ? [rng.pick(twists)] : [];
  };
}

/** A share of requests, drawn by seed and arrival, gets one of the twists. */
export function atRandom(seed: string, share: number, twists: readonly Twist[] = TRANSPORT_TWISTS): Script {
  return (_chat, n) => {
    const rng = rngOf(`${seed}/${n}`);
    return rng.float() < share ? [rng.pick(twists)] : [];
  };
}

function fits(rule: ScriptRule, chat: FakeChat, n: number): boolean {
  const { from = 0, to = Infinity, every = 1, wire, model, says } = rule;
  return (
    n >= from &&
    n <= to &&
    (n - from) % every === 0 &&
    (wire === undefined || wire === chat.wire) &&
    (model === undefined || model === chat.model) &&
    (says === undefined || chat.messages.some(({ content }) => content.includes(says)))
  );
}

/** The script that the data describes. */
export function scriptOf({
  rules = [],
  faultRate = 0,
  seed = 'fake',
  faults = TRANSPORT_TWISTS,
}: ScriptData): Script {
  const random = atRandom(seed, faultRate, faults);
  return (chat, n) => rules.find((rule) => fits(rule, chat, n))?.twists ?? random(chat, n);
}

/** A usage object of the OpenAI format; `prompt` counts cached and written tokens, `output` reasoning ones. */
export function openAiUsage(tokens: {
  readonly prompt: number;
  readonly cached?: number;
  readonly written?: number;
  readonly output: number;
  readonly reasoning?: number;
}): JsonObject {
  return {
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.output,
    total_tokens: tokens.prompt + tokens.output,
    prompt_tokens_details: {
      cached_tokens: tokens.cached ?? 0,
      cache_write_tokens: tokens.written ?? 0,
    },
    completion_tokens_details: { reasoning_tokens: tokens.reasoning ?? 0 },
  };
}
