import { canonicalJson } from '../base/hash.js';
import { addLoads, scaleLoad } from '../experiments/estimate.js';
import type { EstimateFacts, Load, Profile } from '../experiments/estimate.js';
import { specsOf } from '../loop/execute.js';
import type { StepResult } from '../loop/execute.js';
import { dependencies, plannedSlots } from '../loop/plan.js';
import type { Plan, PlannedSlot, PlayStep, ReflectStep } from '../loop/plan.js';
import type { Cast } from '../loop/ports.js';
import {
  rehearseAlone,
  rehearseGame,
  rehearseReflection,
  standInPlaybook,
  standInResults,
} from '../loop/rehearse.js';
import type { Rehearsed, TokenCounts } from '../loop/rehearse.js';
import type { ModelIdentity } from '../models/chat.js';
import type { Gateways } from '../models/gateway.js';
import type { PriceBook, Priced } from '../models/prices.js';
import { calibrate, countsAsOpenAi, estimateTokens, promptTokens, UNCALIBRATED } from '../models/tokens.js';
import { countTokens } from '../playbooks/tokens.js';
import { gameIdOf } from '../players/game-spec.js';
import type { GameRecord } from '../players/game-spec.js';
import type { PromptLibrary } from '../prompts/library.js';
import type { SeatUsage, Store } from '../store/index.js';
import { castOf } from './cast.js';
import type { NamedPlayer } from './cast.js';

/** Games rehearsed for each condition: games of a kind differ in length by about a third. */
const REHEARSALS = 3;
/** Learning games rehearsed for a reflection at most; more only repeat what was read. */
const READ_AT_MOST = 30;
/** Texts counted exactly by OpenAI's encoding; what they show about the estimate is used for the rest. */
const COUNTED_EXACTLY = 24;
/** Latest replies of a model that tell how it counts and how fast it is. */
const LATEST = 50;

/** What {@link estimateFacts} needs. */
export interface FactsInput {
  readonly plan: Plan;
  readonly players: readonly NamedPlayer[];
  readonly prompts: PromptLibrary;
  /** Null where there is none yet. */
  readonly store: Store | null;
  readonly prices: PriceBook;
  /** Games in progress at once. */
  readonly concurrency: number;
  /** False: as if nothing had ever been played, to see how far such an estimate is off. */
  readonly fromStore: boolean;
}

/** What the latest replies of a model tell. */
interface Habits {
  /** Tokens it counts for each that is estimated. */
  readonly ratio: number;
  /** Mean time of a call in milliseconds; null where it never answered. */
  readonly callMs: number | null;
}

function habitsOf(store: Store | null, model: Priced): Habits {
  const calls = store === null ? [] : store.latestCalls(model, LATEST);
  const { ratio } = calls.reduce(
    (known, { request, reply }) =>
      calibrate(
        known,
        request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
        promptTokens(reply.usage),
      ),
    UNCALIBRATED,
  );
  const spent = calls.reduce((sum, { reply }) => sum + reply.durationMs, 0);
  return { ratio, callMs: calls.length === 0 ? null : spent / calls.length };
}

const keyOf = ({ provider, endpoint, model }: Priced): string => JSON.stringify([provider, endpoint, model]);

