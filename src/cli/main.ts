#!/usr/bin/env node
import { callsCommand } from './commands/calls.js';
import { configCommand } from './commands/config.js';
import { costsCommand } from './commands/costs.js';
import { distillCommand } from './commands/distill.js';
import { multigameCommand } from './commands/multigame.js';
import { transferCommand } from './commands/transfer.js';
import { doctorCommand } from './commands/doctor.js';
import { estimateCommand } from './commands/estimate.js';
import { gamesCommand } from './commands/games.js';
import { iterateCommand } from './commands/iterate.js';
import { leaderboardCommand } from './commands/leaderboard.js';
import { playCommand } from './commands/play.js';
import { playbookCommand } from './commands/playbook.js';
import { powerCommand } from './commands/power.js';
import { randomCommand } from './commands/random.js';
import { replayCommand } from './commands/replay.js';
import { runsCommand } from './commands/runs.js';
import { runCommand, studyCommand } from './commands/study.js';
import { showCommand } from './commands/show.js';
import { tournamentCommand } from './commands/tournament.js';
import { processIo } from './io.js';
import { buildProgram, runCli } from './program.js';
import { VERSION } from './version.js';

/** Every command. Each is one file in `commands/` and a line here. */
const COMMANDS = [
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
  estimateCommand,
  replayCommand,
  playbookCommand,
  powerCommand,
  configCommand,
  doctorCommand,
];

const io = processIo();
const code = await runCli(buildProgram(COMMANDS, io, VERSION), io.argv, io);
// Output that could not be written has set it already.
if (code !== 0) process.exitCode = code;
