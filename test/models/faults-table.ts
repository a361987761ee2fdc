import { afterEach, expect, it } from 'vitest';
import type { StoredCall } from '../../src/store/index.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import { inStore, place, scratch, spartan } from '../cli/support.js';
import type { Ended } from '../cli/support.js';
import { schemaBrain } from '../fake-server/schema-brain.js';
import { always, inOrder, openAiUsage } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, FakeServerOptions, ThinkingPlace, Twist } from '../fake-server/types.js';
import { callLimit } from './hurried-clock.js';
import type { ProviderId } from './support.js';

const folder = scratch('faults');

/** Without a schema a model that was told the forms still answers in JSON. */
const MOVE = '{"action":"choose","move":"cooperate"}';

/** One round of the Prisoner's Dilemma: two calls, asked at the same time. */
const GAME = ['--game', 'prisoners-dilemma', '--rule', 'rounds=1'];
interface Seen {
  readonly ended: Ended;
  readonly server: FakeServer;
  /** Status of the run; undefined when none was begun. */
  readonly run: string | undefined;
  /** Undefined when it was not stored. */
  readonly game: GameRecord | undefined;
  /** Rows of calls in words, each with how many there are. */
  readonly calls: Readonly<Record<string, number>>;
  readonly rows: readonly StoredCall[];
}

let server: FakeServer | undefined;

afterEach(async () => {
  callLimit.faster = 1;
  await server?.close();
  server = undefined;
});

/** `reply stop after transport 500`, `fault rate-limit 429 ×11`. */
function inWords(row: StoredCall): string {
  const faults = row.status === 'reply' ? row.call.faults : [...(row.fault.earlier ?? []), row.fault];
  const kinds = faults.map(({ kind, status }) => `${kind} ${status ?? 'none'}`);
  const counted = [...new Set(kinds)].map((kind) => {
    const times = kinds.filter((other) => other === kind).length;
    return times === 1 ? kind : `${kind} ×${times}`;
  });
  const told = counted.join(', ');
  if (row.status === 'fault') return `fault ${told}`;
  return `reply ${row.call.reply.finish}${told === '' ? '' : ` after ${told}`}`;
}

/** One store for all rows, since opening a new one takes longest: each row is a run of its own seed. */
const { db } = place(folder, 'table');
const runs = new Set<string>();
let seed = 0;

async function play(
  provider: ProviderId,
  options: FakeServerOptions,
  more: {
    readonly game?: readonly string[];
    readonly gone?: boolean;
  } = {},
): Promise<Seen> {
  server = await startFakeServer({ brain: schemaBrain(MOVE), ...options });
  const at = server;
  if (more.gone === true) await at.close();
  seed += 1;
  const model =
    provider === 'openai'
      ? ['--model', 'openai:fake:1b', '--base-url', `${at.url}/v1`]
      : ['--model', 'ollama:fake:1b'];
  const env = { OLLAMA_HOST: at.url, OPENAI_API_KEY: 'sk-of-the-table-1234' };
  const ended = await spartan(
    ['play', ...(more.game ?? GAME), ...model, '--seed', String(seed), '--db', db],
    env,
  );
  return inStore(db, (store) => {
    const run = store.runs.list().find(({ id }) => !runs.has(id));
    if (run !== undefined) runs.add(run.id);
    const [step] = run === undefined ? [] : store.steps.list(run.id);
    const [listed] = run === undefined || step === undefined ? [] : store.steps.games(run.id, step.stepId);
    const rows = listed === undefined ? [] : store.calls(listed.gameId);
    const calls: Record<string, number> = {};
    for (const row of rows) calls[inWords(row)] = (calls[inWords(row)] ?? 0) + 1;
    const stored = listed !== undefined && listed.status !== null;
    const game = stored ? store.games.load(listed.gameId) : undefined;
    return { ended, server: at, run: run?.status, game, calls, rows };
  });
}

/** What a row says: of one provider where they differ. */
interface Outcome {
  readonly code: number;
  /** On standard error where the run ended, else in the transcript. */
  readonly sees: RegExp;
  readonly run: 'finished' | 'stopped' | 'failed' | undefined;
  readonly game: 'finished' | 'void' | undefined;
  /** Seats for which the default was played. */
  readonly forced?: number;
  readonly calls: Readonly<Record<string, number>>;
}

interface Row {
  readonly fault: string;
  readonly server?: FakeServerOptions;
  readonly more?: Parameters<typeof play>[2];
  readonly callFaster?: number;
  readonly outcome: Outcome | Readonly<Record<ProviderId, Outcome>>;
}

