import { InterruptedError, UserError } from '../../base/errors.js';
import { rngOf } from '../../base/rng.js';
import { cleanText } from '../../base/text.js';
import { mayKnow } from '../../games/engine/engine.js';
import type { GameDefinition, GameEvent } from '../../games/engine/definition.js';
import { dealNames } from '../../games/engine/seeds.js';
import type { Seed } from '../../games/engine/seeds.js';
import { gameById } from '../../games/index.js';
import { playGame } from '../../loop/play-game.js';
import { makeStep } from '../../loop/plan.js';
import type { Plan } from '../../loop/plan.js';
import type { CallRecorder, RecordedCall } from '../../models/chat.js';
import { systemClock } from '../../models/clock.js';
import { createGateways } from '../../models/gateway.js';
import { modelDeps } from '../../models/registry.js';
import { humanPlayer } from '../../players/human.js';
import type { GameRecord, GameSpec } from '../../players/game-spec.js';
import { openPrompts } from '../../prompts/library.js';
import type { PromptLibrary } from '../../prompts/library.js';
import { decisionNote, fullTranscript } from '../../report/transcript.js';
import { openStore } from '../../store/index.js';
import { budgetOf } from '../budget.js';
import { castOf, labelOf, namePlayer } from '../cast.js';
import type { NamedPlayer } from '../cast.js';
import { lineConsole } from '../console.js';
import { readContent } from '../content.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { ruleOptions } from '../options.js';
import { runIdOf, runPlan } from '../run-plan.js';
import { modelOptions } from '../study-options.js';
import type { PlayOptions } from '../study-options.js';
import { VERSION } from '../version.js';

/** Options of `spartan play`, as parsed. */
export interface PlayCommandOptions extends PlayOptions {
  readonly game: string;
  readonly deal: number;
  readonly watch?: boolean;
  readonly human?: string | true;
}

function eventLine(
  prompts: PromptLibrary,
  game: GameDefinition,
  event: GameEvent,
  names: readonly string[],
): string {
  const only =
    event.audience === 'all' ? '' : `  [only ${event.audience.map((seat) => names[seat] ?? '').join(', ')}]`;
  return `${prompts.event(game, event)}${only}\n`;
}

/** What a watcher reads at the end: rewards, and how many answers had to be replaced by a default. */
function resultLines({ names, outcome, decisions, voidReason }: GameRecord): string {
  if (outcome === null) return `Void: ${voidReason ?? 'a player could not be reached'}\n`;
  const rewards = names.map((name, seat) => `${name} ${Number((outcome.rewards[seat] ?? 0).toFixed(3))}`);
  const asked = decisions.filter(({ attempts, forced }) => attempts > 0 || forced).length;
  const forced = decisions.filter((decision) => decision.forced).length;
  const marks = forced === 0 ? '' : `Forced moves: ${forced} of ${asked} decisions, marked with "!" above\n`;
  return `Rewards: ${rewards.join(', ')}\n${marks}`;
}

/** Keeps replies for one game at the terminal; nothing is stored. */
function memoryRecorder(): CallRecorder {
  const calls = new Map<string, RecordedCall>();
  return {
    find: (key) => calls.get(key),
    save: (call) => void calls.set(call.key, call),
    committed: () => Promise.resolve(),
    saveFault: () => undefined,
  };
}

function humanSeat(wish: string | true, names: readonly string[]): number {
  const text = wish === true ? '0' : wish;
  const seat = /^\d+$/.test(text)
    ? Number(text)
    : names.findIndex((name) => name.toLowerCase() === text.toLowerCase());
  if (names[seat] !== undefined) return seat;
  throw new UserError(
    'input.option',
    `--human must be a seat from 0 to ${names.length - 1} or one of ${names.join(', ')}, got "${text.slice(0, 40)}"`,
  );
}

