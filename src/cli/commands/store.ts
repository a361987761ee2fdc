import { InvalidArgumentError } from 'commander';
import type { BackupOptions, InfoOptions, PruneOptions } from '../jobs/store.js';
import { DEFAULT_DB, listOption, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

const MS = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A length of time such as `12h`, `30d` or `8w`, in milliseconds, for commander. */
export function timeSpan(value: string): number {
  const [, number, unit] = /^(\d{1,5})([hdw])$/.exec(value) ?? [];
  if (number === undefined || unit === undefined) {
    throw new InvalidArgumentError(
      `must be a number of hours, days or weeks such as 12h, 30d or 8w, got "${value.slice(0, 40)}"`,
    );
  }
  return Number(number) * MS[unit as keyof typeof MS];
}

/** `spartan store prune | backup | info`. */
export const storeCommand: CommandModule = (program, io) => {
  const command = program.command('store').description('Look after the store: what it holds, copies, room.');
  command
    .command('info')
    .description('What the store holds and how much room each part takes.')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (options: InfoOptions) => {
      const { info } = await import('../jobs/store.js');
      info(options, io);
    });
  command
    .command('backup')
    .description('Copy the store to a new file, also while a run writes to it.')
    .argument('<file>', 'the copy; a file that is there is never overwritten')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (file: string, options: BackupOptions) => {
      const { backup } = await import('../jobs/store.js');
      backup(file, options, io);
    });
  command
    .command('prune')
    .description('Say what could be dropped to make room, and drop it with --yes.')
    .option(
      '--calls',
      'texts of requests and replies of finished games and reflections; no more replays of them',
    )
    .option('--unfinished', 'runs that did not finish, with what only they have')
    .option('--orphans', 'games of no run')
    .option('--runs <ids>', 'only these runs, separated by commas', listOption)
    .option('--older-than <time>', 'only what is older: 12h, 30d, 8w', timeSpan)
    .option('--dry-run', 'only say what would be dropped, which is what happens without --yes')
    .option('--yes', 'drop it, and give the room back to the disk')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (options: PruneOptions) => {
      const { prune } = await import('../jobs/store.js');
      prune(options, io);
    });
};