/** The game is played as if nothing had been. */
const unharmed = (calls: Outcome['calls']): Outcome => ({
  code: 0,
  sees: /\(last-round\)/,
  run: 'finished',
  game: 'finished',
  forced: 0,
  calls,
});

/** The game is played, but by the default where the model had nothing to say: counted as forced. */
const forcedTo = (sees: RegExp, calls: Outcome['calls']): Outcome => ({
  code: 0,
  sees,
  run: 'finished',
  game: 'finished',
  forced: 2,
  calls,
});

/** The game is void: shown, never scored, and played again by the same command. */
const voided = (sees: RegExp, calls: Outcome['calls']): Outcome => ({
  code: 0,
  sees,
  run: 'finished',
  game: 'void',
  calls,
});

/** The run ends with one line on standard error; the same command goes on. */
const ends = (run: Outcome['run'], sees: RegExp, calls: Outcome['calls']): Outcome => ({
  code: 2,
  sees,
  run,
  game: undefined,
  calls,
});

const each = (openai: Outcome, ollama: Outcome): Record<ProviderId, Outcome> => ({ openai, ollama });

const status = (code: number, more: Partial<Extract<Twist, { twist: 'status' }>> = {}): Twist => ({
  twist: 'status',
  status: code,
  ...more,
});

/** A fault that passes: the first request meets it, the next one does not. */
const passing = (fault: string, twist: Twist, stored: string): Row => ({
  fault: `once: ${fault}`,
  server: { script: inOrder([twist]) },
  outcome: unharmed({ [`reply stop after ${stored}`]: 1, 'reply stop': 1 }),
});

const lasting = (fault: string, twist: Twist, outcome: Row['outcome'], more: Row['more'] = {}): Row => ({
  fault: `always: ${fault}`,
  server: { script: always(twist) },
  more,
  outcome,
});

const TRANSPORT: readonly Row[] = [
  passing('status 503', status(503), 'transport 503'),
  // A server that knows no schema has been seen to say so with a 500, so the second try leaves it out.
  passing('status 500', status(500), 'transport 500'),
  passing(
    'status 502 with a page of a proxy',
    status(502, { body: '<h1>Bad gateway</h1>' }),
    'transport 502',
  ),
  passing('status 408', status(408), 'transport 408'),
  passing('the connection is closed before any byte', { twist: 'hang-up' }, 'transport none'),
  passing(
    'the connection is closed inside the body',
    { twist: 'cut-body', afterBytes: 40 },
    'transport none',
  ),
  passing(
    'status 200 with a page of a hotel network',
    { twist: 'raw-body', text: '<html><title>Sign in</title></html>' },
    'transport 200',
  ),
  passing(
    'status 200 with JSON that holds no reply',
    { twist: 'raw-body', text: '{}', contentType: 'application/json' },
    'transport 200',
  ),
  passing('white space without end, beyond any cap', { twist: 'endless' }, 'transport none'),
  {
    fault: 'once: status 200 with an error in the body',
    server: { script: inOrder([{ twist: 'error-inside', message: 'upstream died' }]) },
    outcome: each(
      // OpenRouter puts the upstream's status there, and it counts.
      unharmed({ 'reply stop after transport 502': 1, 'reply stop': 1 }),
      unharmed({ 'reply stop after transport 200': 1, 'reply stop': 1 }),
    ),
  },
  lasting(
    'status 503',
    status(503),
    voided(/void: .*answered 503 \(scripted fault\)/, { 'fault transport 503 ×5': 2 }),
  ),
  lasting(
    'the connection is closed',
    { twist: 'hang-up' },
    voided(/void: no complete answer from the \w+ server http:.*: (start|correct)/, {
      'fault transport none ×5': 2,
    }),
  ),
  {
    ...lasting(
      'no answer ever',
      { twist: 'silence' },
      // Each try costs the whole limit, so there are two.
      voided(/void: .*did not answer within 600 s/, { 'fault transport none ×2': 2 }),
    ),
    callFaster: 2000,
  },
  {
    fault: 'slow: 60 ms before the headers and inside the body',
    server: { script: always({ twist: 'wait', beforeHeadersMs: 60, insideBodyMs: 60 }) },
    outcome: unharmed({ 'reply stop': 2 }),
  },
  {
    fault: 'one request at a time',
    server: { serial: true, latencyMs: 20 },
    outcome: unharmed({ 'reply stop': 2 }),
  },
];

