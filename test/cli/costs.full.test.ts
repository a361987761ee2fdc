import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAiUsage } from '../fake-server/scripts.js';
import {
  inStore,
  openAiOptions,
  place,
  playbookServer,
  scratch,
  SHORT,
  SMALL,
  spartan,
  tableMark,
} from './support.js';

const folder = scratch('costs');
const PRICES = join(folder, 'prices.json');
writeFileSync(
  PRICES,
  JSON.stringify({
    date: '2026-03-01',
    models: { 'openai:fake:1b': { input: 2, cachedInput: 0.5, cacheWrite: 2.5, output: 8 } },
  }),
);
/** 1,000 fresh, 2,000 cached, 500 written, 300 output: 2,000 + 1,000 + 1,250 + 2,400 millionths. */
const USAGE = openAiUsage({ prompt: 3500, cached: 2000, written: 500, output: 300, reasoning: 100 });
const CALL_COST = 0.00665;

interface Part {
  readonly rows: readonly { readonly phase: string; readonly calls: number; readonly cost: number | null }[];
  readonly total: { readonly calls: number; readonly cost: number | null; readonly tokens: object };
}
interface Costs {
  readonly played: Part;
  readonly paid: Part;
}

describe('what runs took', () => {
  const at = place(folder, 'shared');
  let ids: string[] = [];

  beforeAll(async () => {
    const server = await playbookServer({ script: () => [{ twist: 'usage', usage: USAGE }] });
    const study = ['iterate', ...SMALL, ...SHORT, ...openAiOptions(server), ...at.options, '--quiet'];
    for (const rounds of ['1', '2']) {
      expect((await spartan([...study, '--rounds', rounds])).code).toBe(0);
    }
    ids = inStore(at.db, (store) => store.runs.list().map(({ id }) => id)).reverse();
  });

  const costs = async (id: string | undefined): Promise<Costs> => {
    const { out } = await spartan(['costs', id ?? '', '--db', at.db, '--prices', PRICES, '--json']);
    return JSON.parse(out) as Costs;
  };

  it('is shown by phase, model and class of tokens, with its cost', async () => {
    const { played, paid } = await costs(ids[0]);
    // The first run shares nothing: it paid for all it played.
    expect(paid).toEqual(played);
    expect(played.rows.map(({ phase }) => phase)).toEqual([
      'baseline',
      'learning',
      'reflection',
      'evaluation',
    ]);
    for (const { calls, cost } of played.rows) expect(cost).toBeCloseTo(calls * CALL_COST, 9);
    const { calls } = played.total;
    expect(played.total.tokens).toEqual({
      input: 1000 * calls,
      cachedInput: 2000 * calls,
      cacheWrite: 500 * calls,
      output: 300 * calls,
      reasoning: 100 * calls,
    });
  });

  it('counts what another run paid as played and not as paid', async () => {
    const [first, second] = [await costs(ids[0]), await costs(ids[1])];
    expect(second.played.total.calls).toBe(first.played.total.calls + second.paid.total.calls);
    expect(second.paid.rows.map(({ phase }) => phase)).toEqual(['learning', 'reflection', 'evaluation']);
  });

  it('is shown to people, and a price that is not known is unknown', async () => {
    const { out } = await spartan(['costs', ids[0] ?? '', '--db', at.db, '--prices', PRICES]);
    expect(out).toContain('As played');
    expect(out).toContain('As paid');
    expect(out).toContain('$2 fresh, $0.5 cached, $2.5 written, $8 output per million tokens');
    const unpriced = await spartan(['costs', ids[0] ?? '', '--db', at.db]);
    expect(unpriced.out).toContain('no price is known, which is not the same as none');
    expect(unpriced.out).not.toContain('$0 ');
    expect((await spartan(['show', ids[0] ?? '', '--db', at.db, '--prices', PRICES])).out).toMatch(
      /It took \$\d/,
    );
  });

  it('is estimated beforehand, from stored games where there are some', async () => {
    const study = [
      'iterate',
      ...SMALL,
      ...SHORT,
      '--model',
      'openai:fake:1b',
      '--prices',
      PRICES,
      '--db',
      at.db,
    ];
    const base = inStore(at.db, (store) => store.call(1));
    const endpoint = base?.status === 'reply' ? base.call.identity.endpoint : '';
    const more = [...study, '--base-url', endpoint, '--games', '3', '--json'];
    const { out, code } = await spartan(['estimate', ...more]);
    expect(code).toBe(0);
    const estimate = JSON.parse(out) as {
      readonly lines: readonly {
        readonly phase: string;
        readonly source: string;
        readonly cost: number;
        readonly calls: number;
      }[];
      readonly games: number;
      readonly stored: number;
      readonly past: readonly { readonly ratio: number }[];
    };
    // Baseline, and an evaluation of each side, of three games: one of each is stored, and the learning game.
    expect(estimate).toMatchObject({ games: 10, stored: 4 });
    expect(estimate.lines.map(({ phase, source }) => [phase, source])).toEqual([
      ['baseline', 'measured'],
      ['evaluation', 'measured'],
    ]);
    for (const { cost, calls } of estimate.lines) expect(cost).toBeCloseTo(calls * CALL_COST, 9);
    expect(estimate.past).toHaveLength(2);
  });

  it('is estimated from builtin games where nothing is stored, and nothing is sent or kept', async () => {
    const nowhere = place(folder, 'nowhere');
    const study = [
      'estimate',
      'iterate',
      ...SMALL,
      ...SHORT,
      '--model',
      'openai:gpt-5-mini',
      ...nowhere.options,
    ];
    const { out, code } = await spartan(study, { OPENAI_API_KEY: 'sk-never-used' });
    expect(code).toBe(0);
    expect(out).toMatch(/baseline .* builtin games/);
    expect(out).toContain('4 games, 0 of them stored; 1 texts to write.');
    expect(out).toMatch(/│ all .*\$\d/);
    expect((await spartan(['runs', '--db', nowhere.db])).err).toContain('there is no store');
  });
});

