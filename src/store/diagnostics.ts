/** A measure of one event of a game, such as how much an utterance repeats the one before it. */
export interface Diagnostic {
  readonly gameId: string;
  /** Name of the measure; the view `parroting` reads `parroting`. */
  readonly measure: string;
  /** Place of the event in the game, from 0. */
  readonly event: number;
  readonly seat: number;
  /** Null where the measure is not defined, as for an utterance that is too short. */
  readonly value: number | null;
}

/** A {@link Diagnostic} of the game it is saved with. */
export type GameDiagnostic = Omit<Diagnostic, 'gameId'>;
