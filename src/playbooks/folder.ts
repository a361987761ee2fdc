import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/errors.js';
import { cleanLine, listText } from '../base/text.js';
import { isByHand, readPlaybookFile } from './file.js';
import type { PlaybookFile } from './file.js';
import {
  MAX_VERSION,
  checkPlaybookName,
  formatPlaybookRef,
  isPlaybookName,
  parsePlaybookRef,
  unknownPlaybook,
} from './naming.js';

/** A name and its versions, lowest first; never empty. */
export interface PlaybookEntry {
  readonly name: string;
  readonly versions: readonly number[];
}

/** Where a version's file is. The name is checked, so the path never leaves `folder`. */
export function playbookPath(folder: string, name: string, version: number): string {
  return join(folder, checkPlaybookName(name), `v${version}.md`);
}

/** Names in a folder; a folder that is not there has none. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    const message = `playbook folder ${cleanLine(folder)} cannot be read (${code ?? 'unknown fault'}); check its permissions`;
    throw new UserError('playbook.file', message, { cause: error });
  }
}

/** Numbers of the versions a name has, lowest first. What is not called `vN.md` is left alone. */
export function playbookVersions(folder: string, name: string): number[] {
  return entriesOf(join(folder, checkPlaybookName(name)))
    .flatMap((file) => /^v([1-9][0-9]{0,3})\.md$/.exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Every playbook in the folder by name. Files are not opened. */
export function listPlaybooks(folder: string): PlaybookEntry[] {
  const isFolder = (name: string): boolean =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return entriesOf(folder)
    .filter((name) => isPlaybookName(name) && isFolder(name))
    .sort()
    .map((name) => ({ name, versions: playbookVersions(folder, name) }))
    .filter((entry) => entry.versions.length > 0);
}

/** One more than the highest version there is; 1 for a new name. */
export function nextVersion(folder: string, name: string): number {
  const next = (playbookVersions(folder, name).at(-1) ?? 0) + 1;
  if (next <= MAX_VERSION) return next;
  throw new UserError(
    'playbook.taken',
    `playbook "${name}" has ${MAX_VERSION} versions, the most a name can have; choose another name with --playbook`,
  );
}

/**
 * Reads one version from its place. A file whose front matter names another playbook or version is refused:
 * a copied file would stand for two versions.
 *
 * @throws {@link UserError} `input.unknown-name` when there is no such version, `playbook.file` when it cannot be used
 */
export function readPlaybook(folder: string, name: string, version: number): PlaybookFile {
  const versions = playbookVersions(folder, name);
  if (versions.length === 0) {
    throw unknownPlaybook(
      name,
      listPlaybooks(folder).map((entry) => entry.name),
    );
  }
  if (!versions.includes(version)) {
    const known = versions.length > 8 ? `v1 to v${versions.at(-1)}` : listText(versions.map((n) => `v${n}`));
    throw new UserError(
      'input.unknown-name',
      `playbook "${name}" has no version v${version}; it has ${known}`,
    );
  }
  const path = playbookPath(folder, name, version);
  const file = readPlaybookFile(path);
  const place = formatPlaybookRef(name, version);
  const said = formatPlaybookRef(file.meta.name, file.meta.version);
  if (said !== place) {
    throw new UserError(
      'playbook.file',
      `playbook file ${cleanLine(path)}: its place says ${place} and its front matter ${said}; make the two agree`,
    );
  }
  return file;
}

/** The highest version of a name. Throws like {@link readPlaybook}. */
export function readLatestPlaybook(folder: string, name: string): PlaybookFile {
  return readPlaybook(folder, name, playbookVersions(folder, name).at(-1) ?? 0);
}

/** Reads what `NAME@vN` or `NAME` refers to. Throws like `parsePlaybookRef` and {@link readPlaybook}. */
export function resolvePlaybook(folder: string, reference: string): PlaybookFile {
  const { name, version } = parsePlaybookRef(reference);
  return version === null ? readLatestPlaybook(folder, name) : readPlaybook(folder, name, version);
}

/**
 * Lets a run write under a name when the name is new or every version of it was written by that run.
 *
 * @throws {@link UserError} `playbook.taken` when another run wrote a version, `playbook.file` when one cannot be read
 */
export function checkNameFree(folder: string, name: string, run: string): void {
  for (const version of playbookVersions(folder, name)) {
    const { meta } = readPlaybook(folder, name, version);
    if (meta.run === run) continue;
    const owner = isByHand(meta) ? `is no run's own (${meta.run})` : `was written by run ${meta.run}`;
    throw new UserError(
      'playbook.taken',
      `playbook "${name}" ${owner}; choose another name with --playbook, or start from it with --from ${formatPlaybookRef(name, version)}`,
    );
  }
}

/** A version as its file has it, and what it is called. */
export interface NamedPlaybook {
  /** `name@vN`. */
  readonly version: string;
  readonly file: PlaybookFile;
}

/**
 * Every version in the folder, by name and number. A file that cannot be used does not stand in the way of the others:
 * its message is handed to `unusable`.
 */
export function readAllPlaybooks(folder: string, unusable: (message: string) => void): NamedPlaybook[] {
  return listPlaybooks(folder).flatMap(({ name, versions }) =>
    versions.flatMap((number): NamedPlaybook[] => {
      try {
        return [{ version: formatPlaybookRef(name, number), file: readPlaybook(folder, name, number) }];
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        unusable(error.message);
        return [];
      }
    }),
  );
}
