#!/usr/bin/env node
import { iterateCommand } from './commands/iterate.js';
import { playbookCommand } from './commands/playbook.js';
import { runsCommand } from './commands/runs.js';
import { showCommand } from './commands/show.js';
import { processIo } from './io.js';
import { buildProgram, runCli } from './program.js';
import { VERSION } from './version.js';

/** Every command. Each is one file in `commands/` and a line here. */
const COMMANDS = [iterateCommand, runsCommand, showCommand, playbookCommand];

const io = processIo();
process.exitCode = await runCli(buildProgram(COMMANDS, io, VERSION), io.argv, io);
