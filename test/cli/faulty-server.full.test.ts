import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../src/base/hash.js';
import { rngOf } from '../../src/base/rng.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import type { StoredCall } from '../../src/store/index.js';
import { atRandomByCall } from '../fake-server/scripts.js';
import type { Brain, FakeServer, FakeServerOptions } from '../fake-server/types.js';
import { inStore, place, playbookServer, scratch, spartan } from './support.js';
import type { Ended, Place } from './support.js';

// Two hundred games at a server that fails three requests of ten, through the whole command line; only the pauses
// between tries are hurried.
vi.mock('../../src/models/clock.js', async (original) =>
  (await import('../models/hurried-clock.js')).hurriedClock(original),
);

const folder = scratch('faulty-server');

/** 90 baseline games, 20 to learn from, 90 with the playbook; ten calls a game. */
const STUDY = [
  ...['iterate', '--game', 'prisoners-dilemma', '--rounds', '1', '--learn-games', '20', '--games', '90'],
  // Written by a simulated player, so that every request is for a move.
  ...['--reflector', 'builtin:novice', '--json'],
];
const GAMES = 200;

/** Answers from what is asked alone, whether or not the schema had to be left out, and at whichever address. */
const answer: Brain = ({ messages }) =>
  JSON.stringify({
    action: 'choose',
    move: rngOf(sha256(JSON.stringify(messages))).pick(['cooperate', 'defect']),
  });

interface Played {
  readonly server: FakeServer;
  readonly at: Place;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ended: Ended;
}

async function study(
  provider: 'openai' | 'ollama',
  name: string,
  options: FakeServerOptions,
): Promise<Played> {
  const server = await playbookServer({ brain: answer, ...options });
  const at = place(folder, `${provider}-${name}`);
  const model =
    provider === 'openai'
      ? ['--model', 'openai:fake:1b', '--base-url', `${server.url}/v1`]
      : ['--model', 'ollama:fake:1b'];
  const argv = [...STUDY, ...model, ...at.options];
  const env = { OLLAMA_HOST: server.url };
  return { server, at, argv, env, ended: await spartan(argv, env) };
}

/** Every game of the run, each once. */
function gamesById({ db }: Place): Map<string, GameRecord> {
  return inStore(db, (store) => {
    const [run] = store.runs.list();
    if (run === undefined) throw new Error('no run is stored');
    const ids = store.steps
      .list(run.id)
      .flatMap(({ stepId }) => store.steps.games(run.id, stepId))
      .map(({ gameId }) => gameId);
    return new Map(ids.map((id) => [id, store.games.load(id)]));
  });
}

function callsOf({ db }: Place, games: Iterable<string>): StoredCall[] {
  return inStore(db, (store) => [...games].flatMap((id) => store.calls(id)));
}

/** Requests that a stored call took. */
function requests(row: StoredCall): number {
  return row.status === 'reply' ? 1 + row.call.faults.length : 1 + (row.fault.earlier?.length ?? 0);
}

/** Where in the study a game belongs; its id names the address of the server too. */
function placeOf({ spec: { seed, replicate, lineUp } }: GameRecord): string {
  const slots =
    lineUp.by === 'focal'
      ? [lineUp.focal, lineUp.others]
      : lineUp.by === 'side'
        ? [lineUp.main, lineUp.alt]
        : lineUp.seats;
  return JSON.stringify([seed, replicate, slots.map(({ playbook }) => playbook?.hash ?? null)]);
}

/** What was played, without what names the address. */
function played({ spec, names, roles, events, decisions, outcome, turns }: GameRecord): unknown {
  return { seed: spec.seed, replicate: spec.replicate, names, roles, events, decisions, outcome, turns };
}

/** Every part of a report that counts games. */
function countsIn(report: unknown): { started: number; finished: number; voids: number }[] {
  if (typeof report !== 'object' || report === null) return [];
  const inside = Object.values(report).flatMap(countsIn);
  const { started, finished, voids } = report as Record<string, unknown>;
  return typeof started === 'number' && typeof finished === 'number' && typeof voids === 'number'
    ? [{ started, finished, voids }, ...inside]
    : inside;
}

