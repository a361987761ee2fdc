import { sha256 } from '../base/hash.js';
import type { Connection, Query } from './connection.js';

/**
 * Long texts that occur again and again (system prompts, schemas, playbooks), each kept once under its SHA-256.
 *
 * A text is committed before the row that refers to it, or together with it. A crash between the two leaves a text
 * that nothing refers to, which does no harm.
 */
export class Texts {
  readonly #idOf: Query<{ readonly id: number }>;
  readonly #insert: Query<never>;
  readonly #byHash: Query<{ readonly text: string }>;
  /** Hashes known to be stored; few, since only playbooks come by hash. */
  readonly #stored = new Set<string>();

  constructor(connection: Connection) {
    this.#idOf = connection.query('SELECT id FROM texts WHERE hash = ?');
    this.#insert = connection.query('INSERT INTO texts (hash, text) VALUES (?, ?)');
    this.#byHash = connection.query('SELECT text FROM texts WHERE hash = ?');
  }

  /** The row of a text, stored now if it is new. */
  id(text: string): number {
    const hash = sha256(text);
    return this.#idOf.get(hash)?.id ?? this.#insert.run(hash, text).id;
  }

  /** Stores a text whose hash is known. Throws when the hash is not the text's SHA-256. */
  save(hash: string, text: string): void {
    if (this.#stored.has(hash)) return;
    if (sha256(text) !== hash) throw new Error(`"${hash}" is not the SHA-256 of its text`);
    if (this.#idOf.get(hash) === undefined) this.#insert.run(hash, text);
    this.#stored.add(hash);
  }

  /** The text with that SHA-256. */
  get(hash: string): string | undefined {
    return this.#byHash.get(hash)?.text;
  }
}
