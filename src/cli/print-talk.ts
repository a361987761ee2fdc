import { textTable } from '../report/study-table.js';
import type { FoundIn, Quote } from '../report/talk.js';
import {
  forcedTable,
  groupTables,
  habitTable,
  overlapText,
  rowTable,
  statementTable,
  TALK_NOTES,
} from '../report/talk-tables.js';
import { commandText, dbOption } from './command-text.js';
import type { RunTalk } from './talk-facts.js';

function quoteText({ name, player, text }: Quote): string {
  return `${name} (${player}): "${text}"`;
}

/** A run's diagnostics as text for a terminal. */
export function talkText(talk: RunTalk, db: string): string {
  const open = ({ gameId }: FoundIn): string =>
    commandText(['show', 'game', gameId.slice(0, 10), ...dbOption(db)]);
  const place = (found: FoundIn): string => `${found.game}, R${found.round}`;
  const examples = <T extends FoundIn>(
    title: string,
    list: readonly T[],
    lines: (item: T) => readonly string[],
  ): string[] =>
    list.length === 0
      ? []
      : ['', `${title}:`, ...list.flatMap((item) => [...lines(item), `      ${open(item)}`])];

  const tables = [
    ...groupTables(talk),
    rowTable(talk.rows),
    habitTable(talk.kinds),
    statementTable(talk.kinds),
    forcedTable(talk.kinds),
  ].flatMap((table) => table ?? []);
  const utterances = talk.kinds.reduce((sum, kind) => sum + kind.utterances, 0);
  const uncovered = talk.kinds.filter(({ covered, utterances: said }) => !covered && said > 0);
  return `${[
    `Talk of run ${talk.run.slice(0, 8)}, ${talk.arm}: ${utterances} utterances in ${talk.games} finished games`,
    ...(talk.simulated ? ['simulated players: no language model took part in these results'] : []),
    ...(utterances === 0 ? ['Nobody spoke in these games.'] : []),
    ...tables.flatMap(({ title, head, rows }) => ['', `${title}:`, textTable(head, rows)]),
    ...examples('Worst pairs', talk.worst, (pair) => [
      `  ${overlapText(pair.value)}  ${place(pair)}`,
      `      first  ${quoteText(pair.source)}`,
      `      then   ${quoteText(pair.copy)}`,
    ]),
    ...examples('Most repeated templates', talk.templates, (template) => [
      `  ${template.count} of ${template.of} utterances, ${template.seats} ${template.seats === 1 ? 'player' : 'players'}  ${place(template)}`,
      `      ${quoteText(template.quote)}`,
    ]),
    ...examples('Copied identities', talk.identity, (copy) => [
      `  ${overlapText(copy.value)}  ${copy.kind} "${copy.claimed}"  ${place(copy)}`,
      `      first  ${quoteText(copy.source)}`,
      `      then   ${quoteText(copy.copy)}`,
    ]),
    ...examples('Leaked words', talk.leaks, (leak) => [
      `  "${leak.word}" ${leak.kind === 'told' ? 'told by one who was given it' : 'named by one who was not given it'}${leak.repeated ? ', again' : ''}  ${place(leak)}`,
      `      ${quoteText(leak.quote)}`,
    ]),
    ...examples('Speech that its action contradicts', talk.contradictions, (found) => [
      `  said ${found.said}, did ${found.did}  ${place(found)}`,
      `      ${quoteText(found.quote)}`,
    ]),
    '',
    ...(utterances === 0 ? [] : TALK_NOTES),
    ...(uncovered.length === 0
      ? []
      : [
          `Speech is not set against action in ${uncovered.map(({ game }) => game).join(', ')} (docs/diagnostics.md).`,
        ]),
  ].join('\n')}\n`;
}