const LIMITS: readonly Row[] = [
  passing(
    'status 429 with Retry-After in seconds',
    status(429, { headers: { 'retry-after': '3' } }),
    'rate-limit 429',
  ),
  passing(
    'status 429 with retry-after-ms',
    status(429, { headers: { 'retry-after-ms': '90' } }),
    'rate-limit 429',
  ),
  passing(
    'status 429 with a date',
    status(429, {
      headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' },
    }),
    'rate-limit 429',
  ),
  {
    fault: 'once: more requests in flight than allowed',
    server: {
      maxInFlight: 1,
      latencyMs: 60,
      // Hurried, this is 150 ms.
      overLimit: { status: 429, headers: { 'retry-after-ms': '60000' } },
    },
    outcome: each(
      unharmed({ 'reply stop': 1, 'reply stop after rate-limit 429': 1 }),
      // One request at a time is what the lab asks of Ollama.
      unharmed({ 'reply stop': 2 }),
    ),
  },
  {
    fault: 'once: more requests in flight than allowed, said with status 503',
    server: {
      maxInFlight: 1,
      latencyMs: 60,
      overLimit: { status: 503, headers: { 'retry-after': '60' } },
    },
    outcome: each(
      unharmed({ 'reply stop': 1, 'reply stop after transport 503': 1 }),
      unharmed({ 'reply stop': 2 }),
    ),
  },
  lasting('status 429', status(429), voided(/void: .*answered 429/, { 'fault rate-limit 429 ×11': 2 })),
  lasting(
    'status 429 that asks for ten minutes',
    status(429, { headers: { 'retry-after': '600' } }),
    each(
      ends(
        'stopped',
        /asks for a wait of 600 s, and more than 120 s is not waited for: run the same command again after \d{4}-/,
        {
          'fault rate-limit 429': 2,
        },
      ),
      ends('stopped', /asks for a wait of 600 s/, { 'fault rate-limit 429': 1 }),
    ),
  ),
  lasting(
    'status 429 with the code of an account without money',
    status(429, { code: 'insufficient_quota' }),
    each(
      ends('failed', /no quota is left, so add credit or use another account/, { 'fault quota 429': 2 }),
      ends('failed', /no quota is left/, { 'fault quota 429': 1 }),
    ),
  ),
  lasting(
    'status 402',
    status(402),
    each(
      ends('failed', /answered 402 .*no quota is left/, { 'fault quota 402': 2 }),
      ends('failed', /answered 402 .*no quota is left/, { 'fault quota 402': 1 }),
    ),
  ),
];

const REFUSALS: readonly Row[] = [
  lasting(
    'status 401',
    status(401),
    each(
      ends('failed', /answered 401 .*: check OPENAI_API_KEY/, { 'fault auth 401': 2 }),
      ends('failed', /answered 401 .*: check OLLAMA_API_KEY/, { 'fault auth 401': 1 }),
    ),
  ),
  lasting(
    'status 403',
    status(403),
    each(
      ends('failed', /answered 403 .*: check OPENAI_API_KEY/, { 'fault auth 403': 2 }),
      ends('failed', /answered 403 .*: check OLLAMA_API_KEY/, { 'fault auth 403': 1 }),
    ),
  ),
  lasting(
    'status 404',
    status(404),
    each(
      ends('failed', /answered 404 .*: check the model name "fake:1b"/, { 'fault not-found 404': 2 }),
      ends('failed', /answered 404 .*ollama pull fake:1b/, { 'fault not-found 404': 1 }),
    ),
  ),
  // The schema is suspected once, and found innocent.
  lasting('status 400', status(400), voided(/void: .*answered 400/, { 'fault rejected 400 ×2': 2 })),
  lasting('status 413', status(413), voided(/void: .*answered 413/, { 'fault rejected 413': 2 })),
  lasting(
    'status 400 with the code of a prompt that is too long',
    status(400, { code: 'context_length_exceeded' }),
    each(
      ends('failed', /answered 400 .*choose a larger window with --context/, { 'fault rejected 400': 2 }),
      ends('failed', /answered 400 .*choose a larger window with --context/, { 'fault rejected 400': 1 }),
    ),
  ),
  {
    fault: 'a server that knows no schema, and says so with status 400',
    server: { schemaRefusedWith: 400 },
    outcome: each(
      // Both calls went out before either had learnt it.
      unharmed({ 'reply stop after rejected 400': 2 }),
      unharmed({ 'reply stop after rejected 400': 1, 'reply stop': 1 }),
    ),
  },
  {
    fault: 'a server that knows no schema, and says so with status 500',
    server: { schemaRefusedWith: 500 },
    outcome: unharmed({ 'reply stop after transport 500': 2 }),
  },
];

