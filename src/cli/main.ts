#!/usr/bin/env node
import { COMMANDS } from './commands.js';
import { keepHeapSmall } from './heap.js';
import { processIo } from './io.js';
import { buildProgram, runCli } from './program.js';
import { VERSION } from './version.js';

keepHeapSmall();
const io = processIo();
const code = await runCli(buildProgram(COMMANDS, io, VERSION), io.argv, io);
// Output that could not be written has set it already.
if (code !== 0) process.exitCode = code;
