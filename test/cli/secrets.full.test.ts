import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaBrain } from '../fake-server/schema-brain.js';
import type { FakeServerOptions, Twist } from '../fake-server/types.js';
import { KEY, leaks, shown, SPELLINGS } from './leaks.js';
import {
  openAiOptions,
  PLAYBOOK_TEXT,
  place,
  playbookServer,
  scratch,
  SHORT,
  SMALL,
  spartan,
} from './support.js';

const folder = scratch('secrets');
describe('an API key', () => {
  it('that the server repeats in replies, fields and errors is kept and shown nowhere', async () => {
    const at = place(join(folder, 'success'), 'run');
    let echoes = 0;
    const inLog: string[][] = [];
    const server = await playbookServer({
      key: KEY,
      brain: (chat) =>
        schemaBrain(({ authorization }) => `${PLAYBOOK_TEXT}\nI was told ${authorization ?? ''} once.`)(
          chat,
        ).replace('I think', JSON.stringify(`I think ${KEY}`).slice(1, -1)),
      script: (_chat, n) => {
        if (n === 40) inLog.push(leaks(SPELLINGS, join(folder, 'success'), []));
        const where = (['text', 'field', 'error', 'header'] as const)[n % 4];
        // An error costs half a second until the next try.
        if (where === undefined || (where === 'error' && n > 3)) return [];
        echoes += 1;
        return [{ twist: 'echo-key', where }];
      },
    });
    const argv = ['iterate', ...SMALL, '--rule', 'maxTurns=16', ...openAiOptions(server), ...at.options];
    const ended = await spartan(argv, { OPENAI_API_KEY: KEY });
    expect(ended.code).toBe(0);
    expect(echoes).toBeGreaterThan(30);
    expect(server.chats().some(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    // While the run went on its log held the replies so far.
    expect(inLog).toEqual([[]]);
    expect(leaks(SPELLINGS, join(folder, 'success'), [ended, ...(await shown(at.db, at.playbooks))])).toEqual(
      [],
    );
  });

  const FAILURES: readonly (readonly [string, FakeServerOptions['script']])[] = [
    ['401', (chat) => [refusalWith(401, chat.authorization)]],
    ['402', (chat) => [refusalWith(402, chat.authorization)]],
    ['400', (chat) => [refusalWith(400, chat.authorization)]],
    [
      'no JSON',
      (chat) => [{ twist: 'status', status: 403, body: `<p>Authorization: ${chat.authorization}</p>` }],
    ],
  ];

  it.each(FAILURES)(
    'that the server repeats as it refuses every call with %s is kept and shown nowhere',
    async (name, script) => {
      const own = join(folder, `failure-${name.replace(' ', '-')}`);
      const at = place(own, 'run');
      const server = await playbookServer({ ...(script === undefined ? {} : { script }) });
      const ended = await spartan(
        ['iterate', ...SMALL, '--games', '3', ...SHORT, ...openAiOptions(server), ...at.options],
        {
          OPENAI_API_KEY: KEY,
        },
      );
      expect(ended.code).toBe(2);
      expect(ended.err).toContain('[secret removed]');
      expect(leaks(SPELLINGS, own, [ended, ...(await shown(at.db, at.playbooks))])).toEqual([]);
    },
  );
});

function refusalWith(status: number, authorization: string | null): Twist {
  return {
    twist: 'status',
    status,
    body: { error: { message: `you sent Authorization: ${authorization}` } },
  };
}

describe('secrets in an address', () => {
  it('are left out of the stored and the printed command', async () => {
    const own = join(folder, 'address');
    const at = place(own, 'run');
    const server = await playbookServer();
    const secrets = ['canary-user', 'canary-password', 'canary-query-key'];
    const url = new URL(`${server.url}/v1`);
    [url.username = '', url.password = ''] = secrets;
    url.searchParams.set('api-key', secrets[2] ?? '');
    for (const words of [['--base-url', url.href], [`--base-url=${url.href}`]]) {
      const ended = await spartan([
        'iterate',
        ...SMALL,
        ...SHORT,
        '--model',
        'openai:fake:1b',
        ...words,
        ...at.options,
      ]);
      expect(ended.code).toBe(0);
      expect(leaks(secrets, own, [ended, ...(await shown(at.db, at.playbooks))])).toEqual([]);
    }
    const runs = await spartan(['runs', '--json', '--db', at.db]);
    expect(runs.out).toContain(`***@127.0.0.1:${server.port}/v1?api-key=***`);
    const basic = Buffer.from('canary-user:canary-password').toString('base64');
    expect(server.chats()[0]?.authorization).toBe(`Basic ${basic}`);
  });
});
