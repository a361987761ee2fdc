import type { z } from 'zod';
import type { JsonObject } from '../../base/json.js';
import type { Rng, RngState } from '../../base/rng.js';
import type { Action, ActionCatalogue, Decision } from './actions.js';
import type { Purpose, Seed } from './seeds.js';
import type { TraitVector } from './traits.js';

/** A player's place at the table, from 0. */
export type Seat = number;

/** `alt` is the minority or hidden side, `main` the majority. */
export type SideId = 'main' | 'alt';

/** Groups of the game table. */
export type Category = 'normal-form' | 'economic' | 'bluffing' | 'hidden-role' | 'social-strategy';

/** What a game exercises: strategic reasoning, cooperation, coordination, negotiation, … */
export type Skill = 'SR' | 'CO' | 'CD' | 'NG' | 'DC' | 'PS' | 'TM' | 'PR';

/**
 * Something that happened and who may know it. `data` is what the game's prompt file prints;
 * players are named in it by name.
 */
export interface GameEvent {
  readonly type: string;
  readonly audience: 'all' | readonly Seat[];
  readonly data: JsonObject;
  /** Set on every utterance: who spoke, and in which discussion of the game (counted from 1). The words are `data.text`. */
  readonly talk?: { readonly seat: Seat; readonly discussion: number };
}

/** A seat's part in the game. `side` is absent in games without sides. */
export interface Role {
  readonly role: string;
  readonly side?: SideId;
}

/** What `setup` returns. */
export interface Setup<S> {
  readonly state: S;
  /** The first phase. */
  readonly phase: string;
  readonly roles: readonly Role[];
  /** For each seat, what it alone is told at the start; rendered at the end of its system prompt. */
  readonly secrets: readonly JsonObject[];
}

/** Tools of `setup` and `resolve`. Draws go on from the random state inside the game's state. */
export interface RuleContext {
  readonly rng: Rng;
  /** Player names by seat. */
  readonly names: readonly string[];
  /** Batches resolved before this one. */
  readonly turn: number;
  /** Records an event; order of calls is order of events. */
  readonly emit: (event: GameEvent) => void;
}

/** What `setup` has beside {@link RuleContext}: which seed this deal is, and the game's word lists. */
export interface SetupContext extends RuleContext {
  /** Word lists are drawn by it, so that purposes never share a word (see `shared/content.ts`). */
  readonly deal: Seed;
  /** The game's content, shipped or the user's; null for games that have none. */
  readonly content: unknown;
}

/** Word lists of a game, replaceable by the user. `C` is what the schema makes of a file. */
export interface ContentDefinition<C = unknown> {
  readonly schema: z.ZodType;
  /** The lists that come with the lab. */
  readonly shipped: C;
  /** What is drawn for a game, in the plural, as in `locations`. */
  readonly entries: string;
  /** All that seeds of a purpose draw from, each entry as a text of its own. */
  part(content: C, purpose: Purpose): readonly string[];
  /** What the seed of a game draws: one of its purpose's part. */
  drawn(content: C, deal: Seed): string;
}

/** What follows a batch. The phase `end` is the end of the game. */
export interface Transition<S> {
  readonly state: S;
  readonly phase: string;
}

/** One phase: who acts, what they may do, what follows. */
export interface Phase<S> {
  /** Seats that decide now, all at once, not knowing each other's answers. One seat for an ordered phase. */
  actors(state: S): readonly Seat[];
  /** What a seat may do now. Built from what that seat knows alone, since it reaches its prompt. */
  decision(state: S, seat: Seat, names: readonly string[]): Decision;
  /** Applies the batch: one legal action of each actor. */
  resolve(state: S, actions: ReadonlyMap<Seat, Action>, context: RuleContext): Transition<S>;
}

/** How a game ended. */
export interface Outcome {
  /** Reward by seat; above 0 is a win, below 0 a loss. */
  readonly rewards: readonly number[];
  /** Which ending was reached, such as `third-failure`. */
  readonly ending: string;
  /** Raw measures beside the reward: totals, efficiency, cooperation rate, … */
  readonly measures: Readonly<Record<string, number>>;
  /** Groups of seats whose equal rewards are by design and no draw between them (co-winners, co-losers). */
  readonly sharedByDesign?: readonly (readonly Seat[])[];
}

/** All that one seat knows. The only source of text that a player reads. */
export interface View {
  readonly game: string;
  readonly options: JsonObject;
  readonly players: readonly string[];
  readonly seat: Seat;
  readonly self: string;
  readonly secret: JsonObject;
  /** What this seat has seen, oldest first. */
  readonly events: readonly GameEvent[];
}

/** A move a builtin player considers, annotated with game-neutral traits. */
export interface Candidate {
  readonly action: Action;
  readonly traits: TraitVector;
}

/** A game: its metadata, rules and, beside them, the moves builtin players consider. */
export interface GameDefinition<S = unknown, O extends JsonObject = JsonObject> {
  readonly id: string;
  readonly title: string;
  /** Raised when a change of rules changes results. */
  readonly rulesVersion: number;
  /** One sentence for the game table. */
  readonly summary: string;
  readonly category: Category;
  readonly information: 'complete' | 'hidden state' | 'hidden roles';
  readonly talk: 'none' | 'structured' | 'free';
  readonly skills: readonly Skill[];
  readonly rating: 'competitive' | 'cooperative';
  readonly players: { readonly min: number; readonly max: number; readonly default: number };
  /** Present in games with two sides: what each is called. */
  readonly sides?: Readonly<Record<SideId, string>>;
  /** Names of the roles that occur. */
  readonly roleNames: readonly string[];
  /** True when rewards follow rank (top half, bottom half), so that equal rewards inside a half are by design. */
  readonly rewardByRank: boolean;
  /** Rule options; every key has a default, the adopted rules. */
  readonly options: z.ZodType<O>;
  /** Options that switch to the published reference's rules. */
  readonly referenceOptions: Partial<O>;
  /** A game of `players` seats never takes more turns (batches) than this; reached, it is cut and ends as a draw. */
  maxTurns(options: O, players: number): number;
  readonly actions: ActionCatalogue;
  /** Event types with the names of their data fields, for the prompt file. */
  readonly events: Readonly<Record<string, readonly string[]>>;
  /** Names of the fields of a seat's secret. */
  readonly secretFields: readonly string[];
  /** Kinds of decision, each an `ask` section of the prompt file. */
  readonly decisions: readonly string[];
  /** Word lists, in games that have them. */
  readonly content?: ContentDefinition;
  setup(players: number, options: O, context: SetupContext): Setup<S>;
  readonly phases: Readonly<Record<string, Phase<S>>>;
  /** Rewards of a finished game; `cut` when the turn limit ended it. */
  outcome(
    state: S,
    info: { readonly cut: boolean; readonly roles: readonly Role[]; readonly options: O },
  ): Outcome;
  /**
   * Moves a builtin player considers, from the seat's view alone: a pure function, the same moves in the same
   * order for the same view. Without it builtin players draw from the legal actions and no trait can be learned.
   */
  candidates?(view: View, decision: Decision): readonly Candidate[];
}

/** A game in progress: plain JSON, replaced at each step, never changed. */
export interface GameState {
  readonly game: string;
  readonly options: JsonObject;
  readonly names: readonly string[];
  readonly roles: readonly Role[];
  readonly secrets: readonly JsonObject[];
  readonly phase: string;
  readonly turn: number;
  readonly rng: RngState;
  /** The game's own state. */
  readonly data: unknown;
  readonly events: readonly GameEvent[];
  /** True when the turn limit ended the game. */
  readonly cut: boolean;
}
