/** One step from a schema version to the next. A released migration is never changed. */
export interface Migration {
  /** The version the store has afterwards; 1, 2, 3 … without gaps. */
  readonly version: number;
  /** Statements, run in one transaction with the change of the version. */
  readonly sql: string;
}
