import type { Command } from 'commander';
import { DEFAULT_PLAYBOOK_TOKENS } from '../../playbooks/budget.js';
import type { ExportOptions } from '../jobs/playbook-export.js';
import type { ImportOptions } from '../jobs/playbook-import.js';
import type { MergeOptions } from '../jobs/playbook-merge.js';
import type { PromoteOptions } from '../jobs/promote.js';
import { DEFAULT_DB, DEFAULT_PLAYBOOKS, nonEmptyPath, oneOf, wholeNumber } from '../options.js';
import type { PlaybookOptions } from '../playbook-options.js';
import type { CommandModule } from '../program.js';
import { addGameOptions, addStudyOptions } from '../study-options.js';

const jobs = () => import('../jobs/playbook.js');

/** Most tokens a playbook may be allowed: what its limit in bytes holds of plain prose. */
const MOST_TOKENS = 12_000;
const tokenCount = wholeNumber(100, MOST_TOKENS);

function withFolder(command: Command): Command {
  return command.option('--playbooks <dir>', 'folder of playbook versions', nonEmptyPath, DEFAULT_PLAYBOOKS);
}

function withPlaces(command: Command): Command {
  return withFolder(command)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON');
}

/** `list`, `show`, `diff` and `compare`: versions as they are. */
function readingCommands(group: Command, io: Parameters<CommandModule>[1]): void {
  withPlaces(group.command('list').description('Every version of every playbook.')).action(
    async (options: PlaybookOptions) => (await jobs()).list(options, io),
  );
  withPlaces(
    group.command('show <playbook>').description('The text of NAME@vN; NAME is its latest version.'),
  ).action(async (reference: string, options: PlaybookOptions) =>
    (await jobs()).show(reference, options, io),
  );
  withPlaces(group.command('diff <a> <b>').description('What changed from one version to another.')).action(
    async (a: string, b: string, options: PlaybookOptions) => (await jobs()).diff(a, b, options, io),
  );
  withPlaces(
    group.command('compare <a> <b>').description('The diff, and the win rates measured with each version.'),
  ).action(async (a: string, b: string, options: PlaybookOptions) =>
    (await jobs()).compare(a, b, options, io),
  );
}

/** `blame`, `lineage` and `overlap`: where a version comes from. */
function originCommands(group: Command, io: Parameters<CommandModule>[1]): void {
  const origins = () => import('../jobs/playbook-origins.js');
  withPlaces(
    group
      .command('blame <playbook>')
      .description('The games a version was written from, and the version each passage came in with.'),
  ).action(async (reference: string, options: PlaybookOptions) =>
    (await origins()).blame(reference, options, io),
  );
  withPlaces(
    group.command('lineage <playbook>').description('The tree of all versions that NAME is linked with.'),
  ).action(async (reference: string, options: PlaybookOptions) =>
    (await origins()).lineage(reference, options, io),
  );
  withPlaces(
    group
      .command('overlap <playbook>')
      .description('How much of a version stands in every other playbook too, by word 5-grams.'),
  ).action(async (reference: string, options: PlaybookOptions) =>
    (await origins()).overlap(reference, options, io),
  );
}

/** `import`, `export` and `merge`: versions that no run writes. */
function exchangeCommands(group: Command, io: Parameters<CommandModule>[1]): void {
  withPlaces(
    group
      .command('import <file>')
      .description('Make a version of any text or Markdown file, cleaned of what is hidden in it.')
      .requiredOption('--name <name>', 'name of the playbook')
      .option('--games <ids>', 'games it is about, such as resistance,spyfall')
      .option('--model <label>', 'who wrote it')
      .option('--max-tokens <n>', 'longest text taken', tokenCount, DEFAULT_PLAYBOOK_TOKENS)
      .option('--prune', 'cut a longer text by whole items from its end')
      .option('--strict', 'refuse a text with passages that read like instructions to a model'),
  ).action(async (file: string, options: ImportOptions) => {
    const { importPlaybook } = await import('../jobs/playbook-import.js');
    await importPlaybook(file, options, io);
  });
  withFolder(
    group
      .command('export <playbook>')
      .description('A version as Markdown, as plain text, or as an Agent Skill folder.')
      .option('--format <format>', 'md, text or skill', oneOf(['md', 'text', 'skill']), 'md')
      .option(
        '--out <path>',
        'file to write; for a skill the folder it is put in (default: this folder)',
        nonEmptyPath,
      )
      .option('--json', 'print as JSON'),
  ).action(async (reference: string, options: ExportOptions) => {
    const { exportPlaybook } = await import('../jobs/playbook-export.js');
    exportPlaybook(reference, options, io);
  });
  withPlaces(
    group
      .command('merge <a> <b>')
      .description('Make one version of two, without a model.')
      .requiredOption('--name <name>', 'name of the merged playbook')
      .option('--max-tokens <n>', 'longest text made', tokenCount, DEFAULT_PLAYBOOK_TOKENS),
  ).action(async (a: string, b: string, options: MergeOptions) => {
    const { merge } = await import('../jobs/playbook-merge.js');
    await merge(a, b, options, io);
  });
}

/** `promote`: plays games, so it takes the options of a study. */
function promoteCommand(group: Command, io: Parameters<CommandModule>[1]): void {
  addStudyOptions(
    addGameOptions(
      group
        .command('promote <name>')
        .description('Choose the best version on validation seeds and report it on test seeds.')
        .requiredOption('--game <id>', 'the game it is to be best at')
        .option(
          '--validation-games <n>',
          'validation games a condition, to choose by',
          wholeNumber(1, 100_000),
          30,
        ),
    ),
  ).action(async (name: string, options: PromoteOptions) => {
    const { promote } = await import('../jobs/promote.js');
    await promote(name, options, io);
  });
}

/** `spartan playbook`: list, show, diff, compare, blame, lineage, overlap, import, export, merge, promote. */
export const playbookCommand: CommandModule = (program, io) => {
  const group = program
    .command('playbook')
    .description(
      'Playbook versions: show and compare them, see where they come from, import, export, merge.',
    );
  readingCommands(group, io);
  originCommands(group, io);
  exchangeCommands(group, io);
  promoteCommand(group, io);
};
