import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StudyReport } from '../../src/report/study.js';
import { inStore, place, playbookServer, reportOf, scratch, spartan } from './support.js';

const folder = scratch('arms');
const FEW = ['--games', '4', '--learn-games', '2', '--seed', '3'];

describe('transfer', () => {
  it('prints a matrix, and its report is read back from the store', async () => {
    const at = place(folder, 'transfer');
    const words = ['--sources', 'resistance,chameleon', '--targets', 'resistance,chameleon,public-goods'];
    const ended = await spartan(['transfer', ...words, ...FEW, ...at.options]);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain('Change in points, alt side:');
    expect(ended.out).toMatch(/written from +resistance +chameleon|written from +chameleon +resistance/);
    const json = reportOf(await spartan(['transfer', ...words, ...FEW, '--json', ...at.options]));
    const shown = await spartan(['show', json.run, '--db', at.db, '--json']);
    expect(JSON.parse(shown.out)).toEqual(json);
    const written = json.reflections.map(({ playbook }) =>
      playbook.replace(/^.*?-(resistance|chameleon)$/, '$1'),
    );
    expect(written.sort()).toEqual(['chameleon', 'resistance']);
  });
});

describe('distill', () => {
  it('tells apart students that are one model with different settings', async () => {
    const at = place(folder, 'line-ups');
    const server = await playbookServer();
    const model = `{model: 'openai:fake:1b', baseUrl: '${server.url}/v1'`;
    const config = join(folder, 'line-ups.yaml');
    writeFileSync(
      config,
      `players:\n  careful: ${model}, temperature: 0}\n  wild: ${model}, temperature: 1.2}\n`,
    );
    const words = ['--teacher', 'careful', '--students', 'careful,wild', '--game', 'prisoners-dilemma'];
    const report = reportOf(
      await spartan(['distill', ...words, ...FEW, '--config', config, '--json', ...at.options]),
    );
    expect(report.rows.map(({ player, carries, cells }) => [player, carries, cells.length])).toEqual([
      ['careful', 'nothing', 1],
      ['careful', 'playbook', 1],
      ['wild', 'nothing', 1],
      ['wild', 'playbook', 1],
    ]);
    const temperatures = server.chats().map(({ body }) => body?.['temperature']);
    expect(new Set(temperatures)).toEqual(new Set([0, 1.2]));
  });
});

describe('controls', () => {
  it('are rows of the table; what is net of the placebo is a table of its own', async () => {
    const at = place(folder, 'controls');
    const argv = ['iterate', '--game', 'resistance', '--rounds', '2', ...FEW, ...at.options];
    const ended = await spartan([...argv, '--control', 'placebo,shuffled,rollback']);
    expect(ended.out).toMatch(/^placebo +v1 /m);
    expect(ended.out).toMatch(/^shuffled +v1 /m);
    expect(ended.out).toMatch(/^rollback to R1 +v1 /m);
    expect(ended.out).toContain('Net of the placebo');
    const plain = await spartan(argv);
    expect(plain.out).not.toContain('Net of the placebo');
  });

  it('are never served the games they are compared with', async () => {
    const at = place(folder, 'rollback');
    const words = ['iterate', '--game', 'resistance', '--rounds', '1', ...FEW, '--control', 'rollback'];
    const report = reportOf(await spartan([...words, '--json', ...at.options]));
    const games = inStore(at.db, (store) =>
      store.steps.list(report.run).map((step) => store.steps.games(report.run, step.stepId)),
    );
    const ids = games.flat().map(({ gameId }) => gameId);
    // Baseline, learning, two armed sides, two rolled back: no game is in two of them.
    expect(ids).toHaveLength(4 + 2 + 8 + 8);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['placebos', 'did you mean "placebo"?'],
    ['placebo,', ''],
  ])('%s', async (value, hint) => {
    const at = place(folder, `names-${value}`);
    const ended = await spartan([
      ...['iterate', '--game', 'resistance', '--rounds', '1', ...FEW],
      ...['--control', value, ...at.options],
    ]);
    expect(ended.code).toBe(hint === '' ? 0 : 2);
    expect(ended.err).toContain(hint);
  });
});

