import type { Command } from 'commander';
import { InterruptedError, UserError } from '../../base/errors.js';
import { modelDeps } from '../../models/registry.js';
import { namePlayer, type NamedPlayer } from '../cast.js';
import { lineUpsOf } from '../config/line-ups.js';
import { locateConfig } from '../config/locate.js';
import { CONFIG_FILES, PLAYER_OPTIONS } from '../config/names.js';
import { readConfig, type ConfigFile } from '../config/read.js';
import { ok, type Check } from '../doctor/check.js';
import { checkDisk, checkNative, checkNode, checkPlaybooks, checkStore } from '../doctor/machine.js';
import { checkModel, failed, providerAdvice } from '../doctor/models.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { DEFAULT_DB, DEFAULT_PLAYBOOKS, listOption } from '../options.js';
import { modelOptions } from '../study-options.js';
import { settingRows, strayVariables, studyOptions, type SettingRow } from './config.js';

/** Options of `spartan doctor`, as parsed. */
export interface DoctorOptions {
  readonly model: readonly string[];
  readonly probe?: boolean;
  readonly db?: string;
  readonly playbooks?: string;
  readonly config?: string | false;
  readonly json?: boolean;
}

/** What a look at the configuration gave; `rows` is empty when it cannot be used. */
interface Configuration {
  readonly checks: readonly Check[];
  readonly file: ConfigFile | null;
  readonly rows: readonly SettingRow[];
}

async function checkConfig(options: DoctorOptions, program: Command, io: Io): Promise<Configuration> {
  const what = 'configuration';
  try {
    const place = locateConfig(io, options.config);
    const file = place === null ? null : readConfig(place);
    const rows = await settingRows(program, options, io);
    const players = file === null ? 0 : lineUpsOf(file).size;
    const found =
      file === null
        ? `no file (${CONFIG_FILES.join(', ')}); none is needed`
        : `${file.shown}: ${players} player${players === 1 ? '' : 's'}`;
    const stray = strayVariables(io.env).map(({ name, near }): Check => ({
      what,
      status: 'advice',
      found: `${name} is no setting of the lab; ${near} is`,
      mend: `export ${near}="$${name}"`,
      facts: { name, near },
    }));
    return { checks: [ok(what, found, { file: file?.path ?? null, players }), ...stray], file, rows };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const check: Check = { what, status: 'fault', found: error.message, mend: 'spartan config', facts: {} };
    return { checks: [check], file: null, rows: [] };
  }
}

/** The names of everybody who would play: configured players, the players that options name, and those asked for. */
function namesToCheck(options: DoctorOptions, { file, rows }: Configuration): string[] {
  const set = rows.flatMap(({ option, value, source }) =>
    source !== 'default' && (PLAYER_OPTIONS as readonly string[]).includes(option)
      ? listOption(String(value))
      : [],
  );
  return [...new Set([...Object.keys(file?.value.players ?? {}), ...set, ...options.model])];
}

async function checkModels(
  options: DoctorOptions,
  configuration: Configuration,
  program: Command,
  io: Io,
  signal: AbortSignal,
): Promise<Check[]> {
  const names = namesToCheck(options, configuration);
  if (names.length === 0) {
    const found = 'none is configured, and builtin players need none';
    return [
      { what: 'models', status: 'skipped', found, mend: 'spartan doctor --model ollama:MODEL', facts: {} },
    ];
  }
  const notes: string[] = [];
  const deps = modelDeps(io.env, (line) => notes.push(line));
  const general = modelOptions(await studyOptions(program, options, io));
  const checks: Check[] = [];
  const players: NamedPlayer[] = [];
  for (const name of names) {
    try {
      const player = namePlayer(name, general, deps);
      players.push(player);
      checks.push(...(await checkModel(player, options.probe === true, signal)));
    } catch (error) {
      if (signal.aborted) throw error;
      const lineUp = general.lineUps?.get(name);
      const [provider = '', ...model] = (lineUp?.model ?? name).split(':');
      checks.push(failed(`model ${name}`, error, provider, model.join(':'), lineUp?.options.apiKeyEnv));
    }
  }
  const told = notes.map((found): Check => ({
    what: 'models',
    status: 'advice',
    found,
    mend: null,
    facts: {},
  }));
  return [...checks, ...told, ...providerAdvice(players)];
}

const MARKS = { ok: 'ok     ', advice: 'advice ', fault: 'FAULT  ', skipped: 'skipped' } as const;

function checkText({ what, status, found, mend }: Check): string {
  return `${MARKS[status]} ${what}: ${found}\n${mend === null ? '' : `          -> ${mend}\n`}`;
}

/**
 * Looks at everything a study needs and says what mends each fault.
 *
 * @throws UserError when there is a fault, after all has been printed
 */
export async function doctor(options: DoctorOptions, program: Command, io: Io): Promise<void> {
  const abort = new AbortController();
  const stopListening = io.onInterrupt(() => abort.abort(new InterruptedError('stopped by the user')));
  try {
    const checks: Check[] = [];
    const say = (found: readonly Check[]): void => {
      checks.push(...found);
      if (options.json !== true) for (const check of found) io.out(checkText(check));
    };
    const configuration = await checkConfig(options, program, io);
    const set = (name: 'db' | 'playbooks', fallback: string): string =>
      options[name] ??
      configuration.rows.flatMap(({ option, value }) =>
        option === name && typeof value === 'string' ? [value] : [],
      )[0] ??
      fallback;
    const db = set('db', DEFAULT_DB);
    const native = checkNative();
    say([checkNode(process.version), native]);
    // Without the module nothing can be said of the store.
    if (native.status === 'ok') say([checkStore(db)]);
    say([checkDisk(db), checkPlaybooks(set('playbooks', DEFAULT_PLAYBOOKS)), ...configuration.checks]);
    const usable = configuration.checks.every(({ status }) => status !== 'fault');
    if (usable) say(await checkModels(options, configuration, program, io, abort.signal));
    const faults = checks.filter(({ status }) => status === 'fault').length;
    if (options.json === true) io.out(jsonText({ ok: faults === 0, checks }));
    if (faults > 0) {
      throw new UserError(
        'input.config',
        `${faults} fault${faults === 1 ? '' : 's'} found: mend ${faults === 1 ? 'it' : 'them'} with the commands above, then run spartan doctor again`,
      );
    }
  } finally {
    stopListening();
  }
}
