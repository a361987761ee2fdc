import Table from 'cli-table3';
import { existsSync } from 'node:fs';
import { cleanLine, listText, shorten } from '../../base/text.js';
import { parentsOf } from '../../playbooks/file.js';
import type { PlaybookFile } from '../../playbooks/file.js';
import { readAllPlaybooks, resolvePlaybook } from '../../playbooks/folder.js';
import type { NamedPlaybook } from '../../playbooks/folder.js';
import { ancestorsOf, kinOf, lineageTree, passageOrigins } from '../../playbooks/lineage.js';
import type { LineageVersion, PassageOrigin } from '../../playbooks/lineage.js';
import { formatPlaybookRef } from '../../playbooks/naming.js';
import { overlapWithOthers } from '../../playbooks/overlap.js';
import type { OtherOverlap } from '../../playbooks/overlap.js';
import { openStore } from '../../store/index.js';
import type { SourceSlot } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import type { PlaybookOptions } from '../playbook-options.js';

/** Characters of a passage or span that a table shows. */
const QUOTE = 70;
/** First digits of an id that a command needs. */
const SHORT_ID = 10;

const STYLE = { head: [], border: [] };

function nameOf({ meta }: PlaybookFile): string {
  return formatPlaybookRef(meta.name, meta.version);
}

/** Every version of the folder; those that cannot be used are told and left aside. */
export function allVersions(options: PlaybookOptions, io: Io): (NamedPlaybook & LineageVersion)[] {
  return readAllPlaybooks(options.playbooks, (message) => io.err(`note: left aside: ${message}\n`)).map(
    ({ version, file }) => ({ version, file, parents: parentsOf(file.meta) }),
  );
}

/** One game a version was written from. */
interface SourceGame {
  readonly id: string;
  /** Null when the game is not in this store, as are the figures below. */
  readonly game: string | null;
  readonly seed: string | null;
  readonly round: number | null;
  /** How each slot fared. */
  readonly outcome: readonly { readonly slot: string; readonly result: 'won' | 'drawn' | 'lost' | 'void' }[];
  /** The command that shows it. */
  readonly open: string | null;
}

function resultOf({ status, reward }: SourceSlot): 'won' | 'drawn' | 'lost' | 'void' {
  if (status === 'void' || reward === null) return 'void';
  return reward > 0 ? 'won' : reward === 0 ? 'drawn' : 'lost';
}

function sourcesOf({ meta }: PlaybookFile, options: PlaybookOptions, io: Io): SourceGame[] {
  if (meta.sourceGames.length === 0) return [];
  const slots = storedSlots(meta, options, io);
  return meta.sourceGames.map((id): SourceGame => {
    const own = slots.get(id) ?? [];
    const [first] = own;
    if (first === undefined) {
      return { id, game: null, seed: null, round: null, outcome: [], open: null };
    }
    const replicate = first.replicate === 0 ? '' : `, replicate ${first.replicate}`;
    return {
      id,
      game: first.game,
      seed: `${first.study}/${first.purpose}/${first.seedIndex}${replicate}`,
      round: first.round,
      outcome: own.map((slot) => ({ slot: slot.slot, result: resultOf(slot) })),
      open: commandText(['show', 'game', id.slice(0, SHORT_ID), ...dbOption(options.db)]),
    };
  });
}

function storedSlots(
  { sourceGames, run }: PlaybookFile['meta'],
  options: PlaybookOptions,
  io: Io,
): Map<string, SourceSlot[]> {
  const slots = new Map<string, SourceSlot[]>();
  if (!existsSync(options.db)) return slots;
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    for (const slot of store.playbooks.sources(sourceGames, run)) {
      slots.set(slot.gameId, [...(slots.get(slot.gameId) ?? []), slot]);
    }
  } finally {
    store.close();
  }
  return slots;
}

function sourceTable(games: readonly SourceGame[]): string {
  const table = new Table({ head: ['game', 'seed', 'round', 'outcome', 'open it with'], style: STYLE });
  for (const { id, game, seed, round, outcome, open } of games) {
    table.push([
      game ?? 'not in this store',
      seed ?? id,
      round === null ? '' : `R${round}`,
      outcome.map(({ slot, result }) => `${slot} ${result}`).join(', '),
      open ?? '',
    ]);
  }
  return table.toString();
}

