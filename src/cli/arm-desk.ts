import { UserError } from '../base/errors.js';
import { contentId } from '../base/hash.js';
import type { ArmInput, GameSetup } from '../experiments/arm.js';
import { gameById } from '../games/index.js';
import type { PlaybookSource } from '../loop/plan.js';
import { modelDeps } from '../models/registry.js';
import { resolvePlaybook } from '../playbooks/folder.js';
import { formatPlaybookRef } from '../playbooks/naming.js';
import { playerLabel } from '../players/player.js';
import type { PlayerIdentity } from '../players/player.js';
import { openPrompts } from '../prompts/library.js';
import type { PromptLibrary } from '../prompts/library.js';
import { labelOf, namePlayer } from './cast.js';
import type { NamedPlayer } from './cast.js';
import { readContent } from './content.js';
import type { Io } from './io.js';
import { ruleOptions } from './options.js';
import { modelOptions } from './study-options.js';
import type { StudyOptions } from './study-options.js';

/** What the jobs of all arms take their players, games and playbooks from. */
export interface ArmDesk {
  readonly options: StudyOptions;
  readonly prompts: PromptLibrary;
  /** The player of that name; each that was named takes part in the run. */
  named(name: string): PlayerIdentity;
  /** How a player that was named is called where people read it. */
  label(identity: PlayerIdentity): string;
  /** Everybody who was named. */
  players(): readonly NamedPlayer[];
  /** A game with its rule options and word lists, its prompts read. */
  setup(id: string): GameSetup;
  /** A playbook that is there already; nothing when no name is given. */
  playbook(reference: string | undefined): PlaybookSource;
  /** What every arm is given, from the options. */
  base(model: string): ArmInput;
  note(line: string): void;
}

/** Opens a desk: reads prompts, opens no connection and no store. */
export function openDesk(options: StudyOptions, io: Io): ArmDesk {
  const note = (line: string): void => {
    if (options.quiet !== true) io.err(`note: ${line}\n`);
  };
  const deps = modelDeps(io.env, note);
  const prompts = openPrompts(options.prompts);
  const known = new Map<string, NamedPlayer>();
  const named = (name: string): PlayerIdentity => {
    const player = known.get(name) ?? namePlayer(name, modelOptions(options), deps);
    known.set(name, player);
    return player.identity;
  };
  const setups = new Map<string, GameSetup>();
  const setup = (id: string): GameSetup => {
    const done = setups.get(id);
    if (done !== undefined) return done;
    const game = gameById(id);
    prompts.gameVersion(game);
    const made: GameSetup = {
      game,
      options: ruleOptions(game, options.rules, rulesFor(id, options.rule)),
      ...(options.content === undefined ? {} : { content: readContent(game, options.content) }),
    };
    setups.set(id, made);
    return made;
  };
  return {
    options,
    prompts,
    named,
    label: (identity) => {
      const id = contentId(identity);
      const player = [...known.values()].find((one) => contentId(one.identity) === id);
      return player === undefined ? playerLabel(identity) : labelOf(player);
    },
    players: () => [...new Map([...known.values()].map((one) => [contentId(one.identity), one])).values()],
    setup,
    playbook(reference) {
      if (reference === undefined) return { from: 'none' };
      const file = resolvePlaybook(options.playbooks, reference);
      for (const line of file.notes) note(line);
      if (file.edited) note(`${reference} was edited since it was written; the text in the file is used`);
      const label = formatPlaybookRef(file.meta.name, file.meta.version);
      return { from: 'text', playbook: { hash: file.hash, text: file.text }, label };
    },
    base: (model) => ({
      model: named(model),
      reflector: named(options.reflector ?? model),
      opponent: options.opponent === undefined ? null : named(options.opponent),
      learnGames: options.learnGames,
      games: gamesAtMost(options),
      armed: options.armed,
      seed: options.seed,
      replicate: options.replicate,
      replicates: options.replicates,
      controls: options.control,
      strategy: options.strategy,
      budget: options.playbookTokens,
      // Named once the run's id is known: what a playbook is called changes nothing that is played.
      playbook: '',
    }),
    note,
  };
}

/** The `--rule` settings that concern a game: those without a game before the key, and its own. */
function rulesFor(game: string, settings: readonly string[]): string[] {
  return settings.flatMap((setting) => {
    const [, named, rest] = /^([a-z-]+)\.(.*)$/s.exec(setting) ?? [];
    if (named === undefined || rest === undefined) return [setting];
    gameById(named);
    return named === game ? [rest] : [];
  });
}

/** The number of evaluation games a condition; with `--games auto` the largest number there may be. */
function gamesAtMost(options: StudyOptions): number {
  if (options.games !== 'auto') return options.games;
  if (options.maxGames === undefined) {
    throw new UserError(
      'input.option',
      '--games auto needs --max-games, the most games a condition may take',
    );
  }
  return options.maxGames;
}
