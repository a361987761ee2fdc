import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import { listPlaybooks } from '../../playbooks/folder.js';
import { existingFolder, nativeModule, storeHealth } from '../../store/index.js';
import { ok, type Check } from './check.js';

/** The oldest Node that runs the lab, as package.json demands it. */
const OLDEST_NODE = [20, 19] as const;

/** A study of a few thousand games takes about as much. */
const ROOM_ADVISED = 2 * 1024 ** 3;
/** Below this a run may well end for want of room. */
const ROOM_NEEDED = 200 * 1024 ** 2;

/** `12.3 GB`, `45 MB`, `8 kB`. */
export function bytesText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

/** Node itself. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return ok('node', version, { version });
  return {
    what: 'node',
    status: 'fault',
    found: `${version}, and ${oldMajor}.${oldMinor} or newer is needed`,
    mend: 'nvm install 22',
    facts: { version },
  };
}

/** The module that holds the store's database engine. */
export function checkNative(load: () => string = nativeModule): Check {
  try {
    const sqlite = load();
    return ok('native module', `better-sqlite3 loads, SQLite ${sqlite}`, { sqlite });
  } catch (error) {
    const why = cleanLine(error instanceof Error ? error.message : String(error)).slice(0, 200);
    return {
      what: 'native module',
      status: 'fault',
      found: `better-sqlite3 does not load (${why})`,
      mend: 'npm rebuild better-sqlite3',
      facts: {},
    };
  }
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** The store at `db`. */
export function checkStore(db: string): Check {
  const shown = cleanLine(db);
  try {
    const health = storeHealth(db);
    const facts = { ...health, path: shown };
    if (!health.writable) {
      const place = health.exists ? db : existingFolder(dirname(resolve(db)));
      return {
        what: 'store',
        status: 'fault',
        found: `${shown} ${health.exists ? '' : 'is not there yet and '}cannot be written`,
        mend: `chmod u+w ${quoted(place)}`,
        facts,
      };
    }
    if (!health.exists) return ok('store', `${shown} is not there yet; the first run makes it`, facts);
    const schema =
      health.schema === null
        ? 'empty'
        : health.schema < health.latest
          ? `schema ${health.schema}, brought up to ${health.latest} when it is next opened`
          : `schema ${health.schema}`;
    const busy = health.busy ? ', a run is writing to it now' : '';
    return ok('store', `${shown}: ${schema}, ${bytesText(health.bytes)}, can be written${busy}`, facts);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const mend =
      error.code === 'store.newer' ? 'npm install -g spartan-lab@latest' : 'spartan doctor --db FILE';
    return { what: 'store', status: 'fault', found: error.message, mend, facts: { path: shown } };
  }
}

/** Room on the disk of the store. */
export function checkDisk(db: string, free = freeBytes): Check {
  const folder = existingFolder(dirname(resolve(db)));
  const bytes = free(folder);
  const facts = { folder, freeBytes: bytes };
  const found = `${bytesText(bytes)} free at ${cleanLine(folder)}`;
  if (bytes >= ROOM_ADVISED) return ok('disk', found, facts);
  const mend = `du -sh ${quoted(folder)}/*`;
  return bytes < ROOM_NEEDED
    ? {
        what: 'disk',
        status: 'fault',
        found: `${found}, and a run needs ${bytesText(ROOM_NEEDED)}`,
        mend,
        facts,
      }
    : { what: 'disk', status: 'advice', found: `${found}: enough for small studies`, mend, facts };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The folder of playbooks. */
export function checkPlaybooks(folder: string): Check {
  const shown = cleanLine(folder);
  const there = existsSync(folder);
  const place = existingFolder(folder);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    return {
      what: 'playbooks',
      status: 'fault',
      found: `${shown} cannot be written`,
      mend: `chmod u+w ${quoted(place)}`,
      facts: { folder: shown },
    };
  }
  if (!there) return ok('playbooks', `${shown} is not there yet; the first run makes it`, { folder: shown });
  try {
    const count = listPlaybooks(folder).length;
    return ok('playbooks', `${shown}: ${count} version${count === 1 ? '' : 's'}`, {
      folder: shown,
      versions: count,
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {
      what: 'playbooks',
      status: 'fault',
      found: error.message,
      mend: 'spartan playbook list',
      facts: { folder: shown },
    };
  }
}