const CHECKS: readonly Row[] = [
  {
    fault: 'no server there',
    more: { gone: true },
    outcome: each(
      ends(undefined, /ECONNREFUSED\): start the server, or correct --base-url or OPENAI_BASE_URL/, {}),
      ends(undefined, /ECONNREFUSED\): start it with `ollama serve`, or correct OLLAMA_HOST/, {}),
    ),
  },
  {
    fault: 'no such model',
    server: { models: [{ name: 'fake:2b', trainedContext: 8192 }] },
    outcome: each(
      // A list that may not be whole is no proof: the server itself says so.
      ends('failed', /answered 404 \(model "fake:1b" not found, try pulling it first\)/, {
        'fault not-found 404': 2,
      }),
      ends(undefined, /has no model "fake:1b": did you mean ollama:fake:2b\?/, {}),
    ),
  },
  {
    fault: 'a check that meets status 500',
    server: { routes: { '/v1/models': [status(500)], '/api/show': [status(500)] } },
    outcome: ends(undefined, /answered 500 \(scripted fault\)/, {}),
  },
  {
    fault: 'a key that is refused at the check',
    server: { routes: { '/v1/models': [status(401)], '/api/version': [status(401)] } },
    outcome: ends(undefined, /answered 401 .*: check \w+_API_KEY/, {}),
  },
];

