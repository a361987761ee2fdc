import { Command, CommanderError } from 'commander';
import { InterruptedError, StoppedError, UserError } from '../base/errors.js';
import { cleanText } from '../base/text.js';
import { applyConfig, completeArgv, originText } from './config/apply.js';
import { CONFIG_FILES } from './config/names.js';
import { terminalSafe } from './io.js';
import type { Io } from './io.js';

/** One command of the command line: adds itself to the program. */
export type CommandModule = (program: Command, io: Io) => void;

/** Exit codes: 0 a result was produced, 1 a fault of ours, 2 wrong input or surroundings, 130 stopped by the user. */
export const EXIT = { ok: 0, bug: 1, user: 2, interrupted: 130 } as const;

/** Commands that read the configuration themselves, to say what they found. */
const READ_IT_THEMSELVES = new Set(['config', 'doctor']);

/** Commands whose players stand in a file of arms; each arm is a command of its own and is checked there. */
const PLAYERS_ELSEWHERE = new Set(['run', 'study']);

/** Lets every command that does something name a configuration file. */
function addConfigOptions(command: Command): void {
  for (const sub of command.commands) {
    if (sub.commands.length === 0 || sub.options.length > 0) {
      sub
        .option(
          '--config <file>',
          `configuration file (default: ${CONFIG_FILES[0]}, .yaml or .yml in this folder)`,
        )
        .option('--no-config', 'read no configuration file');
    }
    addConfigOptions(sub);
  }
}

/**
 * Before a command runs, gives its options what the environment and the configuration file say, and makes the
 * command line that is stored and printed complete.
 */
function configure(program: Command, world: Io): Io {
  let argv = world.argv;
  let origins: string | null = null;
  program.hook('preAction', async (_, command) => {
    if (READ_IT_THEMSELVES.has(command.name())) return;
    const applied = await applyConfig(command, world);
    argv = completeArgv(world.argv, applied, command);
    origins = originText(applied);
    const typed = new Set(
      ['baseUrl', 'keepAlive'].filter((option) => command.getOptionValueSource(option) === 'cli'),
    );
    if (typed.size === 0 || PLAYERS_ELSEWHERE.has(command.name())) return;
    const { checkServerOptions } = await import('./config/servers.js');
    checkServerOptions(command.opts(), typed);
  });
  return {
    ...world,
    get argv() {
      return argv;
    },
    get origins() {
      return origins;
    },
  };
}

/** Builds the command line from its commands; running nothing. */
export function buildProgram(commands: readonly CommandModule[], world: Io, version: string): Command {
  const program = new Command('spartan');
  const io = configure(program, terminalSafe(world));
  program
    .description(
      'A lab in which language-model agents play social games, write playbooks and are measured on them.',
    )
    .version(version)
    .showSuggestionAfterError(true)
    // What follows the name of a command are its options, also where the command it is part of has the same.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      // Errors are printed once, by `runCli`, in the shape of all error lines.
      outputError: () => undefined,
    })
    .exitOverride();
  for (const command of commands) command(program, io);
  addConfigOptions(program);
  return program;
}

function oneLine(text: string): string {
  return cleanText(text)
    .trim()
    .replace(/\s*\n\s*/g, '; ');
}

function commanderMessage(error: CommanderError): string {
  const invalid = /^error: option '(?:-\w, )?(--[\w-]+)[^']*' argument '[^]*?' is invalid\. ([^]*)$/.exec(
    error.message,
  );
  if (invalid !== null) return `${invalid[1]} ${invalid[2]}`;
  return error.message.replace(/^error: /, '');
}

/**
 * Runs the command line. Never throws: whatever happens becomes one line on standard error and an exit code.
 *
 * @param argv arguments without node and script
 */
export async function runCli(program: Command, argv: readonly string[], world: Io): Promise<number> {
  const io = terminalSafe(world);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      // The help of the command that lacks a word was printed in its place.
      if (error.code === 'commander.help') return EXIT.user;
      io.err(`spartan: ${oneLine(commanderMessage(error))}\n`);
      return EXIT.user;
    }
    if (error instanceof InterruptedError) {
      io.err(`spartan: ${oneLine(error.message)}\n`);
      return EXIT.interrupted;
    }
    if (error instanceof UserError || error instanceof StoppedError) {
      io.err(`spartan: ${oneLine(error.message)}\n`);
      return EXIT.user;
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.err(`spartan: internal error, please report it: ${detail}\n`);
    return EXIT.bug;
  }
}
