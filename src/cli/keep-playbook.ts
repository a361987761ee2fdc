import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { isByHand, parentsOf, writePlaybookFile } from '../playbooks/file.js';
import type { PlaybookMeta } from '../playbooks/file.js';
import { nextVersion, playbookPath, playbookVersions, readPlaybook } from '../playbooks/folder.js';
import { checkPlaybookName, formatPlaybookRef, parsePlaybookRef } from '../playbooks/naming.js';
import { playbookHash } from '../playbooks/text.js';
import { openStore } from '../store/index.js';
import type { PlaybookVersion } from '../store/index.js';
import type { Io } from './io.js';

/** Where playbooks are kept. */
export interface Places {
  readonly playbooks: string;
  readonly db: string;
}

/** A version that no run wrote, still without a number. */
export interface ByHand {
  readonly meta: Omit<PlaybookMeta, 'hash' | 'version' | 'date'>;
  readonly text: string;
  /** What was found out about the text, for the store. */
  readonly checks: JsonObject;
}

/** What became of it. */
export interface Kept {
  /** `name@vN`. */
  readonly version: string;
  /** False when this very version was there already. */
  readonly added: boolean;
}

function checkOurs(folder: string, name: string): void {
  for (const number of playbookVersions(folder, checkPlaybookName(name))) {
    const { meta } = readPlaybook(folder, name, number);
    if (isByHand(meta)) continue;
    throw new UserError(
      'playbook.taken',
      `--name must be a new name or one of imported and merged versions, got "${name}", which was written by run ${meta.run}`,
    );
  }
}

/**
 * The version of a name that says the same and came about in the same way; undefined when there is none. Whatever
 * was imported under a name revises its latest version, so the parent of an import tells nothing.
 */
function known(folder: string, { meta, text }: ByHand): number | undefined {
  const hash = playbookHash(text);
  const isMerge = meta.mergedWith !== undefined;
  return playbookVersions(folder, meta.name).find((number) => {
    const { meta: other } = readPlaybook(folder, meta.name, number);
    const sameOrigin = !isMerge || parentsOf(other).join() === parentsOf(meta).join();
    return other.hash === hash && other.run === meta.run && sameOrigin;
  });
}

/** The next number of a name that neither the folder nor the store has used: a deleted file's text stays its own. */
function freeNumber(folder: string, name: string, stored: readonly PlaybookVersion[]): number {
  const used = stored.filter((entry) => entry.name === name).map(({ version }) => version);
  return Math.max(nextVersion(folder, name), ...used.map((version) => version + 1));
}

function storedVersion(version: string): PlaybookVersion {
  const { name, version: number } = parsePlaybookRef(version);
  return { name, version: number ?? 1 };
}

/**
 * Keeps a version that no run wrote as the next of its name: in the folder, and in the store. The very same version
 * again changes nothing.
 *
 * @throws UserError when the name belongs to a run, or either place cannot be written
 */
export function keepByHand(playbook: ByHand, places: Places, io: Io): Kept {
  const { meta, text, checks } = playbook;
  const { name } = meta;
  checkOurs(places.playbooks, name);
  const store = openStore(places.db, { mode: 'write', now: () => io.now() });
  try {
    store.playbooks.claim(name, null);
    const before = known(places.playbooks, playbook);
    const number = before ?? freeNumber(places.playbooks, name, store.playbooks.list());
    const path = playbookPath(places.playbooks, name, number);
    const written =
      before === undefined
        ? writePlaybookFile(path, { ...meta, version: number, date: io.now().toISOString() }, text)
        : readPlaybook(places.playbooks, name, number);
    const { parent, mergedWith } = meta;
    store.playbooks.save(
      {
        name,
        version: number,
        hash: written.meta.hash,
        runId: null,
        stepId: null,
        parent: parent === null ? null : storedVersion(parent),
        ...(mergedWith === undefined ? {} : { mergedWith: storedVersion(mergedWith) }),
        games: meta.games,
        model: meta.model,
        sourceGames: meta.sourceGames,
        tokens: meta.tokens,
        promptHash: null,
        checks,
      },
      text,
    );
    return { version: formatPlaybookRef(name, number), added: before === undefined };
  } finally {
    store.close();
  }
}
