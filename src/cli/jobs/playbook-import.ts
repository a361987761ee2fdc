import { basename } from 'node:path';
import { UserError } from '../../base/errors.js';
import { cleanLine, shorten } from '../../base/text.js';
import { gameById } from '../../games/index.js';
import { pruneToBudget, withinBudget } from '../../playbooks/budget.js';
import { IMPORT_RUN, readBounded } from '../../playbooks/file.js';
import { playbookVersions } from '../../playbooks/folder.js';
import { importText } from '../../playbooks/import.js';
import type { ImportedText } from '../../playbooks/import.js';
import { checkPlaybookName, formatPlaybookRef } from '../../playbooks/naming.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { keepByHand } from '../keep-playbook.js';
import type { PlaybookOptions } from '../playbook-options.js';

/** Options of `spartan playbook import`, as parsed. */
export interface ImportOptions extends PlaybookOptions {
  readonly name: string;
  readonly games?: string;
  readonly model?: string;
  readonly maxTokens: number;
  readonly prune?: boolean;
  readonly strict?: boolean;
}

/** Who wrote a text that does not say so. */
const UNKNOWN_WRITER = 'unknown';
/** Longest label of a writer, in characters. */
const MAX_LABEL = 200;

function gamesOf(list: string | undefined, { meta }: ImportedText): readonly string[] {
  if (list === undefined) return meta?.games ?? [];
  return [...new Set(list.split(',').map((id) => gameById(id.trim()).id))];
}

function checkStrict(file: string, { suspicious }: ImportedText): void {
  const [first] = suspicious;
  if (first === undefined) return;
  throw new UserError(
    'playbook.file',
    `${cleanLine(file)}: line ${first.line} reads like an instruction to a model ("${first.quote}")` +
      `${suspicious.length > 1 ? ` and ${suspicious.length - 1} more` : ''}; reword it, or import without --strict`,
  );
}

interface Fitted {
  readonly text: string;
  readonly tokens: number;
  readonly notes: readonly string[];
}

async function fitted(
  file: string,
  text: string,
  { maxTokens, prune = false }: ImportOptions,
): Promise<Fitted> {
  const whole = await withinBudget(text, maxTokens);
  if (whole.ok) return { text, tokens: whole.tokens, notes: [] };
  const pruned = prune ? await pruneToBudget(text, maxTokens) : null;
  const left = pruned === null ? 0 : pruned.text.trim().length;
  if (pruned === null || left === 0) {
    const remedy = prune
      ? 'its first item alone is longer; shorten it or raise --max-tokens'
      : 'shorten it, cut it with --prune, or raise --max-tokens';
    throw new UserError(
      'playbook.file',
      `${cleanLine(file)}: the text has ${whole.tokens} tokens and the budget is ${maxTokens}; ${remedy}`,
    );
  }
  const { tokens } = await withinBudget(pruned.text, maxTokens);
  return { text: pruned.text, tokens, notes: pruned.notes };
}

/**
 * Makes a version of a text or Markdown file and says what was cleaned.
 *
 * @throws UserError for what is no playbook once cleaned, is over the budget, or (with `--strict`) gives instructions
 */
export async function importPlaybook(file: string, options: ImportOptions, io: Io): Promise<void> {
  const name = checkPlaybookName(options.name);
  const imported = importText(readBounded(file), file);
  if (options.strict === true) checkStrict(file, imported);
  const games = gamesOf(options.games, imported);
  const { text, tokens, notes: cuts } = await fitted(file, imported.text, options);
  const latest = playbookVersions(options.playbooks, name).at(-1);
  const notes = [...imported.notes, ...cuts];
  const kept = keepByHand(
    {
      meta: {
        name,
        parent: latest === undefined ? null : formatPlaybookRef(name, latest),
        games,
        model:
          shorten(cleanLine(options.model ?? imported.meta?.model ?? UNKNOWN_WRITER), MAX_LABEL) ||
          UNKNOWN_WRITER,
        run: IMPORT_RUN,
        sourceGames: imported.meta?.sourceGames ?? [],
        tokens,
      },
      text,
      checks: {
        imported: {
          file: cleanLine(basename(file)),
          notes,
          suspicious: imported.suspicious.map(({ line, quote }) => ({ line, quote })),
        },
      },
    },
    options,
    io,
  );
  for (const note of notes) io.err(`note: ${note}\n`);
  for (const { line, quote } of imported.suspicious) {
    io.err(`warning: line ${line} reads like an instruction to a model: "${quote}"; it is kept as advice\n`);
  }
  if (options.json === true) {
    io.out(jsonText({ ...kept, tokens, games, notes, suspicious: imported.suspicious }));
    return;
  }
  io.out(`${kept.version}${kept.added ? '' : ' was there already'}: ${tokens} tokens\n`);
}
