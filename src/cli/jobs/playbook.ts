import Table from 'cli-table3';
import { existsSync } from 'node:fs';
import { wilson } from '../../stats/intervals.js';
import { diffPlaybooks, unifiedText } from '../../playbooks/diff.js';
import { parentsOf } from '../../playbooks/file.js';
import type { PlaybookFile } from '../../playbooks/file.js';
import { listPlaybooks, readPlaybook, resolvePlaybook } from '../../playbooks/folder.js';
import { formatPlaybookRef } from '../../playbooks/naming.js';
import { openStore } from '../../store/index.js';
import type { PlaybookRate } from '../../store/index.js';
import { percent } from '../../report/study-table.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import type { PlaybookOptions } from '../playbook-options.js';
import { allVersions, overlaps } from './playbook-origins.js';

/** Share of 5-grams from which another playbook is named beside a text, and how many are. */
const NOTED_SHARE = 0.2;
const MAX_NOTED = 3;

function nameOf(file: PlaybookFile): string {
  return formatPlaybookRef(file.meta.name, file.meta.version);
}

/** Rates measured for a text; none when there is no store yet. */
function ratesOf(hash: string, options: PlaybookOptions, io: Io): PlaybookRate[] {
  if (!existsSync(options.db)) return [];
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    return store.playbooks.rates(hash);
  } finally {
    store.close();
  }
}

/** Rates of evaluation games, pooled over steps of the same game, slot and player. */
function pooled(rates: readonly PlaybookRate[]) {
  const groups = new Map<
    string,
    { game: string; slot: string; player: string; wins: number; finished: number }
  >();
  for (const { role, game, slot, player, wins, finished } of rates) {
    if (role === 'learning') continue;
    const key = JSON.stringify([game, slot, player]);
    const known = groups.get(key) ?? { game, slot, player, wins: 0, finished: 0 };
    groups.set(key, { ...known, wins: known.wins + wins, finished: known.finished + finished });
  }
  return [...groups.values()].map((group) => ({ ...group, interval: wilson(group.wins, group.finished) }));
}

/** Lists every version of every playbook. */
export function list(options: PlaybookOptions, io: Io): void {
  const rows = listPlaybooks(options.playbooks).flatMap(({ name, versions }) =>
    versions.map((version) => {
      const { meta, edited } = readPlaybook(options.playbooks, name, version);
      return { ...meta, edited };
    }),
  );
  if (options.json === true) {
    io.out(jsonText(rows));
    return;
  }
  if (rows.length === 0) {
    io.out(`no playbooks in ${options.playbooks} yet; "spartan iterate" writes one\n`);
    return;
  }
  const table = new Table({
    head: ['playbook', 'games', 'by', 'tokens', 'from', 'run', 'date'],
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    table.push([
      `${formatPlaybookRef(row.name, row.version)}${row.edited ? ' (edited)' : ''}`,
      row.games.join(', '),
      row.model,
      String(row.tokens),
      parentsOf(row).join(' + '),
      row.run.slice(0, 8),
      row.date.slice(0, 10),
    ]);
  }
  io.out(`${table.toString()}\n`);
}

/** Prints the text of one version; what there is to know about it goes beside it, so that a pipe gets the text alone. */
export function show(reference: string, options: PlaybookOptions, io: Io): void {
  const file = resolvePlaybook(options.playbooks, reference);
  const found = overlaps(file, allVersions(options, io));
  if (options.json === true) {
    io.out(jsonText({ ...file, overlap: found }));
    return;
  }
  io.out(`${file.text}\n`);
  for (const note of file.notes) io.err(`note: ${note}\n`);
  if (file.edited) io.err(`note: ${nameOf(file)} was edited after it was written\n`);
  for (const { other, share } of found.slice(0, MAX_NOTED)) {
    if (share === null || share < NOTED_SHARE) break;
    io.err(`note: ${Math.round(share * 100)} % of its 5-grams stand in ${other} too\n`);
  }
}

/** Prints what changed from one version to another. */
export function diff(a: string, b: string, options: PlaybookOptions, io: Io): void {
  const [before, after] = [resolvePlaybook(options.playbooks, a), resolvePlaybook(options.playbooks, b)];
  const changes = diffPlaybooks(before.text, after.text);
  if (options.json === true) io.out(jsonText(changes));
  else io.out(unifiedText(changes, { from: nameOf(before), to: nameOf(after) }) || 'no difference\n');
}

/** Prints the diff of two versions, and the win rates measured with each. */
export function compare(a: string, b: string, options: PlaybookOptions, io: Io): void {
  const files = [resolvePlaybook(options.playbooks, a), resolvePlaybook(options.playbooks, b)] as const;
  const rates = files.map((file) => ({
    playbook: nameOf(file),
    rates: pooled(ratesOf(file.hash, options, io)),
  }));
  const changes = diffPlaybooks(files[0].text, files[1].text);
  if (options.json === true) {
    io.out(jsonText({ rates, diff: changes }));
    return;
  }
  io.out(
    unifiedText(changes, { from: nameOf(files[0]), to: nameOf(files[1]) }) || 'no difference in the texts\n',
  );
  const table = new Table({
    head: ['playbook', 'game', 'carried by', 'player', 'won [95 %]', 'games'],
    style: { head: [], border: [] },
  });
  for (const { playbook, rates: rows } of rates) {
    if (rows.length === 0) table.push([playbook, '–', '–', '–', 'no evaluation games', '0']);
    for (const { game, slot, player, wins, finished, interval } of rows) {
      const rate =
        interval === null
          ? '–'
          : `${percent(interval.estimate)} [${Math.round(interval.low * 100)}, ${Math.round(interval.high * 100)}]`;
      table.push([playbook, game, slot, player, rate, `${wins}/${finished}`]);
    }
  }
  io.out(`\n${table.toString()}\n`);
}
