import { ParquetWriter } from 'hyparquet-writer';
import type { SchemaElement, Writer } from 'hyparquet-writer';
import type { ColumnType, ExportColumn } from '../../store/index.js';
import type { CsvValue } from './csv.js';

/** Rows and characters after which a group of rows is written, so that memory does not grow with the table. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 8 * 1024 * 1024;

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // JSON columns are text as in the store: readers differ in what they make of Parquet's own JSON type.
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const satisfies Readonly<Record<ColumnType, Partial<SchemaElement>>>;

function schemaOf(columns: readonly ExportColumn[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...ELEMENTS[type],
    })),
  ];
}

function valueOf(value: CsvValue, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type) {
    case 'text':
    case 'json':
      return String(value);
    case 'time':
      return new Date(String(value));
    case 'whole':
      return BigInt(Number(value));
    case 'number':
      return Number(value);
    case 'flag':
      return value === 1 || value === true;
  }
}

/**
 * Writes a table as Parquet, group of rows after group. Every column may be null. Times are instants in UTC, with
 * milliseconds.
 *
 * @param about kept in the file's metadata: key and value
 */
export function writeParquet(
  writer: Writer,
  columns: readonly ExportColumn[],
  rows: Iterable<readonly CsvValue[]>,
  about: Readonly<Record<string, string>>,
): void {
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    createdBy: 'spartan',
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
  });
  let group: unknown[][] = columns.map(() => []);
  let characters = 0;
  const flush = (): void => {
    const count = group[0]?.length ?? 0;
    if (count === 0) return;
    void parquet.write({
      columnData: columns.map(({ name }, at) => ({ name, data: group[at] ?? [] })),
      rowGroupSize: count,
    });
    group = columns.map(() => []);
    characters = 0;
  };
  for (const row of rows) {
    columns.forEach(({ type }, at) => {
      const value = row[at] ?? null;
      group[at]?.push(valueOf(value, type));
      if (typeof value === 'string') characters += value.length;
    });
    if ((group[0]?.length ?? 0) >= GROUP_ROWS || characters >= GROUP_CHARACTERS) flush();
  }
  flush();
  void parquet.finish();
}
