import type { JsonObject } from '../../base/json.js';
import { iteratePlan } from '../../experiments/iterate.js';
import { gameById } from '../../games/index.js';
import type { PlaybookSource } from '../../loop/plan.js';
import { modelDeps } from '../../models/registry.js';
import { resolvePlaybook } from '../../playbooks/folder.js';
import { checkPlaybookName, defaultPlaybookName, formatPlaybookRef } from '../../playbooks/naming.js';
import { playerLabel } from '../../players/player.js';
import { openPrompts } from '../../prompts/library.js';
import { openStore } from '../../store/index.js';
import { namePlayer } from '../cast.js';
import { readContent } from '../content.js';
import type { Io } from '../io.js';
import { ruleOptions } from '../options.js';
import { runIdOf, runPlan } from '../run-plan.js';
import { printStudy } from '../print-study.js';
import { reportOf } from '../study-facts.js';
import type { StudySettings } from '../study-facts.js';
import { DEFAULT_MODEL, modelOptions } from '../study-options.js';
import type { StudyOptions } from '../study-options.js';
import { VERSION } from '../version.js';

/** Options of `spartan iterate`, as parsed. */
export interface IterateOptions extends StudyOptions {
  readonly game: string;
  readonly rounds: number;
}

const MODEL_HINT =
  'Simulated players (builtin:novice). To use a real model: --model ollama:NAME, or --model openai:NAME [--base-url URL].';

function startingPlaybook(options: StudyOptions, note: (line: string) => void): PlaybookSource {
  if (options.from === undefined) return { from: 'none' };
  const file = resolvePlaybook(options.playbooks, options.from);
  for (const line of file.notes) note(line);
  if (file.edited) note(`${options.from} was edited since it was written; the text in the file is used`);
  const label = formatPlaybookRef(file.meta.name, file.meta.version);
  return { from: 'text', playbook: { hash: file.hash, text: file.text }, label };
}

/** Runs the within-game iteration arm and prints its table. */
export async function iterate(options: IterateOptions, io: Io): Promise<void> {
  const note = (line: string): void => {
    if (options.quiet !== true) io.err(`note: ${line}\n`);
  };
  const game = gameById(options.game);
  const deps = modelDeps(io.env, note);
  const named = (name: string) => namePlayer(name, modelOptions(options), deps);
  const model = named(options.model);
  const reflector = named(options.reflector ?? options.model);
  const opponent = named(options.opponent ?? options.model);
  const prompts = openPrompts(options.prompts);
  prompts.gameVersion(game);
  const from = startingPlaybook(options, note);
  const plan = iteratePlan({
    game,
    options: ruleOptions(game, options.rules, options.rule),
    ...(options.content === undefined ? {} : { content: readContent(game, options.content) }),
    model: model.identity,
    reflector: reflector.identity,
    opponent: opponent.identity,
    rounds: options.rounds,
    learnGames: options.learnGames,
    games: options.games,
    armed: options.armed,
    seed: options.seed,
    playbook: options.playbook === undefined ? '' : checkPlaybookName(options.playbook),
    from,
    replicate: options.replicate,
  });
  const runId = runIdOf(plan, options.playbook ?? null);
  const playbook =
    options.playbook ?? defaultPlaybookName(game.id, playerLabel(model.identity), runId.slice(0, 8));
  const steps = plan.steps.map((step) => (step.kind === 'reflect' ? { ...step, playbook } : step));
  const settings: StudySettings = {
    game: game.id,
    model: playerLabel(model.identity),
    opponent: playerLabel(opponent.identity),
    reflector: playerLabel(reflector.identity),
    armed: options.armed,
    playbooks: options.playbooks,
  };
  const players = [model, reflector, opponent];
  if (options.model === DEFAULT_MODEL && options.quiet !== true) io.err(`${MODEL_HINT}\n`);
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const started = io.now().getTime();
    await runPlan(
      {
        plan: { ...plan, steps },
        runId,
        playbook,
        playbookFolder: options.playbooks,
        players,
        prompts,
        store,
        concurrency: options.concurrency,
        settings: settings as unknown as JsonObject,
        simulated: players.every((player) => player.model === null),
        version: VERSION,
        quiet: options.quiet === true,
      },
      io,
    );
    const report = reportOf(store, store.runs.get(runId));
    if (report === null) throw new Error(`run ${runId} gave no table`);
    const seconds = (io.now().getTime() - started) / 1000;
    printStudy(report, {
      io,
      json: options.json === true,
      db: options.db,
      playbooks: options.playbooks,
      seconds,
    });
  } finally {
    store.close();
  }
}
