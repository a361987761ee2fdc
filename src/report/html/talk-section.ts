import type { FoundIn, Quote, TalkReport } from '../talk.js';
import {
  forcedTable,
  groupTables,
  habitTable,
  overlapText,
  rowTable,
  statementTable,
  TALK_NOTES,
} from '../talk-tables.js';
import type { TalkRow } from '../talk-by-row.js';
import { escapeHtml } from './escape.js';
import { dataTable, notes, paragraph } from './parts.js';

/** The command that shows a game, as the user types it. */
export type ShowGame = (gameId: string) => string;

function quoteHtml(lead: string, { name, player, text }: Quote): string {
  const who = `<b><bdi>${escapeHtml(name)}</bdi></b> (${escapeHtml(player)})`;
  return `<p>${lead}${who}: <q dir="auto">${escapeHtml(text)}</q></p>`;
}

function examples<T extends FoundIn>(
  title: string,
  list: readonly T[],
  show: ShowGame,
  parts: (item: T) => readonly string[],
): string {
  if (list.length === 0) return '';
  const items = list.map(
    (item) =>
      `<blockquote>${parts(item).join('\n')}\n<p class="note">${escapeHtml(item.game)}, R${item.round}; <code>${escapeHtml(show(item.gameId))}</code></p></blockquote>`,
  );
  return `<h3>${escapeHtml(title)}</h3>\n${items.join('\n')}`;
}

/** How the players of a run talked: tables, and the worst of it in their own words. */
export function talkSection(
  talk: TalkReport,
  rows: readonly TalkRow[],
  plots: string,
  show: ShowGame,
): string {
  if (talk.kinds.every(({ utterances }) => utterances === 0)) {
    return paragraph('Nobody spoke in the games of this run.');
  }
  const beside = rowTable(rows);
  const tables = [...groupTables(talk), habitTable(talk.kinds), statementTable(talk.kinds)].flatMap(
    (table) => table ?? [],
  );
  const uncovered = talk.kinds.filter(({ covered, utterances }) => !covered && utterances > 0);
  return [
    plots,
    ...(beside === null ? [] : [dataTable(beside, 'parroting-by-row')]),
    ...tables.map((table) => dataTable(table)),
    notes([
      ...TALK_NOTES,
      ...(uncovered.length === 0
        ? []
        : [`Speech is not set against action in ${uncovered.map(({ game }) => game).join(', ')}.`]),
    ]),
    examples('Worst pairs', talk.worst, show, (pair) => [
      quoteHtml('First, ', pair.source),
      quoteHtml(`then, with an overlap of ${overlapText(pair.value)}, `, pair.copy),
    ]),
    examples('Most repeated templates', talk.templates, show, (template) => [
      quoteHtml(`${template.count} of ${template.of} utterances, such as: `, template.quote),
    ]),
    examples('Copied identities', talk.identity, show, (copy) => [
      quoteHtml(`First, with the ${copy.kind} “${escapeHtml(copy.claimed)}”, `, copy.source),
      quoteHtml(`then, with an overlap of ${overlapText(copy.value)}, `, copy.copy),
    ]),
    examples('Leaked words', talk.leaks, show, (leak) => [
      quoteHtml(
        `“${escapeHtml(leak.word)}” ${leak.kind === 'told' ? 'told by one who was given it' : 'named by one who was not given it'}${leak.repeated ? ', again' : ''}: `,
        leak.quote,
      ),
    ]),
    examples('Speech that its action contradicts', talk.contradictions, show, (found) => [
      quoteHtml(`Said ${escapeHtml(found.said)}, did ${escapeHtml(found.did)}: `, found.quote),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Illegal answers by kind of decision. */
export function forcedSection(talk: TalkReport): string {
  const table = forcedTable(talk.kinds);
  return table === null
    ? paragraph('Every answer of every player was legal at once.')
    : dataTable(table, 'answers');
}
