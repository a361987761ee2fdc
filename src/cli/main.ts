#!/usr/bin/env node
import { gamesCommand } from './commands/games.js';
import { iterateCommand } from './commands/iterate.js';
import { leaderboardCommand } from './commands/leaderboard.js';
import { playCommand } from './commands/play.js';
import { playbookCommand } from './commands/playbook.js';
import { randomCommand } from './commands/random.js';
import { runsCommand } from './commands/runs.js';
import { showCommand } from './commands/show.js';
import { tournamentCommand } from './commands/tournament.js';
import { processIo } from './io.js';
import { buildProgram, runCli } from './program.js';
import { VERSION } from './version.js';

/** Every command. Each is one file in `commands/` and a line here. */
const COMMANDS = [
  iterateCommand,
  tournamentCommand,
  leaderboardCommand,
  gamesCommand,
  playCommand,
  randomCommand,
  runsCommand,
  showCommand,
  playbookCommand,
];

const io = processIo();
const code = await runCli(buildProgram(COMMANDS, io, VERSION), io.argv, io);
// Output that could not be written has set it already.
if (code !== 0) process.exitCode = code;
