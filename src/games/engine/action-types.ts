/** What an action of a game is made of, and what a seat may choose. */
import type { JsonObject } from '../../base/json.js';

/** What a seat does: a named action and its fields, as in `{"action":"vote","choice":"approve"}`. */
export type Action = { readonly action: string } & JsonObject;

/** One field of an action. Everything a legal value must satisfy by itself; what spans fields is a refinement. */
export type Field =
  /** One of the listed words. */
  | { readonly type: 'choice'; readonly options: readonly string[] }
  /**
   * Free text on one line. `forbid` lists words that must not occur as whole words, in any case. `examples` are
   * what random play says, legal texts that no player is shown; without them it says nothing.
   */
  | {
      readonly type: 'text';
      readonly maxLength: number;
      readonly forbid?: readonly string[];
      readonly examples?: readonly string[];
    }
  /** A whole number, both ends legal. */
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  /** Several of the options; `distinct` forbids repeats, otherwise an option may be used as often as it is listed. */
  | {
      readonly type: 'subset';
      readonly options: readonly string[];
      readonly min: number;
      readonly max: number;
      readonly distinct: boolean;
    }
  /** One word of `options` for each key, as an object. */
  | { readonly type: 'assign'; readonly keys: readonly string[]; readonly options: readonly string[] }
  /** A whole number ≥ 0 for each key, summing to `total`, as an object. */
  | { readonly type: 'split'; readonly keys: readonly string[]; readonly total: number };

/** One shape of action that a seat may choose. */
export interface ActionForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, Field>>;
  /**
   * A rule that spans fields: says in one clause what is wrong with the action, or nothing when it is legal.
   * Must depend on what the seat knows alone.
   */
  readonly refine?: (action: Action) => string | undefined;
  /** What the refinement demands, in words, for the prompt; required with `refine`. */
  readonly note?: string;
}

/** What one seat may do at one moment. */
export interface Decision {
  /** Which decision this is; names the `ask` section of the game's prompt file. */
  readonly kind: string;
  /** The legal shapes; at least one. */
  readonly forms: readonly ActionForm[];
  /** The move that is played, and counted as forced, when a player gives no legal answer. */
  readonly fallback: Action;
}

/** Kinds of value in a game's action catalogue, from which its stable wire schema is made. */
export type CatalogueField = 'word' | 'text' | 'integer' | 'words' | 'map-of-words' | 'map-of-integers';

/** Every action of a game with its fields, independent of seats, names and moments. */
export type ActionCatalogue = Readonly<Record<string, Readonly<Record<string, CatalogueField>>>>;

/** The options of a field, each once: a field may list one as often as it may be chosen. */
export function distinctOptions(options: readonly string[]): [string, ...string[]] {
  return [...new Set(options)] as [string, ...string[]];
}
