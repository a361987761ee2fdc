/** What the four arms share: the steps they are put together from. */
import { UserError } from '../base/errors.js';
import { canonicalJson, contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { GameDefinition } from '../games/engine/definition.js';
import type { Purpose } from '../games/engine/seeds.js';
import { makeStep } from '../loop/plan.js';
import type {
  Carries,
  Comparison,
  JudgedSlot,
  Measure,
  Plan,
  PlannedLineUp,
  PlannedSlot,
  PlaybookSource,
  PlayStep,
  Row,
  Step,
  StepId,
} from '../loop/plan.js';
import type { CarriedContent } from '../players/game-spec.js';
import { playerLabel } from '../players/player.js';
import type { PlayerIdentity, Strategy } from '../players/player.js';

/** Who carries the playbook in evaluation games. */
export const ARMED = ['alt', 'main', 'each', 'all'] as const;

/** One of {@link ARMED}. `each` is one set of games for each side (the focal seat where there are no sides). */
export type Armed = (typeof ARMED)[number];

/** Conditions that show what a playbook does that owes nothing to what was learned. */
export const CONTROLS = ['placebo', 'rollback', 'shuffled'] as const;

/** One of {@link CONTROLS}. */
export type Control = (typeof CONTROLS)[number];

/**
 * Distance from a condition's replicate number to that of its controls: a control must be an independent
 * repetition, or it would be served the very games it is compared with.
 */
export const CONTROL_REPLICATES = 1_000_000;

/** A game with its rule options and word lists. */
export interface GameSetup {
  readonly game: GameDefinition;
  readonly options: JsonObject;
  /** The user's word lists; absent for the shipped ones. */
  readonly content?: CarriedContent;
}

/** What every arm is given. */
export interface ArmInput {
  /** Who plays, learns and is judged. */
  readonly model: PlayerIdentity;
  /** Who writes the playbook. */
  readonly reflector: PlayerIdentity;
  /** Who sits on the other side in evaluation games; null for the judged player itself. Learning is self-play. */
  readonly opponent: PlayerIdentity | null;
  /** Learning games of each kind a round. */
  readonly learnGames: number;
  /** Evaluation games a condition. */
  readonly games: number;
  readonly armed: Armed;
  /** The study seed. */
  readonly seed: number;
  /** Number of the first replicate. */
  readonly replicate: number;
  /** How many times everything is done anew: learning, writing and evaluation. */
  readonly replicates: number;
  readonly controls: readonly Control[];
  readonly strategy: Strategy;
  /** Tokens a playbook may have at most. */
  readonly budget: number;
  /** Name of the playbook that is written; further ones have it as their beginning. */
  readonly playbook: string;
}

const NONE: PlaybookSource = { from: 'none' };

/** A judged slot, and whether the playbook is on every seat or on that slot alone. */
interface Judged {
  readonly slot: JudgedSlot;
  readonly everySeat: boolean;
}

/** Which slots of a game are judged. Throws a `UserError` when the game has no such side. */
function judgedSlots(game: GameDefinition, armed: Armed, selfPlay: boolean): readonly Judged[] {
  if (armed === 'all' && !selfPlay) {
    throw new UserError(
      'input.option',
      '--armed all puts the playbook on every seat; it cannot go with --opponent',
    );
  }
  const everySeat = armed === 'all';
  if (game.sides !== undefined) {
    const slots: readonly JudgedSlot[] = armed === 'alt' || armed === 'main' ? [armed] : ['alt', 'main'];
    return slots.map((slot) => ({ slot, everySeat }));
  }
  if (armed === 'alt' || armed === 'main') {
    throw new UserError('input.option', `--armed ${armed}: ${game.id} has no sides; use --armed each or all`);
  }
  const focal = { slot: 'focal', everySeat } as const;
  // What a table achieves together is shown best when all of it has learned.
  return game.rating === 'cooperative' && selfPlay && !everySeat
    ? [focal, { slot: 'focal', everySeat: true }]
    : [focal];
}

/** What a game of the slot counts for. */
export function measureOf(game: GameDefinition, everySeat: boolean): Measure {
  if (game.rating === 'cooperative') return everySeat ? 'efficiency' : 'normalised';
  return game.rewardByRank ? 'normalised' : 'won';
}

function lineUp(slot: JudgedSlot, own: PlannedSlot, other: PlannedSlot): PlannedLineUp {
  switch (slot) {
    case 'alt':
      return { by: 'side', alt: own, main: other };
    case 'main':
      return { by: 'side', main: own, alt: other };
    case 'focal':
      return { by: 'focal', focal: own, others: other };
  }
}

/** The playbooks of one origin: for each replicate, the version of each round (round 1 first). */
export type Lineages = readonly (readonly PlaybookSource[])[];

/** Who is evaluated on what. */
interface Bench {
  readonly setup: GameSetup;
  readonly player: PlayerIdentity;
}

/** A condition to evaluate: what the judged slot carries, by replicate. */
interface Armament {
  readonly round: number;
  readonly carries: Carries;
  readonly source: string | null;
  readonly books: readonly PlaybookSource[];
}

/**
 * Gathers the steps of an arm. Steps of equal content are one step, so a baseline that two parts of an arm ask
 * for is played once.
 */
export class ArmBuilder {
  readonly #input: ArmInput;
  readonly #purpose: Purpose;
  readonly #steps = new Map<StepId, Step>();
  readonly #comparisons: Comparison[] = [];

  /** @param purpose of the seeds that are judged */
  constructor(input: ArmInput, purpose: Purpose = 'test') {
    this.#input = input;
    this.#purpose = purpose;
  }

  #add<T extends Step>(step: T): T {
    const known = this.#steps.get(step.id);
    if (known !== undefined) return known as T;
    this.#steps.set(step.id, step);
    return step;
  }

  #replicates(): readonly number[] {
    return Array.from({ length: this.#input.replicates }, (_, index) => this.#input.replicate + index);
  }

  #play(
    { game, options, content }: GameSetup,
    step: Pick<PlayStep, 'role' | 'round' | 'lineUp' | 'purpose' | 'first' | 'count' | 'replicate'>,
  ): PlayStep {
    return this.#add(
      makeStep({
        kind: 'play',
        game: game.id,
        options,
        players: game.players.default,
        ...(content === undefined ? {} : { content }),
        study: this.#input.seed,
        ...step,
      }),
    );
  }

  /** Name of a playbook of this run: of one origin, of one replicate. */
  #nameOf(source: string | null, replicate: number): string {
    const { playbook, replicate: first } = this.#input;
    return [
      playbook,
      ...(source === null ? [] : [source]),
      ...(replicate === first ? [] : [`rep${replicate - first}`]),
    ].join('-');
  }

  #learnOnce(
    setups: readonly GameSetup[],
    place: { round: number; replicate: number; source: string | null; learner: PlayerIdentity },
    prior: PlaybookSource,
  ): PlaybookSource {
    const { learnGames, reflector, strategy, budget } = this.#input;
    const { round, replicate, learner } = place;
    const slot: PlannedSlot = { player: learner, playbook: prior };
    const learn = (setup: GameSetup, first: number, count: number): StepId =>
      this.#play(setup, {
        role: 'learning',
        round,
        lineUp: lineUp(setup.game.sides === undefined ? 'focal' : 'alt', slot, slot),
        purpose: 'learning',
        first,
        count,
        replicate,
      }).id;
    const written = this.#add(
      makeStep({
        kind: 'reflect',
        round,
        games: setups.map((setup) => learn(setup, (round - 1) * learnGames, learnGames)),
        prior,
        reflector,
        strategy,
        control: null,
        budget,
        playbook: this.#nameOf(place.source, replicate),
      }),
    );
    return { from: 'step', step: written.id };
  }

  /** Notes are rewritten after each game, so each game is played with what the one before it taught. */
  #learnGameByGame(
    setups: readonly GameSetup[],
    place: { round: number; replicate: number; source: string | null; learner: PlayerIdentity },
    prior: PlaybookSource,
  ): PlaybookSource {
    const { learnGames, reflector, strategy, budget } = this.#input;
    const { round, replicate, learner } = place;
    const turns = Array.from({ length: learnGames }, (_, k) => k).flatMap((k) =>
      setups.map((setup) => ({ setup, seed: (round - 1) * learnGames + k })),
    );
    return turns.reduce<PlaybookSource>((current, { setup, seed }, index) => {
      const slot: PlannedSlot = { player: learner, playbook: current };
      const game = this.#play(setup, {
        role: 'learning',
        round,
        lineUp: lineUp(setup.game.sides === undefined ? 'focal' : 'alt', slot, slot),
        purpose: 'learning',
        first: seed,
        count: 1,
        replicate,
      });
      const written = this.#add(
        makeStep({
          kind: 'reflect',
          round,
          games: [game.id],
          prior: current,
          reflector,
          strategy,
          control: null,
          budget,
          playbook: index === turns.length - 1 ? this.#nameOf(place.source, replicate) : null,
        }),
      );
      return { from: 'step', step: written.id };
    }, prior);
  }

  /**
   * Rounds of learning games with the current playbook on every seat, each followed by a reflection; anew for
   * each replicate.
   *
   * @param source what the playbook is written from, where the arm writes several; part of its name
   * @param learner who plays the learning games
   */
  learn(
    setups: readonly GameSetup[],
    rounds: number,
    source: string | null = null,
    learner: PlayerIdentity = this.#input.model,
    from: PlaybookSource = NONE,
  ): Lineages {
    const { strategy } = this.#input;
    return this.#replicates().map((replicate) => {
      const versions: PlaybookSource[] = [];
      let current = from;
      for (let round = 1; round <= rounds; round += 1) {
        const place = { round, replicate, source, learner };
        current =
          strategy === 'notes'
            ? this.#learnGameByGame(setups, place, current)
            : this.#learnOnce(setups, place, current);
        versions.push(current);
      }
      return versions;
    });
  }

  #opponentOf(player: PlayerIdentity): PlayerIdentity {
    return this.#input.opponent ?? player;
  }

  #isSelfPlay(player: PlayerIdentity): boolean {
    return canonicalJson(player) === canonicalJson(this.#opponentOf(player));
  }

  #judged({ setup, player }: Bench): readonly Judged[] {
    return judgedSlots(setup.game, this.#input.armed, this.#isSelfPlay(player));
  }

  #evaluate(
    { setup, player }: Bench,
    { slot, everySeat }: Judged,
    round: number,
    playbook: PlaybookSource,
    replicate: number,
  ): StepId {
    const own: PlannedSlot = { player, playbook };
    const other: PlannedSlot = everySeat ? own : { player: this.#opponentOf(player), playbook: NONE };
    const same = canonicalJson(own) === canonicalJson(other);
    return this.#play(setup, {
      role: playbook.from === 'none' ? 'baseline' : 'evaluation',
      round: playbook.from === 'none' ? 0 : round,
      // When both sides are the same the line-up is one, whoever is judged.
      lineUp: lineUp(same && slot === 'main' ? 'alt' : slot, own, other),
      purpose: this.#purpose,
      first: 0,
      count: this.#input.games,
      replicate,
    }).id;
  }

  #baseline(bench: Bench, judged: Judged): readonly StepId[] {
    return this.#replicates().map((replicate) => this.#evaluate(bench, judged, 0, NONE, replicate));
  }

  #armed(bench: Bench, judged: Judged, { round, carries, books }: Armament): readonly StepId[] {
    const fresh = carries === 'playbook' ? 0 : CONTROL_REPLICATES;
    return this.#replicates().map((replicate, index) =>
      this.#evaluate(bench, judged, round, books[index] ?? NONE, replicate + fresh),
    );
  }

  #row({ setup, player }: Bench, armament: Pick<Row, 'round' | 'carries' | 'source'>): Row {
    const { round, carries, source } = armament;
    const who = { player: playerLabel(player), playerId: contentId(player) };
    return { game: setup.game.id, ...who, source, round, carries };
  }

  /** The judged player without a playbook. */
  baseline(setup: GameSetup, player: PlayerIdentity = this.#input.model): void {
    const bench = { setup, player };
    for (const judged of this.#judged(bench)) {
      this.#comparisons.push({
        row: this.#row(bench, { round: 0, carries: 'nothing', source: null }),
        ...judged,
        measure: measureOf(setup.game, judged.everySeat),
        condition: this.#baseline(bench, judged),
        baseline: null,
        playbooks: [],
        table: 'change',
      });
    }
  }

  /** The same with a playbook, against its baseline on the same seeds. */
  armed(setup: GameSetup, armament: Armament, player: PlayerIdentity = this.#input.model): void {
    const bench = { setup, player };
    for (const judged of this.#judged(bench)) {
      this.#comparisons.push({
        row: this.#row(bench, armament),
        ...judged,
        measure: measureOf(setup.game, judged.everySeat),
        condition: this.#armed(bench, judged, armament),
        baseline: this.#baseline(bench, judged),
        playbooks: armament.books,
        table: 'change',
      });
    }
  }

  #controlBooks(
    control: 'placebo' | 'shuffled',
    like: readonly PlaybookSource[],
    round: number,
    source: string | null,
  ): readonly PlaybookSource[] {
    const { reflector, budget } = this.#input;
    return this.#replicates().map((replicate, index) => {
      const step = this.#add(
        makeStep({
          kind: 'reflect',
          round,
          games: [],
          prior: like[index] ?? NONE,
          reflector,
          strategy: 'playbook',
          control,
          budget,
          playbook: this.#nameOf(source === null ? control : `${source}-${control}`, replicate),
        }),
      );
      return { from: 'step', step: step.id };
    });
  }

  /**
   * The controls that were asked for, on each setup, each as a fresh replicate: a placebo, the last version
   * shuffled, an older version played again.
   *
   * @param lineages of the playbooks that the controls are made like
   * @param source as in {@link learn}
   * @param targets what the armed rows of these playbooks were played on
   */
  controls(
    lineages: Lineages,
    source: string | null,
    targets: readonly GameSetup[],
    player: PlayerIdentity = this.#input.model,
  ): void {
    const last = lineages.map((versions) => versions.at(-1) ?? NONE);
    const rounds = lineages[0]?.length ?? 0;
    for (const control of this.#input.controls) {
      const armament: Armament =
        control === 'rollback'
          ? {
              round: Math.max(1, rounds - 1),
              carries: 'rollback',
              source,
              books: lineages.map((versions) => versions.at(-2) ?? versions.at(-1) ?? NONE),
            }
          : {
              round: rounds,
              carries: control,
              source,
              books: this.#controlBooks(control, last, rounds, source),
            };
      for (const setup of targets) this.armed(setup, armament, player);
    }
  }

  /** For each armed row whose game, player and slot have a placebo: what is left of its change net of that. */
  #netOfPlacebo(): Comparison[] {
    const placebos = this.#comparisons.filter(({ row }) => row.carries === 'placebo');
    return this.#comparisons
      .filter(({ row }) => row.carries === 'playbook')
      .flatMap((cell) => {
        const same = placebos.filter(
          ({ row, slot, everySeat }) =>
            row.game === cell.row.game &&
            row.playerId === cell.row.playerId &&
            slot === cell.slot &&
            everySeat === cell.everySeat,
        );
        const placebo = same.find(({ row }) => row.source === cell.row.source) ?? same[0];
        return placebo === undefined ? [] : [{ ...cell, baseline: placebo.condition, table: 'net' as const }];
      });
  }

  /** The plan: all steps in the order they were asked for, and one judgement over all comparisons. */
  plan(arm: string): Plan {
    const comparisons = [...this.#comparisons, ...this.#netOfPlacebo()];
    this.#add(makeStep({ kind: 'judge', comparisons }));
    return { arm, study: this.#input.seed, steps: [...this.#steps.values()] };
  }
}