/** Of the model, not of the way to it: the model is told twice what was wrong, then the default is played. */
const MODEL: readonly Row[] = [
  {
    fault: 'once: a word that the schema does not list',
    server: { script: inOrder([{ twist: 'violation' }]) },
    outcome: { ...unharmed({ 'reply stop': 3 }), sees: /~ \w+ was corrected: / },
  },
  lasting(
    'a word that the schema does not list',
    { twist: 'violation' },
    forcedTo(/! \w+ gave no legal answer/, { 'reply stop': 6 }),
  ),
  lasting(
    'an empty reply',
    { twist: 'text', text: '' },
    forcedTo(/the answer was empty/, { 'reply stop': 6 }),
  ),
  lasting(
    'white space only',
    { twist: 'text', text: ' \n\t ' },
    forcedTo(/the answer was empty/, { 'reply stop': 6 }),
  ),
  lasting(
    'prose without an object',
    { twist: 'text', text: 'I cooperate.' },
    forcedTo(/no JSON object/, { 'reply stop': 6 }),
  ),
  {
    fault: 'once: cut by its cap',
    server: { script: inOrder([{ twist: 'finish', reason: 'length' }]) },
    outcome: unharmed({ 'reply length': 1, 'reply stop': 2 }),
  },
  lasting(
    'cut by its cap',
    { twist: 'finish', reason: 'length' },
    // Three askings, each once more with twice the cap.
    forcedTo(/cut off because it was too long/, { 'reply length': 12 }),
  ),
  lasting(
    'stopped by a filter',
    { twist: 'finish', reason: 'filter' },
    each(
      forcedTo(/withheld by the provider's content filter/, { 'reply filter': 6 }),
      // Ollama has no such ending.
      unharmed({ 'reply stop': 2 }),
    ),
  ),
  lasting(
    'a refusal',
    { twist: 'finish', reason: 'refusal' },
    each(
      forcedTo(/the answer was a refusal/, { 'reply refusal': 6 }),
      forcedTo(/no JSON object in the answer/, { 'reply stop': 6 }),
    ),
  ),
  // Servers have words of their own for an ending; what was said is a whole move or none.
  lasting('an ending nobody knows', { twist: 'finish', reason: 'unknown' }, unharmed({ 'reply other': 2 })),
  lasting('no ending at all', { twist: 'finish', reason: 'absent' }, unharmed({ 'reply stop': 2 })),
  lasting(
    'white space to the cap after the object',
    { twist: 'blanks', where: 'after-brace' },
    unharmed({ 'reply length': 2 }),
  ),
  lasting(
    'white space to the cap inside the object',
    { twist: 'blanks', where: 'before-brace' },
    forcedTo(/cut off because it was too long/, { 'reply length': 12 }),
  ),
  ...(['prose', 'fence', 'trailing-comma', 'single-quotes'] as const).map((as) =>
    lasting(`the object in or with ${as}`, { twist: 'wrap', as }, unharmed({ 'reply stop': 2 })),
  ),
  ...(['before', 'inside', 'template', 'field', 'reasoning'] as const).map((where) =>
    lasting(`thinking ${where}`, thinking(where), unharmed({ 'reply stop': 2 })),
  ),
  ...(['instead', 'unclosed', 'field-only'] as const).map((where) =>
    lasting(
      `thinking ${where}`,
      thinking(where),
      forcedTo(/there was reasoning but no answer/, { 'reply stop': 6 }),
    ),
  ),
  lasting(
    'thinking in parts of the content',
    thinking('parts'),
    each(unharmed({ 'reply stop': 2 }), forcedTo(/the answer was empty/, { 'reply stop': 6 })),
  ),
  lasting('no usage', { twist: 'usage', usage: null }, unharmed({ 'reply stop': 2 })),
];

function thinking(where: ThinkingPlace): Twist {
  return { twist: 'thinking', place: where, text: 'Perhaps {"action":"choose","move":"defect"}?' };
}

/**
 * The table for one provider: for each fault of the fake server what the user of `spartan play` sees, and what the
 * store holds. The whole command runs in this process against a server on this machine. The clock must be mocked with
 * `hurriedClock`, or the pauses between tries take minutes.
 */
export function faultTable(provider: ProviderId): void {
  it.each([...TRANSPORT, ...LIMITS, ...REFUSALS, ...CHECKS, ...MODEL])(
    '$fault',
    async ({ server: options = {}, more, callFaster, outcome }) => {
      callLimit.faster = callFaster ?? 1;
      const expected: Outcome = 'code' in outcome ? outcome : outcome[provider];
      const seen = await play(provider, options, more);
      expect({ calls: seen.calls, code: seen.ended.code, run: seen.run, game: seen.game?.status }).toEqual({
        calls: expected.calls,
        code: expected.code,
        run: expected.run,
        game: expected.game,
      });
      expect(expected.code === 0 ? seen.ended.out : seen.ended.err).toMatch(expected.sees);
      if (expected.code !== 0) expect(seen.ended.err.trim().split('\n')).toHaveLength(1);
      if (expected.forced !== undefined) {
        expect(seen.game?.decisions.filter(({ forced }) => forced)).toHaveLength(expected.forced);
      }
      if (seen.game?.status === 'void') {
        expect(seen.game.outcome).toBeNull();
        expect(seen.game.decisions.filter(({ forced }) => forced)).toEqual([]);
      }
      // Every request is a reply or a fault of the store.
      const requests = seen.rows.reduce(
        (sum, row) =>
          sum + (row.status === 'reply' ? 1 + row.call.faults.length : 1 + (row.fault.earlier?.length ?? 0)),
        0,
      );
      await expect.poll(() => seen.server.chats().length, { timeout: 10_000 }).toBe(requests);
    },
  );

  it('three calls that fail alike end the run', async () => {
    const seen = await play(
      provider,
      { script: always(status(503)) },
      // Four players are asked at the same time.
      { game: ['--game', 'public-goods', '--rule', 'rounds=1'] },
    );
    expect(seen.ended.code).toBe(2);
    expect(seen.ended.err).toMatch(
      /answered 503 .*; 3 calls in a row failed like this: mend it, then run the same command again to go on/,
    );
    expect([seen.run, seen.game]).toEqual(['failed', undefined]);
    expect(seen.calls['fault transport 503 ×5']).toBeGreaterThanOrEqual(3);
  });

  it('stores usage in classes that sum to what the server reported', async () => {
    const usage =
      provider === 'openai'
        ? openAiUsage({ prompt: 2000, cached: 1024, written: 300, output: 90, reasoning: 60 })
        : { prompt_eval_count: 2000, eval_count: 90 };
    const { rows } = await play(provider, { script: always({ twist: 'usage', usage }) });
    const expected =
      provider === 'openai'
        ? { input: 676, cachedInput: 1024, cacheWrite: 300, output: 90, reasoning: 60 }
        : { input: 2000, cachedInput: 0, cacheWrite: 0, output: 90, reasoning: 0 };
    expect(rows.map((row) => row.status === 'reply' && row.call.reply.usage)).toEqual([expected, expected]);
  });

  it('stores no usage as none, never as zero', async () => {
    const { rows } = await play(provider, { script: always({ twist: 'usage', usage: null }) });
    expect(rows.map((row) => row.status === 'reply' && row.call.reply.usage)).toEqual([null, null]);
  });
}
