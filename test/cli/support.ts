import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import type { Io } from '../../src/cli/io.js';
import { buildProgram, runCli } from '../../src/cli/program.js';
import { listText } from '../../src/base/text.js';
import { dealNames } from '../../src/games/engine/seeds.js';
import type { Purpose } from '../../src/games/engine/seeds.js';
import type { StudyReport } from '../../src/report/study.js';
import { openStore, type Store } from '../../src/store/index.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import { schemaBrain } from '../fake-server/schema-brain.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeChat, FakeServer, FakeServerOptions, JournalEntry } from '../fake-server/types.js';

/** The words that start the command line from source, in the folder {@link ROOT}. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const MAIN_COMMAND = [
  process.execPath,
  '--import',
  'tsx',
  fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)),
];

/** A folder that is gone after the tests of the file. */
export function scratch(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `spartan-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store and a folder of playbooks, and the options that name them. */
export interface Place {
  readonly db: string;
  readonly playbooks: string;
  readonly options: readonly string[];
}

export function place(folder: string, name: string): Place {
  const db = join(folder, name, 'store.sqlite');
  const playbooks = join(folder, name, 'playbooks');
  return { db, playbooks, options: ['--db', db, '--playbooks', playbooks] };
}

/** What a command line did. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The environment of a command line: nothing of the machine's own but what a process needs to start. */
export type Env = Readonly<Record<string, string>>;

/** A command line running in this process. */
export interface InProcess {
  readonly ended: Promise<Ended>;
  /** As Ctrl-C does in a process of its own. */
  interrupt(): void;
}

/** Starts one command line in this process. `hear` is given what it says on standard error as it says it. */
export function startHere(
  argv: readonly string[],
  env: Env = {},
  hear: (text: string) => void = () => undefined,
): InProcess {
  let out = '';
  let err = '';
  let onInterrupt = (): void => {
    throw new Error('the command does not listen');
  };
  const io: Io = {
    env,
    cwd: process.cwd(),
    argv,
    out: (text) => void (out += text),
    err: (text) => {
      err += text;
      hear(text);
    },
    errStream: new PassThrough(),
    outIsTerminal: false,
    errIsTerminal: false,
    now: () => new Date(),
    onInterrupt: (handler) => {
      onInterrupt = handler;
      return () => undefined;
    },
    exitNow: (code) => {
      throw new Error(`exit ${code}`);
    },
  };
  const program = buildProgram(COMMANDS, io, '0.0.0-test');
  return {
    ended: runCli(program, argv, io).then((code) => ({ code, out, err })),
    interrupt: () => onInterrupt(),
  };
}

/** Runs one command line in this process. */
export function spartan(argv: readonly string[], env: Env = {}): Promise<Ended> {
  return startHere(argv, env).ended;
}

/** A command line running as a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>;
  /** Resolves once standard error holds `text`. */
  said(text: string): Promise<void>;
}

/** Starts a command line as a process of its own, from source. `before` are words such as `prlimit`. */
export function start(argv: readonly string[], env: Env = {}, before: readonly string[] = []): Running {
  const words = [...before, ...MAIN_COMMAND, ...argv];
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const heard = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const look of heard) look();
  });
  const ended = new Promise<Ended & { readonly signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? -1, signal, out, err }));
  });
  return {
    child,
    ended,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!err.includes(text)) return;
          heard.delete(look);
          resolve();
        };
        heard.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without "${text}":\n${out}${err}`)));
      }),
  };
}

/** The report of a command that was run with `--json`. */
export function reportOf({ out }: Ended): StudyReport {
  return JSON.parse(out) as StudyReport;
}

const RESUME = /^spartan: stopped; what was finished is kept, go on with: (spartan .*)$/m;

/** The command that a stopped run names to go on. */
export function resumeCommand({ err }: Ended): string {
  const line = RESUME.exec(err)?.[1];
  if (line === undefined || err.match(/^spartan: /gm)?.length !== 1) {
    throw new Error(`not one line with the command to go on with:\n${err}`);
  }
  return line;
}

/** Reads a store, which is closed afterwards. */
export function inStore<T>(db: string, read: (store: Store) => T): T {
  const store = openStore(db, { mode: 'read', now: () => new Date() });
  try {
    return read(store);
  } finally {
    store.close();
  }
}

/** Every stored game that the steps of the run started last list, in the order of the plan. */
export function gamesOf(db: string): GameRecord[] {
  return inStore(db, (store) => {
    const [run] = store.runs.list();
    if (run === undefined) return [];
    return store.steps
      .list(run.id)
      .flatMap((step) => store.steps.games(run.id, step.stepId))
      .flatMap(({ gameId, status }) => (status === null ? [] : [store.games.load(gameId)]));
  });
}

/** Every playbook version by its path; the date, which is the time of writing, is left out. */
export function playbooksOf({ playbooks }: Place): Record<string, string> {
  if (!existsSync(playbooks)) return {};
  const files = readdirSync(playbooks, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(join(playbooks, file), 'utf8').replace(/^date: .*$/m, 'date:')]),
  );
}

/** A playbook as a model might write it: the checks of a reflection let it pass. */
export const PLAYBOOK_TEXT = [
  'I listen before I speak, and I write down who approved which team.',
  'When a mission fails I look first at the players who were on it twice.',
  'As a spy I pass the first mission, so that nobody has a reason to doubt me.',
  'I never accuse two players at once, because a divided table approves nothing.',
].join('\n');

/** Resolves once `ready` holds; looks every few milliseconds. */
export async function until(ready: () => boolean): Promise<void> {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A playbook that differs with the games it was written from. */
function playbookText({ messages }: FakeChat): string {
  const letters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return `${PLAYBOOK_TEXT}\nAll of this comes from ${letters} letters of play that I read.`;
}

/** A fake server whose reflections are a playbook, and the options that lead a command to it. */
export async function playbookServer(options: FakeServerOptions = {}): Promise<FakeServer> {
  const server = await startFakeServer({ brain: schemaBrain(playbookText), ...options });
  afterAll(() => server.close());
  return server;
}

/** The bodies of chat requests as text. A body holds the seed of its place in the study, so no two calls share one. */
export function bodiesOf(chats: readonly JournalEntry[]): string[] {
  return chats.map(({ body }) => JSON.stringify(body));
}

/** What every prompt of a game of The Resistance says, and of no other game of the study but on the same seed. */
export function tableMark(study: number, purpose: Purpose, index: number): string {
  return `Players, clockwise: ${listText(dealNames('resistance', { study, purpose, index }, 5))}.`;
}

/** Options that name the model of a fake server, in OpenAI's format. */
export function openAiOptions(server: FakeServer): string[] {
  return ['--model', 'openai:fake:1b', '--base-url', `${server.url}/v1`];
}

/** The options and the environment that name the model of a fake server in Ollama's format. */
export const OLLAMA_OPTIONS = ['--model', 'ollama:fake:1b'];
export function ollamaEnv(server: FakeServer): Env {
  return { OLLAMA_HOST: server.url };
}

/** For a test that starts processes: each takes seconds to start on a machine that is busy with other tests. */
export const PROCESSES = { timeout: 120_000 };

/** One round a game, so that a model is asked about fifteen times. */
export const SHORT = ['--rule', 'maxTurns=8'];

/** The fewest games that fill a table: quick, and every kind of step occurs. */
export const SMALL = ['--game', 'resistance', '--rounds', '1', '--learn-games', '1', '--games', '1'];
