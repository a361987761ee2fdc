import { LineCounter, isMap, isScalar, parseDocument, stringify } from 'yaml';
import type { Document } from 'yaml';
import { z } from 'zod';
import { nearest } from '../base/nearest.js';
import { cleanLine, shorten } from '../base/text.js';
import { MAX_NAME_LENGTH, MAX_VERSION, isPlaybookName } from './naming.js';

/** Version of the file format; raised when an older reader could not read what is written. */
export const PLAYBOOK_FORMAT = 2;
/** The oldest format that is read. Format 1 had one `parent` where `parents` is now a list. */
const OLDEST_FORMAT = 1;

/** What stands for the run of a version that no run wrote: one from a file, one merged from two. */
export const IMPORT_RUN = 'import';
export const MERGE_RUN = 'merge';

/** True for a version that no run wrote. */
export function isByHand({ run }: Pick<PlaybookMeta, 'run'>): boolean {
  return run === IMPORT_RUN || run === MERGE_RUN;
}

/** The versions a version comes from: none, one, or the two it was merged from. */
export function parentsOf({ parent, mergedWith }: Pick<PlaybookMeta, 'parent' | 'mergedWith'>): string[] {
  return [parent, mergedWith].flatMap((version) => version ?? []);
}

/** What the front matter of a playbook version says. */
export interface PlaybookMeta {
  readonly name: string;
  /** From 1. */
  readonly version: number;
  /** The version this one revises or, for a merged one, the first of the two; `name@vN`. Null for a first version. */
  readonly parent: string | null;
  /** The second of the two versions that were merged; only a merged version has it. */
  readonly mergedWith?: string;
  /** Ids of the games it was written from. */
  readonly games: readonly string[];
  /** Who wrote it, such as `builtin:novice`. */
  readonly model: string;
  /** Id of the run that wrote it; `import` or `merge` for one that no run wrote. */
  readonly run: string;
  /** Ids of the played games that were read. */
  readonly sourceGames: readonly string[];
  /** Tokens of the text in `o200k_base`, when it was written. */
  readonly tokens: number;
  /** When it was written: ISO 8601, date alone or with time and zone. */
  readonly date: string;
  /** SHA-256 of the text as it was written; another one means that a person has edited the file since. */
  readonly hash: string;
}

/** Front matter that can be used, or what is wrong with it: one clause, with the line of the file where known. */
export type FrontMatterResult =
  { readonly ok: true; readonly meta: PlaybookMeta } | { readonly ok: false; readonly problem: string };

const label = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text === cleanLine(text));
const gameId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(60);

const reference = z.string().refine((text) => {
  const [, name, version] = /^([^@]+)@v([1-9][0-9]*)$/.exec(text) ?? [];
  return name !== undefined && isPlaybookName(name) && Number(version) <= MAX_VERSION;
});

/** Keys in the order they are written. */
const schema = z.strictObject({
  name: z.string().refine(isPlaybookName),
  version: z.int().min(1).max(MAX_VERSION),
  parents: z.array(reference).max(2),
  games: z.array(gameId).max(100),
  model: label(200),
  run: label(100),
  'source-games': z.array(label(100)).max(5000),
  tokens: z.int().min(0),
  date: z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  format: z.int().min(OLDEST_FORMAT).max(PLAYBOOK_FORMAT),
});

type Key = keyof z.infer<typeof schema>;
const KEYS = Object.keys(schema.shape) as Key[];

const EXPECTED: Readonly<Record<Key, string>> = {
  name: `lowercase letters and digits with single dots or dashes between, at most ${MAX_NAME_LENGTH} characters`,
  version: `a whole number from 1 to ${MAX_VERSION}`,
  parents: 'a list of up to two versions written name@vN',
  games: 'a list of game ids',
  model: 'a model label such as builtin:novice',
  run: 'the id of a run',
  'source-games': 'a list of ids of played games',
  tokens: 'a whole number from 0',
  date: 'an ISO date such as 2025-03-01T12:00:00Z',
  hash: '64 lowercase hexadecimal digits',
  format: `a number from ${OLDEST_FORMAT} to ${PLAYBOOK_FORMAT}`,
};
const EXPECTED_PARENT = 'null or a version written name@vN';

/** A parsed document and how to turn its offsets into lines of the whole file. */
interface Parsed {
  readonly document: Document.Parsed;
  readonly value: unknown;
  lineOf(key: string): string;
}

/** The front matter's first line is line 2 of the file, under the opening marks. */
const LINES_ABOVE = 1;
const at = (line: number): string => `line ${line + LINES_ABOVE}: `;
const oneLine = (text: string): string => shorten(cleanLine(text.split('\n')[0] ?? ''), 160);