describe('calls', () => {
  it('are listed, and shown whole with why they were made again', async () => {
    const at = place(folder, 'calls');
    let served = 0;
    const server = await playbookServer({
      script: ({ messages }) => {
        if (messages[0]?.content.includes(tableMark(1, 'test', 0)) !== true) return [];
        served += 1;
        if (served === 1) return [{ twist: 'status', status: 503 }];
        return served === 3 ? [{ twist: 'text', text: 'I would rather not say.' }] : [];
      },
    });
    const study = [
      'iterate',
      ...SMALL,
      ...SHORT,
      ...openAiOptions(server),
      ...at.options,
      '--concurrency',
      '1',
    ];
    expect((await spartan([...study, '--quiet'])).code).toBe(0);
    const id = inStore(at.db, (store) => store.runs.list()[0]?.id ?? '');
    const all = JSON.parse((await spartan(['calls', id, '--db', at.db, '--json'])).out) as unknown[];
    const failed = JSON.parse((await spartan(['calls', id, '--failed', '--db', at.db, '--json'])).out) as {
      readonly id: number;
      readonly problem: string | null;
      readonly faults: readonly unknown[];
    }[];
    expect(all.length).toBeGreaterThan(failed.length);
    const [retried] = failed.filter(({ faults }) => faults.length > 0);
    const [refused] = failed.filter(({ problem }) => problem !== null);
    const text = await spartan(['calls', id, '--failed', '--db', at.db]);
    expect(text.out).toContain('transport 503');
    const show = async (call: number | undefined): Promise<string> =>
      (await spartan(['show', 'call', String(call), '--db', at.db])).out;
    expect(await show(retried?.id)).toMatch(/^Request 1 got no reply: transport 503/m);
    expect(await show(refused?.id)).toMatch(/^Not taken: /m);
    expect(await show(refused?.id)).toContain('I would rather not say.');
    const whole = await show(1);
    for (const part of [
      'Really sent: {',
      '--- system ---',
      '--- user ---',
      '--- schema ',
      '--- reply ---',
      'Tokens: ',
    ]) {
      expect(whole).toContain(part);
    }
    const missing = await spartan(['show', 'call', '99999', '--db', at.db]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('no call "99999"');
  });
});
