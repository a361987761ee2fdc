import { UserError } from '../../base/errors.js';
import { shorten } from '../../base/text.js';
import { MERGE_RUN, parentsOf } from '../../playbooks/file.js';
import { readAllPlaybooks, resolvePlaybook } from '../../playbooks/folder.js';
import { commonAncestor } from '../../playbooks/lineage.js';
import { checkPlaybookName, formatPlaybookRef } from '../../playbooks/naming.js';
import { mergePlaybooks } from '../../reflect/builtin/merge.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { keepByHand } from '../keep-playbook.js';
import type { PlaybookOptions } from '../playbook-options.js';

/** Options of `spartan playbook merge`, as parsed. */
export interface MergeOptions extends PlaybookOptions {
  readonly name: string;
  readonly maxTokens: number;
}

/** Longest label of a writer, in characters. */
const MAX_LABEL = 200;
/** Most ids of source games that front matter takes. */
const MAX_SOURCES = 5000;

/** Makes one version of two and says what was joined and left out. */
export async function merge(a: string, b: string, options: MergeOptions, io: Io): Promise<void> {
  const name = checkPlaybookName(options.name);
  const [first, second] = [resolvePlaybook(options.playbooks, a), resolvePlaybook(options.playbooks, b)];
  const [parent, mergedWith] = [first, second].map(({ meta }) =>
    formatPlaybookRef(meta.name, meta.version),
  ) as [string, string];
  if (parent === mergedWith) {
    throw new UserError('input.option', `merge takes two versions, got ${parent} twice`);
  }
  const all = readAllPlaybooks(options.playbooks, (message) => io.err(`note: left aside: ${message}\n`));
  const line = all.map(({ version, file }) => ({ version, file, parents: parentsOf(file.meta) }));
  const common = commonAncestor(parent, mergedWith, line);
  const merged = await mergePlaybooks(first.text, second.text, common?.file.text ?? null, options.maxTokens);
  if (merged === null) {
    throw new UserError(
      'input.option',
      `--max-tokens ${options.maxTokens} leaves no room for even one item of ${parent} and ${mergedWith}; raise it`,
    );
  }
  const union = (values: (file: typeof first) => readonly string[]): string[] => [
    ...new Set([...values(first), ...values(second)]),
  ];
  const kept = keepByHand(
    {
      meta: {
        name,
        parent,
        mergedWith,
        games: union(({ meta }) => meta.games),
        model: shorten(union(({ meta }) => [meta.model]).join(' + '), MAX_LABEL),
        run: MERGE_RUN,
        sourceGames: union(({ meta }) => meta.sourceGames).slice(0, MAX_SOURCES),
        tokens: merged.tokens,
      },
      text: merged.text,
      checks: {
        merged: { common: common?.version ?? null, doubled: merged.doubled, leftOut: merged.leftOut },
      },
    },
    options,
    io,
  );
  const { tokens, doubled, leftOut } = merged;
  if (options.json === true) {
    io.out(
      jsonText({
        ...kept,
        parents: [parent, mergedWith],
        common: common?.version ?? null,
        tokens,
        doubled,
        leftOut,
      }),
    );
    return;
  }
  const left = leftOut === 0 ? '' : `, ${leftOut} left out for the budget of ${options.maxTokens}`;
  io.out(
    `${kept.version}${kept.added ? '' : ' was there already'}: ${tokens} tokens, ${doubled} items that both had joined${left}\n`,
  );
}