function parseYaml(yaml: string): Parsed | { readonly problem: string } {
  const lines = new LineCounter();
  try {
    const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault !== undefined) {
      const { line } = lines.linePos(fault.pos[0]);
      // The package's own message for this one names a function to call.
      const message =
        fault.code === 'MULTIPLE_DOCS' ? 'a second YAML document begins' : oneLine(fault.message);
      return { problem: `${at(line)}${message}` };
    }
    const lineOf = (key: string): string => {
      if (!isMap(document.contents)) return '';
      const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
      const offset = pair !== undefined && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      return offset === undefined ? '' : at(lines.linePos(offset).line);
    };
    // No playbook needs an alias, and chains of them can stand for more text than memory holds.
    return { document, value: document.toJS({ maxAliasCount: 0 }) as unknown, lineOf };
  } catch (error) {
    // Nesting deeper than the call stack, and aliases.
    return { problem: `it is not plain YAML (${oneLine(String(error))})` };
  }
}

function got(value: unknown): string {
  return shorten(cleanLine(JSON.stringify(value) ?? 'nothing'), 80);
}

function unknownKeyProblem(key: string, parsed: Parsed): string {
  const near = nearest(key, KEYS);
  const hint = near === undefined ? `known keys are ${KEYS.join(', ')}` : `did you mean "${near}"?`;
  return `${parsed.lineOf(key)}unknown key ${got(key)}; ${hint}`;
}

function formatProblem(format: unknown, parsed: Parsed): string | null {
  if (typeof format !== 'number' || format <= PLAYBOOK_FORMAT) return null;
  return `${parsed.lineOf('format')}the file has format ${format} and this version of spartan reads formats up to ${PLAYBOOK_FORMAT}; use a newer spartan`;
}

type Fields = Readonly<Record<string, unknown>>;

/** True for fields of format 1, which are read by upgrading them. */
function isOld(fields: Fields): boolean {
  return fields['format'] === OLDEST_FORMAT && !Object.hasOwn(fields, 'parents');
}

function upgraded(fields: Fields): Fields {
  if (!isOld(fields)) return fields;
  const { parent, ...rest } = fields;
  const parents = parent === null ? [] : parent === undefined ? undefined : [parent];
  return { ...rest, ...(parents === undefined ? {} : { parents }) };
}

/** Reads the YAML between the marks. Nothing but a mapping of the known keys, all present and well formed, is taken. */
export function parseFrontMatter(yaml: string): FrontMatterResult {
  const parsed = parseYaml(yaml);
  if ('problem' in parsed) return { ok: false, problem: parsed.problem };
  const { value } = parsed;
  if (!isMap(parsed.document.contents) || typeof value !== 'object' || value === null) {
    return { ok: false, problem: `the front matter must be "key: value" lines, got ${got(value)}` };
  }
  const fields = value as Fields;
  // First of all, since a newer format may well have other keys.
  const newer = formatProblem(fields['format'], parsed);
  if (newer !== null) return { ok: false, problem: newer };
  const checked = schema.safeParse(upgraded(fields));
  if (checked.success) {
    const { name, version, parents, games, model, run, tokens, date, hash } = checked.data;
    const sourceGames = checked.data['source-games'];
    const [parent = null, mergedWith] = parents;
    const second = mergedWith === undefined ? {} : { mergedWith };
    return {
      ok: true,
      meta: { name, version, parent, ...second, games, model, run, sourceGames, tokens, date, hash },
    };
  }
  const issue = checked.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    return { ok: false, problem: unknownKeyProblem(issue.keys[0] ?? '', parsed) };
  }
  // What the format is decides which other keys there must be.
  const first = checked.error.issues.find(({ path }) => path[0] === 'format') ?? issue;
  const found = KEYS.find((known) => known === first?.path[0]) ?? 'format';
  const [key, expected] =
    found === 'parents' && isOld(fields) ? ['parent', EXPECTED_PARENT] : [found, EXPECTED[found]];
  const problem = Object.hasOwn(fields, key)
    ? `${parsed.lineOf(key)}"${key}" must be ${expected}, got ${got(fields[key])}`
    : `the front matter lacks "${key}": ${expected}`;
  return { ok: false, problem };
}

/** The YAML of a version's front matter, without the marks. Throws when it could not be read back. */
export function renderFrontMatter(meta: PlaybookMeta): string {
  const { sourceGames, parent: _parent, mergedWith: _mergedWith, ...rest } = meta;
  const fields = schema.parse({
    ...rest,
    parents: parentsOf(meta),
    'source-games': sourceGames,
    format: PLAYBOOK_FORMAT,
  });
  const ordered = Object.fromEntries(KEYS.map((key) => [key, fields[key]]));
  return stringify(ordered, { lineWidth: 0 });
}
