import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gamesOf, inStore, spartan } from './support.js';
import type { Ended } from './support.js';

/** With characters that JSON and URLs escape, and none that an HTTP header refuses. */
export const KEY = 'sk-canary-"7Q\\x+/=%-3f9e2b71c8';

/** How a server, a file or an error may spell it. */
export const SPELLINGS = [
  KEY,
  JSON.stringify(KEY).slice(1, -1),
  JSON.stringify(JSON.stringify(KEY).slice(1, -1)).slice(1, -1),
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64'),
];

/** Names of the files of a folder, and of what was printed, that hold a secret in any spelling. */
export function leaks(spellings: readonly string[], place: string, ended: readonly Ended[]): string[] {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts: [string, string][] = [
    ...files.map((file): [string, string] => [file, readFileSync(file, 'latin1')]),
    ...ended.flatMap(({ out, err }, i): [string, string][] => [
      [`stdout ${i}`, out],
      [`stderr ${i}`, err],
    ]),
  ];
  expect(files.some((file) => file.endsWith('store.sqlite'))).toBe(true);
  return texts
    .filter(([, text]) => spellings.some((spelling) => text.includes(spelling)))
    .map(([name]) => name);
}

/** The first calls meet every kind of echo; each one shown takes a while. */
const CALLS_SHOWN = 8;

/** Every command that shows what is stored. */
export async function shown(db: string, playbooks: string): Promise<Ended[]> {
  const runs = inStore(db, (store) => store.runs.list());
  const games = gamesOf(db).map(({ id }) => id);
  const calls = inStore(db, (store) => games.flatMap((id) => store.calls(id)));
  const lines = [
    ['runs', '--db', db],
    ['runs', '--json', '--db', db],
    ['playbook', 'list', '--playbooks', playbooks],
    ...runs.map(({ id }) => ['show', id, '--db', db]),
    ...runs.map(({ id }) => ['show', id, '--json', '--db', db]),
    ...games.map((id) => ['show', 'game', id, '--db', db]),
    ...runs.flatMap(({ id }) => [
      ['calls', id, '--json', '--db', db],
      ['calls', id, '--failed', '--db', db],
      ['costs', id, '--db', db],
    ]),
    ...calls.slice(0, CALLS_SHOWN).flatMap(({ id }) => [
      ['show', 'call', String(id), '--db', db],
      ['show', 'call', String(id), '--json', '--db', db],
    ]),
    ...(existsSync(playbooks) ? readdirSync(playbooks) : []).map((name) => [
      'playbook',
      'show',
      name,
      '--playbooks',
      playbooks,
    ]),
  ];
  const all: Ended[] = [];
  for (const line of lines) all.push(await spartan(line));
  return all;
}
