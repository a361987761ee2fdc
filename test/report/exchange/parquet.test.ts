import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { fileWriter } from 'hyparquet-writer';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CsvValue } from '../../../src/report/exchange/csv.js';
import { writeParquet } from '../../../src/report/exchange/parquet.js';
import type { ExportColumn } from '../../../src/store/index.js';

const columns: readonly ExportColumn[] = [
  { name: 'text', type: 'text' },
  { name: 'whole', type: 'whole' },
  { name: 'number', type: 'number' },
  { name: 'flag', type: 'flag' },
  { name: 'json', type: 'json' },
  { name: 'time', type: 'time' },
];

function written(rows: Iterable<readonly CsvValue[]>): ArrayBuffer {
  const folder = mkdtempSync(join(tmpdir(), 'spartan-parquet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'table.parquet');
  writeParquet(fileWriter(file), columns, rows, { run: 'abc', simulated: 'true' });
  return new Uint8Array(readFileSync(file)).buffer;
}

describe('a Parquet table', () => {
  it('comes back with every value and every gap', async () => {
    const hostile = '=1+1 "quoted", \u0000\u001b[31m line\nend ‮ 🙈';
    const file = written([
      [hostile, 7, -0.25, 1, '{"a":[1]}', '2025-03-01T00:00:01.250Z'],
      [null, null, null, null, null, null],
      ['', 2 ** 40, 1e300, 0, 'null', '1999-12-31T23:59:59.999Z'],
    ]);
    expect(await parquetReadObjects({ file })).toEqual([
      {
        text: hostile,
        whole: 7n,
        number: -0.25,
        flag: true,
        json: '{"a":[1]}',
        time: new Date('2025-03-01T00:00:01.250Z'),
      },
      { text: null, whole: null, number: null, flag: null, json: null, time: null },
      {
        text: '',
        whole: 2n ** 40n,
        number: 1e300,
        flag: false,
        json: 'null',
        time: new Date('1999-12-31T23:59:59.999Z'),
      },
    ]);
    expect(parquetMetadata(file).key_value_metadata).toEqual([
      { key: 'run', value: 'abc' },
      { key: 'simulated', value: 'true' },
    ]);
  });

  it('may be empty', async () => {
    const file = written([]);
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(
      parquetMetadata(file)
        .schema.map(({ name }) => name)
        .slice(1),
    ).toEqual(columns.map(({ name }) => name));
  });

  it('is written in groups, so that memory does not grow with it', async () => {
    const rows = function* (): Generator<CsvValue[]> {
      for (let k = 0; k < 25_000; k += 1)
        yield [`row ${k}`, k, k / 2, k % 2, '{}', '2025-03-01T00:00:00.000Z'];
    };
    const file = written(rows());
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => num_rows)).toEqual([
      10_000n,
      10_000n,
      5_000n,
    ]);
    const [last] = await parquetReadObjects({ file, rowStart: 24_999, rowEnd: 25_000 });
    expect(last).toMatchObject({ text: 'row 24999', whole: 24_999n });
  });
});
