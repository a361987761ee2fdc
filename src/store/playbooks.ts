import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import { cleanLine, listText, shorten } from '../base/text.js';
import { parse } from './connection.js';
import type { Connection } from './connection.js';
import type { Texts } from './texts.js';

/** Name and number of a version. */
export interface PlaybookVersion {
  readonly name: string;
  /** From 1. */
  readonly version: number;
}

/** One version of a playbook, without its text. */
export interface PlaybookEntry {
  readonly name: string;
  /** From 1. */
  readonly version: number;
  /** SHA-256 of its text. */
  readonly hash: string;
  /** The run and step that wrote it; null for one that came from a file. */
  readonly runId: string | null;
  readonly stepId: string | null;
  /** The version it revises or, for a merged one, the first of the two; null for a first one. */
  readonly parent: PlaybookVersion | null;
  /** The second of the two versions that were merged; only a merged version has it. */
  readonly mergedWith?: PlaybookVersion;
  /** Ids of the games it was learned from, such as `resistance`. */
  readonly games: readonly string[];
  /** Who wrote it, as on the command line. */
  readonly model: string;
  /** Ids of the played games that were read for it. */
  readonly sourceGames: readonly string[];
  readonly tokens: number;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Hash of the reflection prompt; null for a builtin reflector. */
  readonly promptHash: string | null;
  /** What checks of the text found, such as its overlap with its sources. */
  readonly checks: JsonObject;
}

/** One slot of a game that a playbook was written from. */
export interface SourceSlot {
  readonly gameId: string;
  readonly game: string;
  readonly status: 'finished' | 'void';
  readonly study: number;
  readonly purpose: string;
  readonly seedIndex: number;
  readonly replicate: number;
  /** Round of the run that wrote the playbook; null when that run does not list the game. */
  readonly round: number | null;
  readonly slot: string;
  readonly player: string;
  /** Sum of the rewards of its seats; null when the game is void. */
  readonly reward: number | null;
}

/** How often a slot that carried a playbook won, in one step of one run. */
export interface PlaybookRate {
  readonly runId: string;
  readonly stepId: string;
  readonly role: string | null;
  readonly round: number | null;
  readonly game: string;
  readonly slot: string;
  readonly player: string;
  readonly finished: number;
  readonly wins: number;
  readonly draws: number;
}

interface PlaybookRow {
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly run_id: string | null;
  readonly step_id: string | null;
  readonly parents: string;
  readonly model: string;
  readonly prompt_hash: string | null;
  readonly tokens: number;
  readonly created_at: string;
  readonly games: string;
  readonly source_games: string;
  readonly checks: string;
}

function entryOf(row: PlaybookRow): PlaybookEntry {
  const [parent = null, mergedWith] = parse<PlaybookVersion[]>(row.parents);
  return {
    name: row.name,
    version: row.version,
    hash: row.hash,
    runId: row.run_id,
    stepId: row.step_id,
    parent,
    ...(mergedWith === undefined ? {} : { mergedWith }),
    games: parse(row.games),
    model: row.model,
    sourceGames: parse(row.source_games),
    tokens: row.tokens,
    createdAt: row.created_at,
    promptHash: row.prompt_hash,
    checks: parse(row.checks),
  };
}

/** Versions of playbooks: the index beside the files that people read and edit. */
export class Playbooks {
  readonly #connection: Connection;
  readonly #texts: Texts;

  constructor(connection: Connection, texts: Texts) {
    this.#connection = connection;
    this.#texts = texts;
  }

  /** Keeps the text of a playbook under its SHA-256, whether or not it is a named version. */
  saveText(hash: string, text: string): void {
    this.#texts.save(hash, text);
  }

  /** The text with that SHA-256. */
  text(hash: string): string | undefined {
    return this.#texts.get(hash);
  }

  /**
   * Refuses a name that belongs to another run, with a `UserError`, so that a run can ask before it plays
   * its first game.
   */
  claim(name: string, runId: string | null): void {
    const other = this.#connection
      .query<{ readonly run_id: string | null }>(
        'SELECT run_id FROM playbooks WHERE name = ? AND run_id IS NOT ? LIMIT 1',
      )
      .get(name, runId);
    if (other === undefined) return;
    const owner = other.run_id === null ? 'a playbook file' : `run ${other.run_id}`;
    throw new UserError(
      'playbook.taken',
      `the playbook name "${cleanLine(name)}" belongs to ${owner}; choose another with --playbook, or start from it with --from ${cleanLine(name)}`,
    );
  }

