import { readFileSync, statSync } from 'node:fs';
import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { cleanLine, shorten } from '../../base/text.js';
import { looksLikeKey, namesSecret, urlHoldsSecret } from './key-like.js';
import type { ConfigPlace } from './locate.js';
import { configSchema, knownKeys, type ConfigValue } from './schema.js';

type Path = readonly PropertyKey[];

/** A configuration file that was read and checked. */
export interface ConfigFile {
  /** As the user may type it: as it was given, or its name in the working directory. */
  readonly shown: string;
  /** Absolute. */
  readonly path: string;
  readonly value: ConfigValue;
  /** Where something stands: `spartan.config.yaml line 3`. */
  where(path: Path): string;
}

const MAX_BYTES = 1024 * 1024;

const NO_KEYS =
  'keys never stand in this file: put it in an environment variable and name that with apiKeyEnv';

function refuse(where: string, problem: string): never {
  throw new UserError('input.config', `${where}: ${problem}`);
}

function pathText(path: Path): string {
  return path.map(String).join('.');
}

/** The line of the key at a path, or of the nearest thing around it that has one. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  let offset = 0;
  let node: unknown = document.contents;
  for (const step of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === step);
    if (pair === undefined) break;
    if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return lines.linePos(offset).line;
}

/** What may be shown of a value that was refused. */
function gotText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'object' && value !== null) return ', got a group of values';
  const spelled = cleanLine(typeof value === 'string' ? `"${value}"` : JSON.stringify(value));
  return `, got ${shorten(spelled, 42)}`;
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    root,
  );
}

/** What to do about a key that is not known. */
function unknownKeyText(key: string, path: Path): string {
  const known = knownKeys(path) ?? [];
  if (path.length === 0 && ['baseUrl', 'apiKeyEnv', 'width', 'callSeconds', 'tier'].includes(key)) {
    return `"${key}" belongs to one of the endpoints or players, as endpoints.NAME.${key}`;
  }
  const camel = key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const near = known.includes(camel) ? camel : nearest(key, known);
  const shown = cleanLine(key).slice(0, 40);
  return near === undefined
    ? `"${shown}" is no setting; there are ${known.join(', ')}`
    : `"${shown}" is no setting; did you mean "${near}"?`;
}

function issueText(issue: z.core.$ZodIssue, root: unknown): { readonly path: Path; readonly text: string } {
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return { path: [...issue.path, key], text: unknownKeyText(key, issue.path) };
  }
  if (issue.code === 'invalid_key') {
    const said = issue.issues[0]?.message ?? 'the name cannot be used';
    return { path: issue.path, text: `${said}, got "${cleanLine(String(issue.path.at(-1))).slice(0, 40)}"` };
  }
  const at = pathText(issue.path);
  const value = valueAt(root, issue.path);
  const missing = value === undefined && issue.path.length > 0 ? ', and is missing' : gotText(value);
  return { path: issue.path, text: `${at === '' ? 'the file' : at} ${issue.message}${missing}` };
}

/** Refuses a file that holds a key, before anything else of it could be shown. */
function refuseKeys(value: unknown, path: Path, where: (path: Path) => string): void {
  if (typeof value === 'string') {
    if (looksLikeKey(value))
      refuse(where(path), `${pathText(path)} holds what looks like an API key; ${NO_KEYS}`);
    if (urlHoldsSecret(value))
      refuse(where(path), `${pathText(path)} is an address with a password or a key in it; ${NO_KEYS}`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = [...path, name];
    // A player or an endpoint may be called as it likes.
    const named = path.length !== 1 && namesSecret(name) && typeof inner === 'string';
    if (named) refuse(where(at), `${pathText(at)} is a place for a secret; ${NO_KEYS}`);
    refuseKeys(inner, at, where);
  }
}

function refuseUnknownEndpoints(value: ConfigValue, where: (path: Path) => string): void {
  const known = Object.keys(value.endpoints ?? {});
  for (const [player, { endpoint }] of Object.entries(value.players ?? {})) {
    if (endpoint === undefined || known.includes(endpoint)) continue;
    const near = nearest(endpoint, known);
    const hint =
      near !== undefined
        ? `; did you mean "${near}"?`
        : known.length === 0
          ? ', and there are no endpoints: add one under endpoints'
          : `; there are ${known.join(', ')}`;
    refuse(
      where(['players', player, 'endpoint']),
      `players.${player}.endpoint must be the name of one of the endpoints, got "${cleanLine(endpoint).slice(0, 40)}"${hint}`,
    );
  }
}

/**
 * Reads a configuration file, JSON or YAML.
 *
 * @param shown how messages call it
 * @throws UserError `input.config` with the file, the line and what to do
 */
export function parseConfig(text: string, shown: string, path: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const where = (at: Path): string => `${shown} line ${lineOf(document, lines, at)}`;
  const broken = document.errors[0];
  if (broken !== undefined) {
    // The parser's words may quote the line, so they are kept to its code.
    const { line } = lines.linePos(broken.pos[0]);
    const what = broken.code === 'DUPLICATE_KEY' ? 'a name stands twice' : `no JSON or YAML (${broken.code})`;
    refuse(`${shown} line ${line}`, `${what}: correct it`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch {
    refuse(shown, 'its aliases go too deep: write the values out');
  }
  refuseKeys(value, [], where);
  const checked = configSchema.safeParse(value);
  if (!checked.success) {
    const [first, ...more] = checked.error.issues;
    if (first === undefined) return refuse(shown, 'it cannot be used');
    const { path: at, text: problem } = issueText(first, value);
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    refuse(where(at), `${problem}${others}`);
  }
  refuseUnknownEndpoints(checked.data, where);
  return { shown, path, value: checked.data, where };
}

/**
 * Reads the configuration file that was found.
 *
 * @throws UserError `input.config`
 */
export function readConfig({ path, shown }: ConfigPlace): ConfigFile {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) refuse(shown, `it has ${size} bytes, at most ${MAX_BYTES} are read`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(shown, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  return parseConfig(text, shown, path);
}