describe('replicates', () => {
  it('learn, write and evaluate anew, on the same deals', async () => {
    const at = place(folder, 'replicates');
    const words = ['iterate', '--game', 'resistance', '--rounds', '1', ...FEW, '--replicates', '3'];
    const report: StudyReport = reportOf(await spartan([...words, '--json', ...at.options]));
    expect(report.reflections.map(({ playbook }) => playbook.replace(/^.*?(-rep\d)?$/, '$1'))).toEqual([
      '',
      '-rep1',
      '-rep2',
    ]);
    for (const { cells } of report.rows) {
      for (const cell of cells) expect(cell).toMatchObject({ started: 12, replicates: 3 });
    }
    expect(report.rows[1]?.cells.map(({ pairs }) => pairs)).toEqual([4, 4]);
  });
});

describe('--games auto', () => {
  it('adds batches until the intervals are narrow enough or no more games are allowed', async () => {
    const at = place(folder, 'auto');
    const words = [
      'iterate',
      '--game',
      'chameleon',
      '--rounds',
      '1',
      '--learn-games',
      '2',
      '--games',
      'auto',
    ];
    const auto = [...words, '--max-games', '12', '--batch', '5', '--width', '0.1'];
    const ended = await spartan([...auto, ...at.options]);
    expect(ended.err).toContain('looked after 5 pairs');
    expect(ended.err).toContain('looked after 10 pairs');
    expect(ended.err).toContain('looked after 12 pairs: 0 of 2 cells decided');
    // 2 learning games, and 12 of the baseline and of each armed side: each counted once, in whatever batch.
    expect(ended.err).toContain('(38/38)');
    for (const [, done] of ended.err.matchAll(/\((\d+)\/38\)/g)) expect(Number(done)).toBeLessThanOrEqual(38);
    const report = reportOf(await spartan([...auto, '--json', ...at.options]));
    expect(report.sequential).toMatchObject({ stop: true, pairs: 12, decided: 0, cells: 2 });
    const wide = [...words, '--max-games', '60', '--batch', '20', '--width', '1.5', '--json'];
    const early = reportOf(await spartan([...wide, ...at.options]));
    expect(early.sequential).toMatchObject({ stop: true, decided: 2 });
    expect(early.rows[0]?.cells[0]?.started).toBeLessThan(60);
    const run = inStore(at.db, (store) => store.runs.get(early.run).games);
    expect(run.planned).toBe(run.finished);
  });

  it.each([
    [['--games', 'auto', '--width', '0.2'], '--max-games'],
    [['--games', 'auto', '--max-games', '50'], '--width'],
    [['--games', '20', '--width', '0.2'], 'go with --games auto'],
  ])('refuses %j', async (words, message) => {
    const at = place(folder, 'auto-wrong');
    const ended = await spartan(['iterate', '--game', 'chameleon', ...words, ...at.options]);
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('promote', () => {
  it('chooses on validation seeds and reports on test seeds', async () => {
    const at = place(folder, 'promote');
    const study = ['iterate', '--game', 'resistance', '--rounds', '2', ...FEW, '--playbook', 'book'];
    await spartan([...study, ...at.options]);
    const words = ['playbook', 'promote', 'book', '--game', 'resistance', '--validation-games', '6', ...FEW];
    const ended = await spartan([...words, '--json', ...at.options]);
    expect(ended.code).toBe(0);
    const { champion, validation, test } = JSON.parse(ended.out) as {
      champion: string | null;
      validation: StudyReport;
      test: StudyReport | null;
    };
    const purposes = (run: string): Set<string> =>
      inStore(
        at.db,
        (store) =>
          new Set(
            store.steps
              .list(run)
              .flatMap((step) => store.steps.games(run, step.stepId))
              .map(({ gameId }) => store.games.load(gameId).spec.seed.purpose),
          ),
      );
    expect(purposes(validation.run)).toEqual(new Set(['validation']));
    const changes = validation.rows
      .filter(({ carries }) => carries === 'playbook')
      .map(({ cells }) => cells.reduce((sum, { change }) => sum + (change?.estimate ?? 0), 0) / cells.length);
    const best = Math.max(...changes);
    if (best <= 0) {
      expect([champion, test]).toEqual([null, null]);
    } else {
      expect(champion).toBe(`book@v${changes.indexOf(best) + 1}`);
      expect(purposes((test as StudyReport).run)).toEqual(new Set(['test']));
    }
  });

  it('says when no version is better', async () => {
    const at = place(folder, 'none');
    await spartan([
      'iterate',
      '--game',
      'resistance',
      '--rounds',
      '1',
      ...FEW,
      '--playbook',
      'book',
      ...at.options,
    ]);
    const missing = await spartan(['playbook', 'promote', 'bok', '--game', 'resistance', ...at.options]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('did you mean "book"?')]);
  });
});
