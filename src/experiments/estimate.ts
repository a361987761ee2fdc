import type { Plan, PlayStep, ReflectStep } from '../loop/plan.js';
import type { TokenUsage } from '../models/chat.js';
import { costOf } from '../models/prices.js';
import type { Price, Priced } from '../models/prices.js';

/** What is asked of one model. */
export interface Load {
  readonly model: Priced;
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** Waiting for its replies one after another, in milliseconds; null where nothing is known of its speed. */
  readonly durationMs: number | null;
}

/** What one game, or one reflection, asks of models. */
export interface Profile {
  /** `measured` on stored games of the same kind and models; `builtin` from games of builtin players. */
  readonly source: 'measured' | 'builtin';
  /** Games it was read from. */
  readonly games: number;
  /** One entry a model; none when only builtin players take part. */
  readonly loads: readonly Load[];
}

/** What is known about the things a plan asks for. */
export interface EstimateFacts {
  game(step: PlayStep): Profile;
  reflection(step: ReflectStep): Profile;
  /** Games of the step that are stored and need not be played. */
  stored(step: PlayStep): number;
  /** True when the text is stored and need not be written. */
  written(step: ReflectStep): boolean;
  /** Null where the price is not known. */
  price(model: Priced): Price | null;
  /** Calls to the model in flight at once, over all games in progress. */
  parallel(model: Priced): number;
}

/** What one model is asked for in one phase of a plan. */
export interface EstimateLine {
  /** Role of the play steps, or `reflection`. */
  readonly phase: string;
  readonly model: Priced;
  readonly source: Profile['source'];
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** US dollars; null where the price is not known. */
  readonly cost: number | null;
  /** Wall time in seconds, at the width given; null where the model's speed is not known. */
  readonly seconds: number | null;
}

/** What a plan will ask for. */
export interface Estimate {
  readonly lines: readonly EstimateLine[];
  /** Games planned, and of these the ones that are stored. */
  readonly games: number;
  readonly stored: number;
  /** Texts to write. */
  readonly reflections: number;
  readonly total: Omit<EstimateLine, 'phase' | 'model' | 'source'>;
}

const NO_TOKENS: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** `a` and `times` times `b`, class by class. */
function plusTokens(a: TokenUsage, b: TokenUsage, times: number): TokenUsage {
  return {
    input: a.input + times * b.input,
    cachedInput: a.cachedInput + times * b.cachedInput,
    cacheWrite: a.cacheWrite + times * b.cacheWrite,
    output: a.output + times * b.output,
    reasoning: a.reasoning + times * b.reasoning,
  };
}

function plusKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** The sum of what models are asked for, each once. */
export function addLoads(loads: readonly Load[]): Load[] {
  const sums = new Map<string, Load>();
  for (const load of loads) {
    const key = JSON.stringify([load.model.provider, load.model.endpoint, load.model.model]);
    const known = sums.get(key) ?? { model: load.model, calls: 0, tokens: NO_TOKENS, durationMs: 0 };
    sums.set(key, {
      model: known.model,
      calls: known.calls + load.calls,
      tokens: plusTokens(known.tokens, load.tokens, 1),
      durationMs: plusKnown(known.durationMs, load.durationMs),
    });
  }
  return [...sums.values()];
}

/** `times` times a load; a fraction makes a mean of a sum. */
export function scaleLoad({ model, calls, tokens, durationMs }: Load, times: number): Load {
  return {
    model,
    calls: calls * times,
    tokens: plusTokens(NO_TOKENS, tokens, times),
    durationMs: durationMs === null ? null : durationMs * times,
  };
}

/**
 * What a plan will ask of models: for each phase and model the calls, tokens, cost and time of what is not
 * stored yet. Means of games times numbers of games: no account is taken of games that a plan lists twice.
 * With games added until they decide, the largest number of games is assumed.
 */
export function estimatePlan(plan: Plan, facts: EstimateFacts): Estimate {
  const parts: { readonly phase: string; readonly source: Profile['source']; readonly loads: Load[] }[] = [];
  let games = 0;
  let stored = 0;
  let reflections = 0;
  for (const step of plan.steps) {
    if (step.kind === 'play') {
      const known = Math.min(step.count, facts.stored(step));
      games += step.count;
      stored += known;
      if (known === step.count) continue;
      const { source, loads } = facts.game(step);
      const left = step.count - known;
      parts.push({ phase: step.role, source, loads: loads.map((load) => scaleLoad(load, left)) });
    } else if (step.kind === 'reflect' && !facts.written(step)) {
      reflections += 1;
      const { source, loads } = facts.reflection(step);
      parts.push({ phase: 'reflection', source, loads: [...loads] });
    }
  }
  const groups = new Map<string, typeof parts>();
  for (const part of parts) {
    const key = JSON.stringify([part.phase, part.source]);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return addLoads(group.flatMap(({ loads }) => loads)).map((load): EstimateLine => {
      const { model, calls, tokens, durationMs } = load;
      const price = facts.price(model);
      return {
        phase: first.phase,
        model,
        source: first.source,
        calls,
        tokens,
        cost: price === null ? null : costOf(tokens, price),
        seconds: durationMs === null ? null : durationMs / 1000 / Math.max(1, facts.parallel(model)),
      };
    });
  });
  const total = lines.reduce<Estimate['total']>(
    (sum, line) => ({
      calls: sum.calls + line.calls,
      tokens: plusTokens(sum.tokens, line.tokens, 1),
      cost: plusKnown(sum.cost, line.cost),
      seconds: plusKnown(sum.seconds, line.seconds),
    }),
    { calls: 0, tokens: NO_TOKENS, cost: 0, seconds: 0 },
  );
  return { lines, games, stored, reflections, total };
}
