import type { Connection, Query } from './connection.js';

/** The numbers of episodes: games and reflection steps that calls belong to. */
export class Episodes {
  readonly #idOf: Query<{ readonly id: number }>;
  readonly #insert: Query<never>;

  constructor(connection: Connection) {
    this.#idOf = connection.query('SELECT id FROM episodes WHERE name = ?');
    this.#insert = connection.query('INSERT INTO episodes (name) VALUES (?)');
  }

  /** The number of an episode; undefined when no call belongs to it. */
  find(name: string): number | undefined {
    return this.#idOf.get(name)?.id;
  }

  /** The number of an episode, given to it now if it is new. */
  id(name: string): number {
    return this.find(name) ?? this.#insert.run(name).id;
  }
}
