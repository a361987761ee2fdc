import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ChatModel, ChatRequest } from '../../src/models/chat.js';
import type { Figure, Section } from '../figures.js';
import { createModel, modelDeps, ROOT } from '../lab.js';
import { cpuMs, onMachine } from '../machine.js';
import { playResistance } from '../play.js';
import type { Played } from '../play.js';
import { stubModel } from '../stub-model.js';

/** Games in progress at once, as by default. */
const CONCURRENCY = 8;
/** Requests on which the model's own cost is measured. */
const SAMPLES = 2000;
const REPEATS = 20;

/** CPU of the stub itself, in milliseconds a reply. */
async function stubCost(model: ChatModel, requests: readonly ChatRequest[]): Promise<number> {
  const never = new AbortController().signal;
  const answerAll = async (): Promise<void> => {
    for (const request of requests) await model.complete(request, never);
  };
  await answerAll();
  const before = cpuMs();
  for (let i = 0; i < REPEATS; i += 1) await answerAll();
  return (cpuMs() - before) / (REPEATS * requests.length);
}

/** Runs of the same length, of which the cheapest counts: whatever else the machine does can only add to one. */
const RUNS = 4;

interface Cost {
  /** CPU of a call in the cheapest run, in milliseconds. */
  readonly perCall: number;
  readonly machineMs: number;
  readonly callsPerGame: number;
}

async function costOf(
  warmUp: number,
  games: number,
  play: (first: number, games: number) => Promise<Played>,
): Promise<Cost> {
  await play(100_000, warmUp);
  const runs: Cost[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { result, machineMs } = await onMachine(() => play(run * games, games));
    runs.push({ perCall: result.cpuMs / result.calls, machineMs, callsPerGame: result.calls / games });
  }
  return runs.reduce((best, cost) => (cost.perCall < best.perCall ? cost : best));
}

/** A fake model server as a process of its own, so that its cost is not ours. */
async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const child = fork(`${ROOT}bench/model-server.ts`, { execArgv: ['--import', 'tsx'] });
  try {
    const [url] = (await once(child, 'message')) as [string];
    return await use(url);
  } finally {
    child.kill();
  }
}

const IN_PROCESS = 'CPU a model call around the model itself: rules, view, prompt, parse, store';

/** What a call costs around the model, and what the way to a server adds to it. */
export async function callSection(folder: string, quick: boolean): Promise<Section> {
  const requests: ChatRequest[] = [];
  const sampled = stubModel({
    latencyMs: 0,
    wire: 'narrow',
    onRequest: (request) => {
      if (requests.length < SAMPLES) requests.push(request);
    },
  });
  await playResistance({ model: sampled, games: 30, concurrency: CONCURRENCY, folder });
  const model = stubModel({ latencyMs: 0, wire: 'narrow' });
  const own = await stubCost(model, requests);
  const around = await costOf(quick ? 60 : 180, quick ? 40 : 120, (first, games) =>
    playResistance({ model, games, concurrency: CONCURRENCY, first, folder }),
  );
  const perCall = around.perCall - own;
  const figures: Figure[] = [
    {
      what: IN_PROCESS,
      value: perCall,
      unit: 'ms',
      reference: 0.94,
      target: { atMost: 0.15, aim: 0.05 },
      machineMs: around.machineMs,
      note: `Resistance, ${around.callsPerGame.toFixed(0)} calls a game, every reply committed before it is read; cheapest of ${RUNS} runs`,
    },
  ];
  for (const provider of ['openai', 'ollama'] as const) {
    const server = await withServer(async (url) => {
      const deps = modelDeps({ OLLAMA_HOST: url }, () => undefined);
      const options = provider === 'openai' ? { baseUrl: `${url}/v1`, width: 64 } : { width: 64 };
      const remote = createModel(`${provider}:bench`, options, deps);
      const cost = await costOf(10, quick ? 4 : 20, (first, games) =>
        playResistance({ model: remote, games, concurrency: CONCURRENCY, first, folder }),
      );
      await deps.wire.close();
      return cost;
    });
    figures.push({
      what: `CPU that HTTP and the SDK add to a call (${provider})`,
      value: server.perCall - perCall,
      unit: 'ms',
      machineMs: server.machineMs,
    });
  }
  return { title: 'What a model call costs', figures };
}
