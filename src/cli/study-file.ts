import { readFileSync, statSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Document, Node, YAMLMap } from 'yaml';
import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { cleanLine } from '../base/text.js';
import type { ArmCommand } from './arm-command.js';
import { ARMS } from './arms.js';

/** Parses command lines of an arm and does nothing else. */
export interface ArmParser {
  readonly options: Command['options'];
  /** @throws CommanderError on a command line that is refused */
  parse(argv: readonly string[]): void;
}

/** One arm of a study file: the command it stands for. */
export interface StudyEntry {
  readonly arm: ArmCommand;
  /** Line of the file on which the entry begins. */
  readonly line: number;
  /** The words of its command line, the arm's name first. */
  readonly argv: readonly string[];
}

/** A study file that was read and checked. */
export interface StudyFile {
  readonly path: string;
  readonly title: string | null;
  readonly entries: readonly StudyEntry[];
}

const MAX_BYTES = 1024 * 1024;
const TOP_KEYS = ['title', 'options', 'arms'];

class Reader {
  readonly #lines = new LineCounter();
  readonly #path: string;
  readonly document: Document;

  constructor(path: string, text: string) {
    this.#path = path;
    this.document = parseDocument(text, { lineCounter: this.#lines });
    const [error] = this.document.errors;
    if (error !== undefined) {
      const [reason = 'it is not YAML'] = error.message.split('\n');
      throw this.error(error.pos[0], reason.replace(/ at line \d+, column \d+:?$/, ''));
    }
  }

  line(offset: number): number {
    return this.#lines.linePos(offset).line;
  }

  error(at: number | Node | null, problem: string): UserError {
    const offset = typeof at === 'number' ? at : (at?.range?.[0] ?? 0);
    return new UserError('input.config', `${cleanLine(this.#path)} line ${this.line(offset)}: ${problem}`);
  }

  map(node: unknown, what: string): YAMLMap {
    if (isMap(node)) return node;
    throw this.error(isNode(node) ? node : null, `${what} must be a group of KEY: VALUE lines`);
  }

  /** The keys of a group with the offset of each. */
  entries(map: YAMLMap): { readonly key: string; readonly at: number; readonly value: unknown }[] {
    return map.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const at = isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
      return { key, at, value: pair.value };
    });
  }
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const hint = near === undefined ? `known are: ${known.join(', ')}` : `did you mean "${near}"?`;
  return `unknown key "${cleanLine(key).slice(0, 40)}"; ${hint}`;
}

/** What may stand for an option: a word, a number, yes or no, or a list of words. */
function words(reader: Reader, flag: string, value: unknown, at: number): string[] {
  const word = (node: unknown): string => {
    const plain = isScalar(node) ? node.value : undefined;
    if (typeof plain === 'string' || typeof plain === 'number') return String(plain);
    throw reader.error(
      isNode(node) ? node : at,
      `${flag.slice(2)} must be a word, a number, or a list of them`,
    );
  };
  if (isSeq(value)) return [flag, value.items.map(word).join(',')];
  if (isScalar(value) && typeof value.value === 'boolean') return value.value ? [flag] : [];
  return [flag, word(value)];
}

/** The options a command has, by what they are called in a study file. */
function optionsOf(
  command: Pick<Command, 'options'>,
): Map<string, { readonly flag: string; readonly isRepeated: boolean }> {
  return new Map(
    command.options.flatMap((option) =>
      option.long === undefined || option.long === null
        ? []
        : [[option.long.slice(2), { flag: option.long, isRepeated: Array.isArray(option.defaultValue) }]],
    ),
  );
}

interface Setting {
  readonly key: string;
  readonly at: number;
  readonly value: unknown;
}

function argvOf(
  reader: Reader,
  arm: ArmCommand,
  settings: readonly Setting[],
  options: ReturnType<typeof optionsOf>,
): string[] {
  return settings.flatMap(({ key, at, value }) => {
    const option = options.get(key);
    if (option === undefined) {
      throw reader.error(at, `${arm.name}: ${unknownKey(key, ['arm', ...options.keys()])}`);
    }
    const isList = option.isRepeated && isSeq(value) && key === 'rule';
    return isList
      ? value.items.flatMap((item) => words(reader, option.flag, item, at))
      : words(reader, option.flag, value, at);
  });
}

