import type { Command } from 'commander';
import type { PlaybookOptions } from '../jobs/playbook.js';
import { DEFAULT_DB, DEFAULT_PLAYBOOKS, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

const jobs = () => import('../jobs/playbook.js');

function withPlaces(command: Command): Command {
  return command
    .option('--playbooks <dir>', 'folder of playbook versions', nonEmptyPath, DEFAULT_PLAYBOOKS)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON');
}

/** `spartan playbook list | show | diff | compare`. */
export const playbookCommand: CommandModule = (program, io) => {
  const group = program.command('playbook').description('List, show, diff and compare playbook versions.');
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
};
