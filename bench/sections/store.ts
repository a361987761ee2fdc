import type { CallRecorder, RecordedCall } from '../../src/models/chat.js';
import type { JsonObject } from '../../src/base/json.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import type { Store } from '../../src/store/index.js';
import type { Section } from '../figures.js';
import { createGateways, openStore, rngOf, systemClock } from '../lab.js';
import { cpuMs, median, onMachine } from '../machine.js';
import { freshStore, playResistance } from '../play.js';
import type { Played } from '../play.js';
import { stubModel } from '../stub-model.js';

const RUN = 'bench';
/** Calls that arrive at once with eight games in progress, by and large. */
const TOGETHER = 8;

interface Recorded {
  readonly records: readonly GameRecord[];
  readonly calls: readonly RecordedCall[];
}

/** Games and calls as they were recorded; calls of one schema share it as one value, as in a run. */
function recorded({ file, games }: Played): Recorded {
  const store = openStore(file, { mode: 'read', now: () => new Date() });
  const schemas = new Map<string, JsonObject>();
  const shared = (schema: JsonObject): JsonObject => {
    const text = JSON.stringify(schema);
    const known = schemas.get(text) ?? schema;
    schemas.set(text, known);
    return known;
  };
  const calls = games
    .flatMap(({ id }) => store.calls(id))
    .flatMap((stored) => (stored.status === 'reply' ? [stored.call] : []));
  const records = games.map(({ id }) => store.games.load(id));
  store.close();
  const identity = calls[0]?.identity;
  if (identity === undefined) throw new Error('no call was recorded');
  const sharing = calls.map((call): RecordedCall => {
    const { schema } = call.request;
    const request =
      schema === undefined
        ? call.request
        : { ...call.request, schema: { ...schema, schema: shared(schema.schema) } };
    return { ...call, identity, request };
  });
  return { records, calls: sharing };
}

function storeWithRun(folder: string): Store {
  const store = freshStore(folder);
  store.runs.begin({
    id: RUN,
    arm: 'bench',
    command: [],
    plan: {},
    settings: {},
    plannedGames: 0,
    playbook: null,
    simulated: true,
    appVersion: 'bench',
  });
  return store;
}

/** CPU of each item, in milliseconds. */
function each<T>(items: readonly T[], work: (item: T) => void): number {
  const before = cpuMs();
  for (const item of items) work(item);
  return (cpuMs() - before) / items.length;
}

/** CPU of a save, in milliseconds, when so many arrive together. */
async function saveCost(
  recorder: CallRecorder,
  calls: readonly RecordedCall[],
  together: number,
): Promise<number> {
  const before = cpuMs();
  for (let at = 0; at < calls.length; at += together) {
    for (const call of calls.slice(at, at + together)) recorder.save(call);
    await recorder.committed();
  }
  return (cpuMs() - before) / calls.length;
}

/** CPU of a gateway around a model, without a store, in milliseconds a call. */
async function gatewayCost(calls: readonly RecordedCall[]): Promise<number> {
  const recorder: CallRecorder = {
    find: () => undefined,
    save: () => undefined,
    committed: () => Promise.resolve(),
    saveFault: () => undefined,
  };
  const model = stubModel({ latencyMs: 0, wire: 'narrow' });
  const gateway = createGateways({ recorder, clock: systemClock, rng: rngOf('bench') }).for(model);
  const never = new AbortController().signal;
  const through = async (ask: (call: RecordedCall) => Promise<unknown>): Promise<number> => {
    for (const call of calls) await ask(call);
    const before = cpuMs();
    for (const call of calls) await ask(call);
    return (cpuMs() - before) / calls.length;
  };
  const alone = await through(({ request }) => model.complete(request, never));
  return (await through(({ site, request }) => gateway.ask(site, request, never))) - alone;
}

/** What the store and the gateway take by themselves. */
export async function storeSection(folder: string, quick: boolean): Promise<Section> {
  const model = stubModel({ latencyMs: 0, wire: 'narrow' });
  const played = await playResistance({ model, games: quick ? 30 : 100, concurrency: 8, folder });
  const { records, calls } = recorded(played);
  const repeats = quick ? 3 : 5;
  const measured = await onMachine(async () => {
    const saved: number[] = [];
    const together: number[] = [];
    const missed: number[] = [];
    const games: number[] = [];
    for (let i = 0; i <= repeats; i += 1) {
      const store = storeWithRun(folder);
      const other = storeWithRun(folder);
      const recorder = store.recorder(RUN);
      missed.push(each(calls, (call) => void recorder.find(call.key, call.site.episode)));
      saved.push(await saveCost(recorder, calls, 1));
      together.push(await saveCost(other.recorder(RUN), calls, TOGETHER));
      games.push(each(records, (record) => void store.saveGame(record, null)));
      store.close();
      other.close();
    }
    // The first round was the warm-up.
    const [save, group, miss, game] = [saved, together, missed, games].map((costs) => median(costs.slice(1)));
    return {
      save: save ?? 0,
      group: group ?? 0,
      miss: miss ?? 0,
      game: game ?? 0,
      gateway: await gatewayCost(calls),
    };
  });
  const { machineMs, result } = measured;
  const cost = (what: string, value: number) => ({ what, value, unit: 'ms', machineMs }) as const;
  return {
    title: 'Store and gateway alone, CPU',
    figures: [
      cost('a saved call, committed by itself', result.save),
      cost(`a saved call, committed with ${TOGETHER - 1} others`, result.group),
      cost('a look for a call that is not recorded', result.miss),
      cost('a saved game of The Resistance, in one transaction', result.game),
      cost('the gateway around a call: key, limiter, time limit', result.gateway),
    ],
  };
}