/** Checks a command line by the arm's own parser; an option that is refused is told with its line. */
function checkArgv(
  reader: Reader,
  arm: ArmCommand,
  entry: { readonly at: number; readonly settings: readonly Setting[] },
  argv: readonly string[],
  parser: (arm: ArmCommand) => ArmParser,
): void {
  try {
    parser(arm).parse(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const flag = /option '(?:-\w, )?--([\w-]+)/.exec(error.message)?.[1];
    const at = entry.settings.find(({ key }) => key === flag)?.at ?? entry.at;
    const invalid = /is invalid\. ([^]*)$/.exec(error.message)?.[1];
    const problem =
      invalid !== undefined
        ? `${flag ?? arm.name} ${invalid}`
        : error.code === 'commander.missingMandatoryOptionValue'
          ? `${arm.name} needs ${flag ?? 'another option'}`
          : error.message.replace(/^error: /, '');
    throw reader.error(at, problem);
  }
}

/**
 * Reads a study file: YAML with `title`, `options` that hold for every arm that has them, and `arms`, a list whose
 * entries name an arm and its options as on the command line.
 *
 * @param given options typed beside the file, which stand above it: by name without dashes, as words
 * @throws UserError `input.config` with the line
 */
export function readStudyFile(
  path: string,
  given: readonly { readonly key: string; readonly words: readonly string[] }[],
  parser: (arm: ArmCommand) => ArmParser,
): StudyFile {
  const reader = new Reader(path, readText(path));
  const root = reader.map(reader.document.contents, 'a study file');
  const top = new Map(reader.entries(root).map((entry) => [entry.key, entry]));
  for (const { key, at } of top.values()) {
    if (!TOP_KEYS.includes(key)) throw reader.error(at, unknownKey(key, TOP_KEYS));
  }
  const title = top.get('title')?.value;
  const shared = top.has('options') ? reader.entries(reader.map(top.get('options')?.value, '"options"')) : [];
  const arms = top.get('arms')?.value;
  if (!isSeq(arms) || arms.items.length === 0) {
    throw reader.error(top.get('arms')?.at ?? 0, '"arms" must be a list of one arm or more');
  }
  const known = new Map(ARMS.map((arm) => [arm.name, { arm, options: optionsOf(parser(arm)) }]));
  for (const { key, at } of shared) {
    const all = [...known.values()].flatMap(({ options }) => [...options.keys()]);
    if (!all.includes(key)) throw reader.error(at, unknownKey(key, [...new Set(all)]));
  }
  const entries = arms.items.map((item): StudyEntry => {
    const map = reader.map(item, 'an arm');
    const settings = reader.entries(map);
    const at = map.range?.[0] ?? 0;
    const named = settings.find(({ key }) => key === 'arm');
    const name = isScalar(named?.value) ? String(named.value.value) : undefined;
    if (named === undefined || name === undefined) {
      throw reader.error(at, `every entry names its arm, as "arm: ${ARMS[0]?.name ?? ''}"`);
    }
    const found = known.get(name);
    if (found === undefined) {
      const near = nearest(name, [...known.keys()]);
      const hint = near === undefined ? `one of ${[...known.keys()].join(', ')}` : `did you mean "${near}"?`;
      throw reader.error(named.at, `unknown arm "${cleanLine(name).slice(0, 40)}"; ${hint}`);
    }
    const { arm, options } = found;
    const above = given.filter(({ key }) => options.has(key));
    const isAbove = ({ key }: Setting): boolean => above.some((option) => option.key === key);
    const own = settings.filter((setting) => setting.key !== 'arm');
    const base = shared.filter(
      (setting) => options.has(setting.key) && !own.some(({ key }) => key === setting.key),
    );
    const used = [...base, ...own];
    const argv = [
      arm.name,
      ...argvOf(
        reader,
        arm,
        used.filter((setting) => !isAbove(setting)),
        options,
      ),
      ...above.flatMap((option) => option.words),
    ];
    // Keys that something typed stands above are checked as well: a file is right or wrong by itself.
    argvOf(reader, arm, used, options);
    checkArgv(reader, arm, { at, settings: used }, argv, parser);
    return { arm, line: reader.line(at), argv };
  });
  return { path, title: isScalar(title) ? cleanLine(String(title.value)) : null, entries };
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) {
      throw new UserError(
        'input.config',
        `study file ${cleanLine(path)} is larger than ${MAX_BYTES / 1024} KiB`,
      );
    }
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new UserError(
      'input.config',
      `study file ${cleanLine(path)} cannot be read (${code}); name a YAML file`,
      { cause },
    );
  }
}