async function playAtTheTable(
  options: PlayCommandOptions,
  game: GameDefinition,
  player: NamedPlayer,
  rules: Pick<GameSpec, 'options' | 'content'>,
  seed: Seed,
  io: Io,
): Promise<void> {
  const prompts = openPrompts(options.prompts);
  const players = game.players.default;
  const human = humanSeat(options.human ?? true, dealNames(game.id, seed, players));
  const abort = new AbortController();
  const stopListening = io.onInterrupt(() =>
    abort.abort(new InterruptedError('stopped; the game is not kept')),
  );
  const gateways = createGateways({
    recorder: memoryRecorder(),
    clock: systemClock,
    rng: rngOf(`play/${seed.study}`),
  });
  const terminal = lineConsole(process.stdin, io);
  try {
    if (player.model !== null) await player.model.check(abort.signal);
    const cast = castOf([player], prompts, gateways);
    const record = await playGame(
      game,
      {
        game: game.id,
        rulesVersion: game.rulesVersion,
        ...rules,
        players,
        promptVersion: player.model === null ? null : prompts.gameVersion(game),
        lineUp: {
          by: 'seat',
          seats: Array.from({ length: players }, () => ({ player: player.identity, playbook: null })),
        },
        seed,
        replicate: options.replicate,
      },
      (seat) => (seat.seat === human ? humanPlayer(game, prompts, terminal) : cast.playerFor(seat)),
      { stop: abort.signal, abort: abort.signal },
    );
    const seen = record.decisions.findLast((decision) => decision.seat === human)?.eventCount ?? 0;
    for (const event of record.events.slice(seen).filter((candidate) => mayKnow(candidate, human))) {
      io.out(eventLine(prompts, game, event, record.names));
    }
    io.out(`\nThe whole game:\n\n${fullTranscript(record, prompts)}`);
  } finally {
    terminal.close();
    stopListening();
  }
}

/** Plays one game: watched, printed when it is over, or with a person at a seat. */
export async function play(options: PlayCommandOptions, io: Io): Promise<void> {
  const note = (line: string): void => io.err(`note: ${line}\n`);
  const game = gameById(options.game);
  const deps = modelDeps(io.env, note);
  const player = namePlayer(options.model, modelOptions(options), deps);
  const rules = ruleOptions(game, options.rules, options.rule);
  const content = options.content === undefined ? {} : { content: readContent(game, options.content) };
  const seed: Seed = { study: options.seed, purpose: 'test', index: options.deal };
  if (options.human !== undefined) {
    await playAtTheTable(options, game, player, { options: rules, ...content }, seed, io);
    return;
  }
  const prompts = openPrompts(options.prompts);
  const slot = { player: player.identity, playbook: { from: 'none' } } as const;
  const step = makeStep({
    kind: 'play',
    role: 'baseline',
    round: 0,
    game: game.id,
    options: rules,
    ...content,
    players: game.players.default,
    lineUp:
      game.sides === undefined
        ? { by: 'focal', focal: slot, others: slot }
        : { by: 'side', main: slot, alt: slot },
    study: options.seed,
    purpose: 'test',
    first: options.deal,
    count: 1,
    replicate: options.replicate,
  });
  const plan: Plan = { arm: 'play', study: options.seed, steps: [step] };
  const runId = runIdOf(plan, null);
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const watch = options.watch === true && options.json !== true;
    let watched = false;
    await runPlan(
      {
        plan,
        runId,
        playbook: null,
        playbookFolder: '',
        players: [player],
        prompts,
        store,
        concurrency: 1,
        settings: { game: game.id, model: labelOf(player) },
        simulated: player.model === null,
        version: VERSION,
        quiet: true,
        budget: budgetOf(options),
        ...(watch
          ? {
              onEvents: (events, names, decisions) => {
                watched = true;
                for (const decision of decisions) {
                  const mark = decisionNote(decision, names);
                  if (mark !== undefined) io.out(`${cleanText(mark)}\n`);
                }
                for (const event of events) io.out(eventLine(prompts, game, event, names));
              },
            }
          : {}),
      },
      io,
    );
    const id = store.steps.games(runId, step.id)[0]?.gameId ?? '';
    const record = store.games.load(id);
    if (options.json === true) io.out(jsonText(record));
    else if (watch && watched) io.out(`\n${resultLines(record)}`);
    else io.out(`${watch ? 'played before, from the store:\n' : ''}${fullTranscript(record, prompts)}`);
    if (options.json !== true && player.model === null)
      io.out('simulated players: no language model took part\n');
  } finally {
    store.close();
  }
}
