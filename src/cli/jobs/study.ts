import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { UserError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import type { StudyReport } from '../../report/study.js';
import type { ArmCommand } from '../arm-command.js';
import { openDesk } from '../arm-desk.js';
import { commandText } from '../command-text.js';
import { dryRun } from '../dry-run.js';
import type { DryArm } from '../dry-run.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { printStudy } from '../print-study.js';
import { buildProgram } from '../program.js';
import { prepareArm } from '../prepare-arm.js';
import { playArm } from '../run-arm.js';
import { readStudyFile } from '../study-file.js';
import type { ArmParser, StudyEntry } from '../study-file.js';
import type { StudyOptions } from '../study-options.js';
import { SHIPPED_STUDIES } from '../shipped.js';
import { VERSION } from '../version.js';

/** Options that say what is done with a study as a whole, not how an arm is played. */
const OF_THE_STUDY = new Set(['dry-run', 'json', 'quiet', 'config', 'no-config']);

function parser(arm: ArmCommand): ArmParser {
  const silent = { writeErr: () => undefined, outputError: () => undefined };
  const program = new Command().exitOverride().configureOutput(silent);
  const command = arm.declare(program).exitOverride().configureOutput(silent);
  command.action(() => undefined);
  return {
    options: command.options,
    parse(argv) {
      program.parse([...argv], { from: 'user' });
    },
  };
}

/** The options typed beside the file, as words. */
function typed(command: Command): { readonly key: string; readonly words: readonly string[] }[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const key = option.long?.slice(2) ?? '';
    if (command.getOptionValueSource(name) !== 'cli' || OF_THE_STUDY.has(key)) return [];
    const value: unknown = command.getOptionValue(name);
    const flag = option.long ?? '';
    if (option.isBoolean()) return value === true ? [{ key, words: [flag] }] : [];
    if (Array.isArray(value) && option.variadic !== true && key === 'rule') {
      return [{ key, words: value.flatMap((item) => [flag, String(item)]) }];
    }
    return [{ key, words: [flag, Array.isArray(value) ? value.join(',') : String(value)] }];
  });
}

interface ParsedArm {
  readonly options: StudyOptions;
  /** The world in which the arm is the command that was typed. */
  readonly io: Io;
}

/** Parses the command line an entry stands for, with environment and configuration file as for any command. */
async function parseEntry({ arm, argv }: StudyEntry, command: Command, io: Io): Promise<ParsedArm> {
  const parsed: ParsedArm[] = [];
  const own = [...argv, ...configWords(command)];
  const program = buildProgram(
    [
      (into, world) => {
        arm.declare(into).action((options: StudyOptions) => {
          parsed.push({ options, io: world });
        });
      },
    ],
    { ...io, argv: own },
    VERSION,
  );
  await program.parseAsync(own, { from: 'user' });
  const [first] = parsed;
  if (first === undefined) throw new Error(`${commandText(argv)} was not parsed`);
  return first;
}

function configWords(command: Command): string[] {
  const config: unknown = command.getOptionValue('config');
  if (config === false) return ['--no-config'];
  return typeof config === 'string' ? ['--config', config] : [];
}

/** Runs every arm of a study file, each as a run of its own that its own command resumes. */
export async function runStudy(path: string, command: Command, io: Io): Promise<void> {
  const whole = command.opts<StudyOptions>();
  const file = readStudyFile(path, typed(command), parser);
  const arms: (DryArm & { readonly entry: StudyEntry; readonly io: Io })[] = [];
  for (const entry of file.entries) {
    const parsed = await parseEntry(entry, command, io);
    const options: StudyOptions = { ...parsed.options, ...(whole.quiet === true ? { quiet: true } : {}) };
    const desk = openDesk(options, parsed.io);
    const planner = await entry.arm.planner();
    try {
      arms.push({ desk, prepared: prepareArm(planner(options, desk), desk), entry, io: parsed.io });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(error.code, `${path} line ${entry.line}: ${error.message}`, { cause: error });
    }
  }
  if (whole.dryRun === true) {
    await dryRun(arms, whole, io);
    return;
  }
  const reports: StudyReport[] = [];
  for (const [index, { desk, prepared, entry, io: world }] of arms.entries()) {
    const { options } = desk;
    if (whole.quiet !== true) {
      io.err(`${index + 1} of ${arms.length}: ${commandText(entry.argv)}\n`);
    }
    const { study, seconds } = await playArm(prepared, desk, world);
    reports.push(study);
    if (whole.json === true) continue;
    if (index > 0) io.out('\n');
    printStudy(study, { io, json: false, db: options.db, playbooks: options.playbooks, seconds });
  }
  if (whole.json === true) io.out(jsonText({ title: file.title, studies: reports }));
}

/** Runs a study that comes with the lab. */
export async function runShippedStudy(name: string, command: Command, io: Io): Promise<void> {
  const names = readdirSync(SHIPPED_STUDIES)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length));
  const path = join(SHIPPED_STUDIES, `${name}.yaml`);
  if (!names.includes(name) || !existsSync(path)) {
    const near = nearest(name, names);
    const hint = near === undefined ? `there are: ${names.join(', ')}` : `did you mean "${near}"?`;
    throw new UserError(
      'input.unknown-name',
      `unknown study "${name.slice(0, 40)}"; ${hint}; a file of your own: spartan run FILE`,
    );
  }
  await runStudy(path, command, io);
}