describe.each(['openai', 'ollama'] as const)('%s, 200 games at 30 %% random faults', (provider) => {
  it('end finished, or void with the reason; nothing is scored for a fault, and every request is accounted for', async () => {
    let mended = false;
    const faults = atRandomByCall('two hundred games', 0.3);
    const { server, at, argv, env, ended } = await study(provider, 'faulty', {
      script: (chat, n) => (mended ? [] : faults(chat, n)),
    });
    expect(ended.err).not.toContain('internal error');
    expect(ended.code).toBe(0);

    const games = gamesById(at);
    expect(games.size).toBe(GAMES);
    const all = [...games.values()];
    const voids = all.filter(({ status }) => status === 'void');
    // Five transport faults in a row end a call: at 2,000 calls and 0.3 × 5/6 that is two or so.
    expect(voids.length).toBeGreaterThan(0);
    expect(voids.length).toBeLessThan(20);
    for (const game of voids) {
      expect(game.voidReason).toMatch(/ server http:\/\/127\.0\.0\.1:\d+/);
      expect(game.outcome).toBeNull();
    }

    // The model answers well: what went wrong on the way has cost no seat a move.
    for (const { decisions } of all) {
      expect(decisions.filter(({ forced, problems }) => forced || problems.length > 0)).toEqual([]);
    }

    // Requests: each arrived once, and is a reply or a fault of a stored call.
    const calls = callsOf(at, games.keys());
    expect(calls.reduce((sum, row) => sum + requests(row), 0)).toBe(server.chats().length);
    const usage = inStore(at.db, (store) => {
      const [run] = store.runs.list();
      return run === undefined ? [] : store.usage(run.id);
    });
    expect(usage.reduce((sum, { calls: replies, faults: lost }) => sum + replies + lost, 0)).toBe(
      server.chats().length,
    );
    const good = server
      .chats()
      .filter(({ status, end, twists }) => status === 200 && end === 'answered' && twists.length === 0);
    expect(calls.filter(({ status }) => status === 'reply')).toHaveLength(good.length);
    const met = server.chats().length - good.length;
    // Four standard errors of a share of 0.3.
    const share = met / server.chats().length;
    expect(Math.abs(share - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / server.chats().length));

    // Rates: of finished games only, in the report and in the view.
    const counts = countsIn(JSON.parse(ended.out));
    expect(counts.length).toBeGreaterThan(0);
    for (const { started, finished, voids: lost } of counts) expect(finished + lost).toBe(started);
    const db = new Database(at.db, { readonly: true });
    const rates = db
      .prepare('SELECT games, finished, void, wins, draws, losses, rate FROM win_rates')
      .all() as {
      games: number;
      finished: number;
      void: number;
      wins: number;
      draws: number;
      losses: number;
      rate: number;
    }[];
    db.close();
    expect(rates.some((row) => row.void > 0)).toBe(true);
    for (const row of rates) {
      expect(row.finished + row.void).toBe(row.games);
      expect(row.wins + row.draws + row.losses).toBe(row.finished);
      expect(row.rate).toBeCloseTo(row.wins / row.finished, 12);
    }

    // The same command plays the void games, and nothing else.
    mended = true;
    const before = server.chats().length;
    const again = await spartan(argv, env);
    expect(again.code).toBe(0);
    const whole = gamesById(at);
    expect([...whole.values()].filter(({ status }) => status === 'void')).toEqual([]);
    const asked = server.chats().slice(before);
    expect(asked.length).toBeGreaterThanOrEqual(voids.length);
    expect(asked.length).toBeLessThanOrEqual(voids.length * 10);
    for (const game of all) {
      if (game.status === 'finished') expect(whole.get(game.id)).toEqual(game);
    }

    // And what was played is what a server without faults would have seen played.
    const plain = await study(provider, 'plain', {});
    const unbroken = new Map([...gamesById(plain.at).values()].map((game) => [placeOf(game), game]));
    const shared = [...whole.values()].flatMap((game) => {
      const other = unbroken.get(placeOf(game));
      return other === undefined ? [] : [{ game, other }];
    });
    // The baseline and the learning games; the playbook may differ, since a void game taught nothing.
    expect(shared.length).toBeGreaterThanOrEqual(110);
    for (const { game, other } of shared) expect(played(game)).toEqual(played(other));
  });
});
