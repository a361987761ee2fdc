import { callsCommand } from './commands/calls.js';
import { compareCommand } from './commands/compare.js';
import { configCommand } from './commands/config.js';
import { costsCommand } from './commands/costs.js';
import { distillCommand } from './commands/distill.js';
import { multigameCommand } from './commands/multigame.js';
import { transferCommand } from './commands/transfer.js';
import { doctorCommand } from './commands/doctor.js';
import { estimateCommand } from './commands/estimate.js';
import { exportCommand } from './commands/export.js';
import { gamesCommand } from './commands/games.js';
import { importCommand } from './commands/import.js';
import { iterateCommand } from './commands/iterate.js';
import { leaderboardCommand } from './commands/leaderboard.js';
import { parrotCommand } from './commands/parrot.js';
import { playCommand } from './commands/play.js';
import { playbookCommand } from './commands/playbook.js';
import { powerCommand } from './commands/power.js';
import { randomCommand } from './commands/random.js';
import { replayCommand } from './commands/replay.js';
import { reportCommand } from './commands/report.js';
import { runsCommand } from './commands/runs.js';
import { runCommand, studyCommand } from './commands/study.js';
import { showCommand } from './commands/show.js';
import { storeCommand } from './commands/store.js';
import { tableCommand } from './commands/table.js';
import { tournamentCommand } from './commands/tournament.js';
import type { CommandModule } from './program.js';

/** Every command. Each is one file in `commands/` and a line here. */
export const COMMANDS: readonly CommandModule[] = [
  iterateCommand,
  transferCommand,
  multigameCommand,
  distillCommand,
  runCommand,
  studyCommand,
  tournamentCommand,
  leaderboardCommand,
  gamesCommand,
  playCommand,
  randomCommand,
  runsCommand,
  showCommand,
  callsCommand,
  costsCommand,
  parrotCommand,
  reportCommand,
  estimateCommand,
  replayCommand,
  compareCommand,
  tableCommand,
  exportCommand,
  importCommand,
  storeCommand,
  playbookCommand,
  powerCommand,
  configCommand,
  doctorCommand,
];
