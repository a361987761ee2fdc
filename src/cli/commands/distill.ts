import type { DistillOptions } from '../jobs/distill.js';
import { wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';
import { addStudyOptions } from '../study-options.js';

/** `spartan distill`: the strong-to-weak distillation arm. */
export const distillCommand: CommandModule = (program, io) => {
  const command = program
    .command('distill')
    .description("Give a teacher's playbook to other models and judge each against itself without it.")
    .option('--teacher <model>', 'who learns and writes the playbook')
    .requiredOption('--students <models>', 'who is given it, by commas')
    .requiredOption('--game <games>', 'games the students play: ids or categories, by commas')
    .option('--sources <games>', "games the teacher learns from (default: the students')")
    .option('--rounds <n>', 'rounds of learning and reflection of the teacher', wholeNumber(1, 50), 1);
  addStudyOptions(command).action(async (options: DistillOptions) => {
    const { distill } = await import('../jobs/distill.js');
    await distill({ ...options, model: options.teacher ?? '' }, io);
  });
};
