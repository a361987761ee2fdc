import { UserError } from '../../base/errors.js';
import { cleanLine, shorten } from '../../base/text.js';
import { EXPORT_FORMAT, EXPORT_VERSION, exportLine } from '../../store/index.js';
import type { ExportLine, PlacedLine } from '../../store/index.js';

function refuse(place: string, problem: string, cause?: unknown): never {
  throw new UserError('input.config', `${place}: ${problem}`, { cause });
}

const quoted = (value: unknown): string => `"${shorten(cleanLine(String(value)), 40)}"`;

/** Says so before anything else is looked at when a file is not ours, or a later version's. */
function checkHeader(value: object, place: string): void {
  const { format, version } = value as { readonly format?: unknown; readonly version?: unknown };
  if (format !== EXPORT_FORMAT) {
    refuse(
      place,
      'expected the header of an export ("spartan export RUN --format jsonl" writes one); results of other programs are for "spartan tournament import"',
    );
  }
  if (typeof version === 'number' && version > EXPORT_VERSION) {
    throw new UserError(
      'store.newer',
      `${place}: the file was written by a newer version (format ${version}, this one knows up to ${EXPORT_VERSION}); update spartan`,
    );
  }
}

/** Reads one line of an export. Throws a `UserError` that begins with `place`. */
export function parseExportLine(text: string, place: string, isFirst: boolean): ExportLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    refuse(place, `must be one JSON object, got ${quoted(text.slice(0, 200))}`, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(place, `must be one JSON object, got ${quoted(text.slice(0, 200))}`);
  }
  if (isFirst) checkHeader(value, place);
  const parsed = exportLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
  const { kind } = value as { readonly kind?: unknown };
  return refuse(
    place,
    `not a line of kind ${quoted(kind)} as an export has it: ${field}${issue?.message ?? 'another value'}`,
  );
}

/**
 * Reads the lines of one export one by one, empty ones left out.
 *
 * @param name how the user named the file, for messages
 */
export function* exportLines(texts: Iterable<string>, name: string): Generator<PlacedLine> {
  let number = 0;
  let isFirst = true;
  for (const text of texts) {
    number += 1;
    if (text.trim() === '') continue;
    const place = `${name}, line ${number}`;
    yield { line: parseExportLine(text, place, isFirst), place };
    isFirst = false;
  }
}