/** Gathers what is known of the things a plan asks for: from the store, else from rehearsals. */
export async function estimateFacts(input: FactsInput): Promise<EstimateFacts> {
  const { plan, players, prompts, prices } = input;
  const store = input.fromStore ? input.store : null;
  const habits = new Map<string, Habits>();
  const habitOf = (model: Priced): Habits => {
    const key = keyOf(model);
    const known = habits.get(key) ?? habitsOf(input.store, model);
    habits.set(key, known);
    return known;
  };
  const exact = { texts: 0, counted: 0, estimated: 0 };
  const counts: TokenCounts = {
    async text(identity, text) {
      const estimated = estimateTokens(text);
      if (!countsAsOpenAi(identity)) return Math.round(estimated * habitOf(identity).ratio);
      if (exact.texts >= COUNTED_EXACTLY) return Math.round((estimated * exact.counted) / exact.estimated);
      const counted = await countTokens(text);
      exact.texts += 1;
      exact.counted += counted;
      exact.estimated += estimated;
      return counted;
    },
    async prompt(identity, { messages, schema }) {
      // A schema is part of the prompt where OpenAI's models answer; elsewhere it is a grammar.
      const texts = [
        ...messages.map(({ content }) => content),
        ...(schema !== undefined && countsAsOpenAi(identity) ? [JSON.stringify(schema.schema)] : []),
      ];
      const tokens = await Promise.all(texts.map((text) => counts.text(identity, text)));
      return tokens.reduce((sum, count) => sum + count, 0);
    },
  };
  const castWith = (gateways: Gateways): Cast => castOf(players, prompts, gateways);
  const gamePrompts: Pick<Cast, 'gamePrompts'> = { gamePrompts: (game) => prompts.gameVersion(game) };
  const standIns = standInResults(plan);

  const loadOf = ({ identity, calls, inputTokens, outputTokens }: Rehearsed): Load => {
    const { callMs } = habitOf(identity);
    return {
      model: identity,
      calls,
      tokens: { input: inputTokens, cachedInput: 0, cacheWrite: 0, output: outputTokens, reasoning: 0 },
      durationMs: callMs === null ? null : callMs * calls,
    };
  };

  const rehearsals = new Map<
    string,
    Promise<readonly { record: GameRecord; asked: readonly Rehearsed[] }[]>
  >();
  const conditionOf = ({ game, options, players: seats, content, lineUp }: PlayStep): string => {
    const slots = plannedSlots(lineUp).map(([name, { player, playbook }]) => [
      name,
      player,
      playbook.from === 'text' ? playbook.playbook.hash : playbook.from,
    ]);
    return canonicalJson([game, options, seats, content?.hash ?? null, slots]);
  };
  const rehearse = (step: PlayStep) => {
    const key = conditionOf(step);
    const known = rehearsals.get(key);
    if (known !== undefined) return known;
    const specs = specsOf({ ...step, count: Math.min(step.count, REHEARSALS) }, standIns, gamePrompts);
    const playing = (async () => {
      const played = [];
      for (const spec of specs) played.push(await rehearseGame(spec, counts, castWith));
      return played;
    })();
    rehearsals.set(key, playing);
    return playing;
  };
  /** Games for a reflection to read: its prompt is counted, not theirs. */
  const readable = new Map<string, Promise<readonly GameRecord[]>>();
  const toRead = (step: PlayStep): Promise<readonly GameRecord[]> => {
    const key = conditionOf(step);
    const known = readable.get(key);
    if (known !== undefined) return known;
    const specs = specsOf({ ...step, count: Math.min(step.count, READ_AT_MOST) }, standIns, gamePrompts);
    const playing = Promise.all(specs.map(rehearseAlone));
    readable.set(key, playing);
    return playing;
  };

  const seatUsage = store === null ? [] : store.usageBySeat([...new Set(plan.steps.flatMap(gamesOf))]);
  /** What one seat of a slot was measured to ask for; undefined where it never was. */
  const measuredSeat = (step: PlayStep, { player, playbook }: PlannedSlot): SeatUsage | undefined => {
    if (player.kind === 'builtin') return undefined;
    const options = canonicalJson(step.options);
    return seatUsage.find(
      (row) =>
        row.game === step.game &&
        row.options === options &&
        row.players === step.players &&
        row.armed === (playbook.from !== 'none') &&
        keyOf(row) === keyOf(player) &&
        row.tokens !== null,
    );
  };
  const measured = (step: PlayStep, record: GameRecord): Profile | null => {
    const slots = new Map(plannedSlots(step.lineUp));
    const loads: Load[] = [];
    let games = Infinity;
    for (const name of record.slots) {
      const slot = slots.get(name);
      if (slot === undefined || slot.player.kind === 'builtin') continue;
      const seat = measuredSeat(step, slot);
      if (seat === undefined || seat.tokens === null) return null;
      games = Math.min(games, seat.games);
      const { calls, tokens, durationMs } = seat;
      loads.push({ model: identityOf(slot.player), calls, tokens, durationMs });
    }
    return loads.length === 0 ? null : { source: 'measured', games, loads: addLoads(loads) };
  };

  const reflectionOf = async (step: ReflectStep, sources: readonly PlayStep[]): Promise<Profile> => {
    const games = (await Promise.all(sources.map(toRead))).flat();
    const prior = step.prior.from === 'none' ? null : standInPlaybook(step.budget);
    const asked = await rehearseReflection(step, games, prior, counts, castWith);
    return { source: 'builtin', games: games.length, loads: addLoads(asked.map(loadOf)) };
  };
  const reflections = new Map<string, Profile>();
  const gameProfiles = new Map<string, Profile>();
  const reflectProfiles = new Map<string, Profile>();
  for (const step of plan.steps) {
    if (step.kind === 'play') {
      const played = await rehearse(step);
      const [first] = played;
      const sums = addLoads(played.flatMap(({ asked }) => asked.map(loadOf)));
      gameProfiles.set(
        step.id,
        (first === undefined ? null : measured(step, first.record)) ?? {
          source: 'builtin',
          games: played.length,
          loads: sums.map((load) => scaleLoad(load, 1 / played.length)),
        },
      );
    } else if (step.kind === 'reflect') {
      const sources = plan.steps.filter(
        (one): one is PlayStep => one.kind === 'play' && step.games.includes(one.id),
      );
      const key = canonicalJson([
        step.reflector,
        step.strategy,
        step.control,
        step.budget,
        step.prior.from,
        sources.map(conditionOf),
      ]);
      const known = reflections.get(key) ?? (await reflectionOf(step, sources));
      reflections.set(key, known);
      reflectProfiles.set(step.id, known);
    }
  }
  const results = store === null ? new Map<string, StepResult>() : writtenIn(store, plan);
  const widths = new Map(
    players.flatMap(({ model }) => (model === null ? [] : [[keyOf(model.identity), model.width]])),
  );
  return {
    game: (step) => gameProfiles.get(step.id) as Profile,
    reflection: (step) => reflectProfiles.get(step.id) as Profile,
    stored: (step) => (store === null ? 0 : storedGames(store, step, results, gamePrompts)),
    written: (step) => results.has(step.id),
    price: (model) => prices.priceOf(model),
    parallel: (model) => Math.min(input.concurrency, widths.get(keyOf(model)) ?? 1),
  };
}

function identityOf({ provider, endpoint, model, settings }: ModelIdentity): ModelIdentity {
  return { provider, endpoint, model, settings };
}

function gamesOf(step: Plan['steps'][number]): string[] {
  return step.kind === 'play' ? [step.game] : [];
}

/** What reflections of the plan wrote, in this run or another. */
function writtenIn(store: Store, plan: Plan): Map<string, StepResult> {
  const results = new Map<string, StepResult>();
  for (const step of plan.steps) {
    const result = step.kind === 'reflect' ? store.steps.resultInAnyRun(step.id) : undefined;
    if (result !== undefined) results.set(step.id, result as unknown as StepResult);
  }
  return results;
}

/** Games of a step that are stored; those that carry a playbook not written yet cannot be. */
function storedGames(
  store: Store,
  step: PlayStep,
  results: ReadonlyMap<string, StepResult>,
  prompts: Pick<Cast, 'gamePrompts'>,
): number {
  if (dependencies(step).some((id) => !results.has(id))) return 0;
  const ids = specsOf(step, results, prompts).map(gameIdOf);
  return [...store.games.status(ids).values()].filter((status) => status === 'finished').length;
}