  /**
   * Stores a version. The same version again changes nothing; another text under a name and version that
   * exist, or a name of another run, is refused with a `UserError`.
   */
  save(entry: Omit<PlaybookEntry, 'createdAt'>, text: string): void {
    this.#texts.save(entry.hash, text);
    this.#connection.transaction(() => {
      this.claim(entry.name, entry.runId);
      const known = this.#row(entry.name, entry.version);
      if (known !== undefined && known.hash !== entry.hash) {
        throw new UserError(
          'playbook.taken',
          `playbook "${cleanLine(entry.name)}" v${entry.version} is stored with another text; choose another name with --playbook`,
        );
      }
      if (known !== undefined) return;
      this.#connection
        .query(
          `INSERT INTO playbooks (name, version, hash, run_id, step_id, parents, model, prompt_hash, tokens, created_at,
             games, source_games, checks)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          entry.name,
          entry.version,
          entry.hash,
          entry.runId,
          entry.stepId,
          JSON.stringify([entry.parent, entry.mergedWith].filter((version) => version != null)),
          entry.model,
          entry.promptHash,
          entry.tokens,
          this.#connection.now(),
          JSON.stringify(entry.games),
          JSON.stringify(entry.sourceGames),
          JSON.stringify(entry.checks),
        );
    });
  }

  /** Every version of every playbook, by name and version. */
  list(): PlaybookEntry[] {
    return this.#connection
      .query<PlaybookRow>('SELECT * FROM playbooks ORDER BY name, version')
      .all()
      .map(entryOf);
  }

  /**
   * A version of a playbook with its text; the last version when none is named.
   * Throws a `UserError` when there is no such name or version.
   */
  get(name: string, version?: number): PlaybookEntry & { readonly text: string } {
    const row =
      version === undefined
        ? this.#connection
            .query<PlaybookRow>('SELECT * FROM playbooks WHERE name = ? ORDER BY version DESC LIMIT 1')
            .get(name)
        : this.#row(name, version);
    if (row === undefined) throw this.#unknown(name, version);
    const text = this.#texts.get(row.hash);
    if (text === undefined) throw new Error(`the text of playbook ${name} v${row.version} is not stored`);
    return { ...entryOf(row), text };
  }

  /** How often slots that carried the text won, step by step, the oldest run first. */
  rates(hash: string): PlaybookRate[] {
    return this.#connection
      .query<PlaybookRate>(
        `SELECT w.run_id AS runId, w.step_id AS stepId, w.role, w.round, w.game, w.slot, w.player, w.finished,
           w.wins, w.draws
         FROM win_rates w JOIN runs r ON r.id = w.run_id WHERE w.playbook_hash = ?
         ORDER BY r.started_at, w.round, w.slot`,
      )
      .all(hash);
  }

  /**
   * The games a playbook was written from, slot by slot, in the order of the ids. Games that are not stored are
   * left out.
   *
   * @param runId the run that wrote it, whose rounds are given; null when it came from a file
   */
  sources(gameIds: readonly string[], runId: string | null): SourceSlot[] {
    return this.#connection
      .query<SourceSlot>(
        `SELECT g.id AS gameId, g.game, g.status, g.study, g.purpose, g.seed_index AS seedIndex, g.replicate,
           (SELECT min(st.round) FROM run_games rg
            JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
            WHERE rg.run_id = ? AND rg.game_id = g.id) AS round,
           s.slot, max(s.player) AS player, round(sum(s.reward), 9) AS reward
         FROM json_each(?) AS wanted JOIN games g ON g.id = wanted.value JOIN seats s ON s.game_id = g.id
         GROUP BY wanted.key, s.slot ORDER BY wanted.key, s.slot`,
      )
      .all(runId, JSON.stringify(gameIds));
  }

  #row(name: string, version: number): PlaybookRow | undefined {
    return this.#connection
      .query<PlaybookRow>('SELECT * FROM playbooks WHERE name = ? AND version = ?')
      .get(name, version);
  }

  #unknown(name: string, version: number | undefined): UserError {
    const all = this.list();
    const word = shorten(cleanLine(name), 60);
    const versions = all.filter((entry) => entry.name === name).map((entry) => `v${entry.version}`);
    if (version !== undefined && versions.length > 0) {
      return new UserError(
        'input.unknown-name',
        `playbook "${word}" has no v${version}; it has ${listText(versions)}`,
      );
    }
    const near = nearest(
      name,
      all.map((entry) => entry.name),
    );
    const hint = near === undefined ? '"spartan playbook list" lists them' : `did you mean "${near}"?`;
    return new UserError('input.unknown-name', `no playbook "${word}"; ${hint}`);
  }
}
