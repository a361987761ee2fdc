import type { Command } from 'commander';
import type { CommandModule } from '../program.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** Options that stand above those of the file, for every arm that has them. */
function addOverrides(command: Command): Command {
  return addStudyOptions(addModelOption(command))
    .option('--teacher <model>', 'teacher of the distillation arms')
    .option('--students <models>', 'students of the distillation arms, by commas');
}

/** `spartan run FILE`: a whole study as one file. */
export const runCommand: CommandModule = (program, io) => {
  addOverrides(
    program
      .command('run <file>')
      .description('Run every arm of a study file (YAML); options given here stand above those of the file.'),
  ).action(async (file: string, _options: unknown, command: Command) => {
    const { runStudy } = await import('../jobs/study.js');
    await runStudy(file, command, io);
  });
};

/** `spartan study NAME`: a study that comes with the lab. */
export const studyCommand: CommandModule = (program, io) => {
  addOverrides(
    program
      .command('study <name>')
      .description("Run a study that comes with the lab: paper (the published study's arms)."),
  ).action(async (name: string, _options: unknown, command: Command) => {
    const { runShippedStudy } = await import('../jobs/study.js');
    await runShippedStudy(name, command, io);
  });
};