function passageTable(passages: readonly PassageOrigin[]): string {
  const table = new Table({ head: ['since', 'share', 'line', 'passage'], style: STYLE });
  for (const { part, since, share } of passages) {
    table.push([
      since,
      `${Math.round(share * 100)} %`,
      String(part.line),
      shorten(cleanLine(part.text), QUOTE),
    ]);
  }
  return table.toString();
}

/** Prints the games a version was written from, and with which version of its line each of its passages came in. */
export function blame(reference: string, options: PlaybookOptions, io: Io): void {
  const file = resolvePlaybook(options.playbooks, reference);
  const version = nameOf(file);
  const line = [...ancestorsOf(version, allVersions(options, io)), { version, file }].map((entry) => ({
    version: entry.version,
    text: entry.file.text,
  }));
  const games = sourcesOf(file, options, io);
  const passages = passageOrigins(line);
  if (options.json === true) {
    io.out(
      jsonText({
        version,
        run: file.meta.run,
        model: file.meta.model,
        parents: parentsOf(file.meta),
        games,
        passages: passages.map(({ part, since, share }) => ({
          line: part.line,
          since,
          share,
          text: part.text,
        })),
      }),
    );
    return;
  }
  const from = parentsOf(file.meta);
  io.out(
    `${version}, by ${file.meta.model}, ${from.length === 0 ? 'a first version' : `from ${listText(from)}`}\n\n`,
  );
  io.out(games.length === 0 ? 'No games are named as its source.\n' : `${sourceTable(games)}\n`);
  io.out(`\n${passageTable(passages)}\n`);
}

function marked({ file }: NamedPlaybook): string {
  const { run, model, tokens, games } = file.meta;
  const facts = [
    model,
    games.join(', '),
    `${tokens} tokens`,
    `run ${run.slice(0, 8)}`,
    file.edited ? 'edited' : '',
  ];
  return facts.filter((fact) => fact !== '').join('; ');
}

/** Prints the tree of all versions that a name is linked with, merged and imported ones too. */
export function lineage(reference: string, options: PlaybookOptions, io: Io): void {
  const start = nameOf(resolvePlaybook(options.playbooks, reference));
  const kin = kinOf(start, allVersions(options, io));
  const files = new Map(kin.map((entry) => [entry.version, entry]));
  const tree = lineageTree(kin);
  if (options.json === true) {
    io.out(
      jsonText(
        kin.map(({ version, parents, file }) => ({
          version,
          parents,
          run: file.meta.run,
          model: file.meta.model,
          games: file.meta.games,
          tokens: file.meta.tokens,
          date: file.meta.date,
          edited: file.edited,
        })),
      ),
    );
    return;
  }
  for (const { version, depth, alsoFrom, again, missing } of tree) {
    const entry = files.get(version);
    const others = alsoFrom.length === 0 ? '' : ` (also from ${listText(alsoFrom)})`;
    const facts = again
      ? ' (see above)'
      : missing || entry === undefined
        ? '  not in this folder'
        : `  ${marked(entry)}`;
    io.out(`${'  '.repeat(depth)}${version}${again ? '' : others}${facts}\n`);
  }
}

/** How much of a version stands in each of other versions, most first. */
export function overlaps(file: PlaybookFile, versions: readonly NamedPlaybook[]): OtherOverlap[] {
  const own = nameOf(file);
  const others = versions.filter(({ version }) => version !== own);
  return overlapWithOthers(
    file.text,
    others.map(({ version, file: { text } }) => ({ other: version, text })),
  );
}

/** Prints how much of a version stands in every other playbook too. */
export function overlap(reference: string, options: PlaybookOptions, io: Io): void {
  const file = resolvePlaybook(options.playbooks, reference);
  const versions = allVersions(options, io);
  const kin = new Set(kinOf(nameOf(file), versions).map(({ version }) => version));
  const found = overlaps(file, versions).map((entry) => ({ ...entry, related: kin.has(entry.other) }));
  if (options.json === true) {
    io.out(jsonText({ version: nameOf(file), others: found }));
    return;
  }
  if (found.length === 0) {
    io.out(`there is no other playbook in ${options.playbooks}\n`);
    return;
  }
  const table = new Table({
    head: ['other', 'related', 'share', '5-grams', 'longest common words'],
    style: STYLE,
  });
  for (const { other, related, share, shared, longest } of found) {
    table.push([
      other,
      related ? 'yes' : '',
      share === null ? '–' : `${Math.round(share * 100)} %`,
      String(shared),
      longest === null ? '' : `${longest.words}: ${shorten(longest.text, QUOTE)}`,
    ]);
  }
  io.out(`${table.toString()}\n`);
}
