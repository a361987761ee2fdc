import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import { parseFrontMatter, renderFrontMatter } from './front-matter.js';
import type { PlaybookMeta } from './front-matter.js';
import { normalisePlaybook, playbookHash } from './text.js';

export { IMPORT_RUN, MERGE_RUN, PLAYBOOK_FORMAT, isByHand, parentsOf } from './front-matter.js';
export type { PlaybookMeta } from './front-matter.js';

/** Largest file that is read, in bytes. A playbook is a few kilobytes; the rest is room for its source games. */
export const MAX_FILE_BYTES = 256 * 1024;

/** One version of a playbook as its file has it. */
export interface PlaybookFile {
  /** The front matter, as written; its `hash` and `tokens` are those of the text before any edit. */
  readonly meta: PlaybookMeta;
  /** The normalised text under the front matter: what a player reads. */
  readonly text: string;
  /** SHA-256 of `text`. */
  readonly hash: string;
  /** True when `text` is no longer what was written: a person has edited the file. */
  readonly edited: boolean;
  /** What was cleaned out of the text, one sentence each. */
  readonly notes: readonly string[];
}

function refuse(path: string, problem: string, remedy: string, cause?: unknown): UserError {
  return new UserError('playbook.file', `playbook file ${cleanLine(path)}: ${problem}; ${remedy}`, { cause });
}

const MARK = '---';
const RESTORE = 'mend the file or restore it from version control';

/**
 * Reads the bytes of a playbook file.
 *
 * @param path for messages only; nothing is read
 * @throws {@link UserError} `playbook.file`: which file, what is wrong (with the line), what to do
 */
export function parsePlaybookFile(bytes: Uint8Array, path: string): PlaybookFile {
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch (cause) {
    throw refuse(path, 'it is not UTF-8 text', 'save it as UTF-8', cause);
  }
  const lines = content.split('\n');
  if (lines[0]?.trimEnd() !== MARK) {
    throw refuse(path, 'expected front matter between two lines "---" at the top, got none', RESTORE);
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === MARK);
  if (end === -1) throw refuse(path, 'the front matter is not closed by a line "---"', 'add the line');
  const front = parseFrontMatter(`${lines.slice(1, end).join('\n')}\n`);
  if (!front.ok) throw refuse(path, front.problem, RESTORE);
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  const text = normalisePlaybook(body);
  if (text === '') {
    throw refuse(path, 'there is no text under the front matter', 'write some or delete the file');
  }
  const removed = body.length - text.length;
  const notes =
    removed === 0 ? [] : [`${removed} control or invisible characters were removed from ${cleanLine(path)}`];
  const hash = playbookHash(text);
  return { meta: front.meta, text, hash, edited: hash !== front.meta.hash, notes };
}

/** What the file system said, as a clause of ours. */
function fileProblem(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ELOOP':
      return 'it is a symbolic link that leads back to itself';
    case 'EROFS':
      return 'the file system is read-only';
    default:
      return cleanLine((error as Error).message);
  }
}

/**
 * The bytes of a file of at most {@link MAX_FILE_BYTES}: its size is looked at before its content.
 *
 * @throws {@link UserError} `playbook.file`
 */
export function readBounded(path: string): Buffer {
  try {
    const info = statSync(path);
    if (info.isDirectory()) throw refuse(path, 'expected a file, got a folder', 'name a file vN.md in it');
    // Reading a pipe would wait for ever, reading a device might never end.
    if (!info.isFile()) throw refuse(path, 'it is not an ordinary file', 'name a Markdown file');
    if (info.size > MAX_FILE_BYTES) {
      throw refuse(path, `it has ${info.size} bytes, at most ${MAX_FILE_BYTES} are read`, 'shorten it');
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refuse(path, fileProblem(error), 'check the path and its permissions', error);
  }
}

/**
 * Reads one version. Its size is looked at before its content.
 *
 * @throws {@link UserError} `playbook.file`
 */
export function readPlaybookFile(path: string): PlaybookFile {
  return parsePlaybookFile(readBounded(path), path);
}

/** What a file of this front matter and text holds. The text is normalised and its hash filled in. */
export function renderPlaybookFile(meta: Omit<PlaybookMeta, 'hash'>, text: string): string {
  const body = normalisePlaybook(text);
  return `${MARK}\n${renderFrontMatter({ ...meta, hash: playbookHash(body) })}${MARK}\n\n${body}\n`;
}

function existing(path: string): string | null {
  try {
    return readBounded(path).toString('utf8');
  } catch (error) {
    if (error instanceof UserError && statSync(path, { throwIfNoEntry: false }) === undefined) return null;
    throw error;
  }
}

/**
 * Writes one version: the whole file or, when the machine stops half-way, none. A file of the very same
 * content is left as it is, so that a resumed run may write again; a file of any other content is never
 * replaced. Of two processes that write one new path in the same moment the later wins, which the run's hold
 * on its name prevents (`checkNameFree`).
 *
 * @returns the version as reading the file gives it
 * @throws {@link UserError} `playbook.taken` when other content is there, `store.full` when the disk is full,
 * `playbook.file` when the file cannot be written; an ordinary error when the front matter is not valid
 */
export function writePlaybookFile(
  path: string,
  meta: Omit<PlaybookMeta, 'hash'>,
  text: string,
): PlaybookFile {
  const content = renderPlaybookFile(meta, text);
  const written = parsePlaybookFile(Buffer.from(content, 'utf8'), path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    const present = existing(path);
    if (present === content) return written;
    if (present !== null) {
      throw new UserError(
        'playbook.taken',
        `playbook file ${cleanLine(path)} is already there with other content; choose another name with --playbook, or move the file away`,
      );
    }
    writeFileAtomic.sync(path, content);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      const message = `playbook file ${cleanLine(path)} could not be written: the disk is full; make room and run the same command again`;
      throw new UserError('store.full', message, { cause: error });
    }
    throw refuse(path, `it could not be written (${fileProblem(error)})`, 'check the folder', error);
  }
  return written;
}
