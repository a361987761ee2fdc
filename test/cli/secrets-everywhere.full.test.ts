import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaBrain } from '../fake-server/schema-brain.js';
import type { FakeServer, Twist } from '../fake-server/types.js';
import { KEY, leaks, shown, SPELLINGS } from './leaks.js';
import { PLAYBOOK_TEXT, place, playbookServer, scratch, SHORT, SMALL, spartan } from './support.js';
import type { Ended, Env, Place } from './support.js';

/** Ways in which a server may repeat the key. */
function echoes(authorization: string | null): readonly Twist[][] {
  const key = authorization ?? '';
  return [
    [{ twist: 'echo-key', where: 'text' }],
    [{ twist: 'echo-key', where: 'field' }],
    [{ twist: 'echo-key', where: 'header' }],
    [{ twist: 'thinking', place: 'field', text: `The header said ${key}.` }],
    [{ twist: 'wrap', as: 'prose' }],
  ];
}

/** Errors that repeat the key, in the body and in headers that clients read. */
function refusals(authorization: string | null): readonly Twist[] {
  const key = authorization ?? '';
  return [
    { twist: 'echo-key', where: 'error' },
    {
      twist: 'status',
      status: 429,
      headers: { 'retry-after': key, 'x-request-id': key, 'www-authenticate': key },
      body: { error: { message: `slow down, ${key}`, type: key, code: `rate ${key}`, param: key } },
    },
    { twist: 'status', status: 502, body: `<html>${key}</html>` },
    { twist: 'raw-body', text: `Authorization: ${key}` },
  ];
}

async function echoingServer(): Promise<FakeServer> {
  return playbookServer({
    key: KEY,
    brain: (chat) =>
      schemaBrain(`${PLAYBOOK_TEXT}\nI was told ${chat.authorization ?? ''} once.`)(chat).replace(
        'I think',
        JSON.stringify(`I think ${KEY}`).slice(1, -1),
      ),
    script: ({ authorization }, n) => {
      // Errors cost a pause each, so there are few.
      const refused = refusals(authorization)[n - 3];
      if (refused !== undefined) return [refused];
      const all = echoes(authorization);
      return all[n % all.length] ?? [];
    },
  });
}

interface Way {
  readonly name: string;
  readonly provider: 'openai' | 'ollama';
  /** Variable that holds the key, where it is not the provider's own. */
  readonly variable: string | null;
}

const WAYS: readonly Way[] = [
  { name: 'in OPENAI_API_KEY', provider: 'openai', variable: null },
  { name: 'in a variable of another name, for openai:', provider: 'openai', variable: 'MY_LAB_KEY' },
  { name: 'in a variable of another name, for ollama:', provider: 'ollama', variable: 'MY_LAB_KEY' },
];

/** The environment of a command, with a configuration file in which `student` is the model of the server. */
function environment(own: string, server: FakeServer, { provider, variable }: Way): Env {
  const file = join(own, 'config.json');
  const student = {
    model: `${provider}:fake:1b`,
    baseUrl: provider === 'openai' ? `${server.url}/v1` : server.url,
    ...(variable === null ? {} : { apiKeyEnv: variable }),
  };
  writeFileSync(file, JSON.stringify({ players: { student } }));
  return { SPARTAN_CONFIG: file, [variable ?? 'OPENAI_API_KEY']: KEY };
}

/** Everything that shows or exports a tournament. */
async function leaderboards(own: string, { db }: Place, env: Env): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const format of ['text', 'json', 'csv', 'html']) {
    ended.push(await spartan(['leaderboard', '--format', format, '--db', db], env));
    const out = join(own, `leaderboard.${format}`);
    ended.push(await spartan(['leaderboard', '--format', format, '--out', out, '--db', db], env));
  }
  return ended;
}

it.each(WAYS)(
  'a key $name, which the server repeats wherever it can, is kept, shown and exported nowhere',
  async (way) => {
    const own = scratch('secrets-way');
    const server = await echoingServer();
    const at = place(own, 'run');
    const env = environment(own, server, way);
    const ended = [
      await spartan(['iterate', ...SMALL, ...SHORT, '--model', 'student', '--json', ...at.options], env),
      await spartan(
        [
          ...['tournament', '--models', 'student,builtin:novice', '--suite', 'chicken', '--per-pair', '2'],
          ...['--self-play', '0', '--db', at.db],
        ],
        env,
      ),
    ];
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended[0]?.out).toContain('"rows"');
    // The server was told the key, and repeated it in every way.
    expect(server.chats().every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    expect(new Set(server.chats().flatMap(({ twists }) => twists))).toEqual(
      new Set(['echo-key', 'thinking', 'wrap', 'status', 'raw-body']),
    );
    ended.push(...(await leaderboards(own, at, env)), ...(await shown(at.db, at.playbooks)));
    ended.push(await spartan(['leaderboard', '--db', join(own, 'none.sqlite')], env));
    expect(readdirSync(own)).toContain('leaderboard.html');
    expect(leaks(SPELLINGS, own, ended)).toEqual([]);
  },
);

it.each(WAYS)('a key $name that is refused is named by its variable only', async (way) => {
  const own = scratch('secrets-refused');
  const server = await playbookServer({
    script: ({ authorization }) => [
      { twist: 'status', status: 401, body: { error: { message: `no such key: ${authorization}` } } },
    ],
  });
  const at = place(own, 'run');
  const argv = ['play', '--game', 'prisoners-dilemma', '--model', 'student', '--db', at.db];
  const ended = await spartan(argv, environment(own, server, way));
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(`check ${way.variable ?? 'OPENAI_API_KEY'}`);
  expect(ended.err).toContain('[secret removed]');
  expect(leaks(SPELLINGS, own, [ended, ...(await shown(at.db, at.playbooks))])).toEqual([]);
});
