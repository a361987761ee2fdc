import type { Connection, Value } from './connection.js';
import { DROP_TEXTS_SQL, IS_DROPPED_SQL } from './prune-calls.js';

/** What is to be dropped. */
export interface PruneWish {
  /** Texts of the calls of finished games and reflections. What they took stays. */
  readonly calls: boolean;
  /** Runs that did not finish, with their steps, playbooks and calls. */
  readonly unfinished: boolean;
  /** Games of no run, with their calls. */
  readonly orphans: boolean;
  /** Whole ids of the runs that this is about; null for every run. Orphans belong to none and are left out then. */
  readonly runs: readonly string[] | null;
  /** Only what was last changed before this time, ISO 8601 in UTC; null for any time. */
  readonly before: string | null;
}

/** A run that was not dropped though it was asked for, and why. */
export interface KeptRun {
  readonly run: string;
  readonly reason: string;
}

/** What is dropped, or would be. */
export interface PruneReport {
  /** Calls that lose their texts. */
  readonly calls: number;
  /** Characters of those texts; texts that several calls share are not counted. */
  readonly characters: number;
  /** Ids of unfinished runs. */
  readonly runs: readonly string[];
  readonly kept: readonly KeptRun[];
  /** Versions of playbooks that those runs wrote. */
  readonly playbooks: number;
  /** Games of no run, those included that only dropped runs had. */
  readonly games: number;
  /** System texts and schemas that nothing uses any more. */
  readonly texts: number;
}

const TEXT_LENGTH = `length(coalesce(c.prompt, '')) + length(coalesce(c.more, '')) + length(coalesce(c.text, ''))
  + length(coalesce(c.reasoning, '')) + length(coalesce(c.sent, '')) + length(coalesce(c.raw, ''))`;

/** The run that a call counts for, and its time, are as wished. Parameters: run ids as JSON or null, twice; time or null, twice. */
const WISHED_CALL = `(? IS NULL OR c.run_id IN (SELECT value FROM json_each(?)))
  AND (? IS NULL OR c.created_at < ?)`;

/**
 * Calls of games and reflections that are finished, so that nothing will ask for them on resuming. A reply without
 * token counts keeps its texts, since only from them can be told what it took.
 */
const FINISHED_CALLS = `FROM calls c WHERE NOT ${IS_DROPPED_SQL}
  AND (EXISTS (SELECT 1 FROM games g WHERE g.id = c.episode AND g.status = 'finished')
    OR EXISTS (SELECT 1 FROM steps s WHERE s.step_id = c.episode AND s.status = 'finished'))
  AND (c.prompt IS NOT NULL OR c.text IS NOT NULL OR c.raw IS NOT NULL)
  AND NOT (c.status = 'reply' AND c.input_tokens IS NULL) AND ${WISHED_CALL}`;

const ORPHANS = `SELECT g.id FROM games g WHERE NOT EXISTS (SELECT 1 FROM run_games rg WHERE rg.game_id = g.id)
  AND (? IS NULL OR g.finished_at < ?)`;

/** Drops what is wished for from a store; the caller holds a transaction, and takes it back for a dry run. */
export class Pruner {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Drops it and says what it was. Must run inside a transaction. */
  prune(wish: PruneWish): PruneReport {
    const runs = wish.unfinished ? this.#dropRuns(wish) : { runs: [], kept: [], playbooks: 0 };
    const games = wish.orphans && wish.runs === null ? this.#dropOrphans(wish.before) : 0;
    const texts = wish.calls ? this.#dropTexts(wish) : { calls: 0, characters: 0 };
    return { ...texts, ...runs, games, texts: this.#dropUnusedTexts() };
  }

  #run(sql: string, ...values: readonly Value[]): number {
    return this.#connection.query(sql).run(...values).rows;
  }

  /**
   * Calls `drop` with a table `doomed` of the ids of some calls, once no other call's prompt rests on theirs.
   *
   * @param from the rest of a SELECT over `calls c`, with its values
   */
  #withDoomed(from: string, values: readonly Value[], drop: () => void): void {
    this.#run('CREATE TEMP TABLE doomed (id INTEGER PRIMARY KEY)');
    this.#run(`INSERT INTO doomed SELECT c.id ${from}`, ...values);
    this.#run(
      `UPDATE calls SET prompt = (SELECT p.prompt FROM prompts p WHERE p.call_id = calls.id), base = NULL, shared = 0
       WHERE base IN (SELECT id FROM doomed) AND id NOT IN (SELECT id FROM doomed)`,
    );
    drop();
    this.#run('DROP TABLE temp.doomed');
  }

  #dropTexts({ runs, before }: PruneWish): Pick<PruneReport, 'calls' | 'characters'> {
    const list = runs === null ? null : JSON.stringify(runs);
    const values = [list, list, before, before] as const;
    const found = this.#connection
      .query<{ readonly calls: number; readonly characters: number | null }>(
        `SELECT count(*) AS calls, sum(${TEXT_LENGTH}) AS characters ${FINISHED_CALLS}`,
      )
      .get(...values);
    this.#withDoomed(FINISHED_CALLS, values, () => {
      this.#run(`UPDATE calls SET ${DROP_TEXTS_SQL} WHERE id IN (SELECT id FROM doomed)`);
    });
    return { calls: found?.calls ?? 0, characters: found?.characters ?? 0 };
  }

  #dropRuns({ runs, before }: PruneWish): Pick<PruneReport, 'runs' | 'kept' | 'playbooks'> {
    const list = runs === null ? null : JSON.stringify(runs);
    const found = this.#connection
      .query<{ readonly id: string }>(
        `SELECT id FROM runs WHERE status <> 'finished' AND (? IS NULL OR id IN (SELECT value FROM json_each(?)))
         AND (? IS NULL OR updated_at < ?) ORDER BY id`,
      )
      .all(list, list, before, before);
    const dropped: string[] = [];
    const kept: KeptRun[] = [];
    let playbooks = 0;
    for (const { id } of found) {
      const needed = this.#neededCalls(id);
      if (needed > 0) {
        const reason = `it paid for ${needed} calls of games or reflections that other runs use`;
        kept.push({ run: id, reason });
        continue;
      }
      this.#withDoomed('FROM calls c WHERE c.run_id = ?', [id], () => {
        // No row may point at one that is gone, and a call may rest on another of the same run.
        this.#run('UPDATE calls SET base = NULL WHERE id IN (SELECT id FROM doomed)');
        this.#run('DELETE FROM calls WHERE id IN (SELECT id FROM doomed)');
      });
      playbooks += this.#run('DELETE FROM playbooks WHERE run_id = ?', id);
      this.#run('DELETE FROM run_games WHERE run_id = ?', id);
      this.#run('DELETE FROM steps WHERE run_id = ?', id);
      this.#run('DELETE FROM runs WHERE id = ?', id);
      dropped.push(id);
    }
    this.#run('DELETE FROM episodes WHERE id NOT IN (SELECT episode_id FROM calls)');
    return { runs: dropped, kept, playbooks };
  }

  /** Calls of a run that belong to a game or a reflection of another run. */
  #neededCalls(runId: string): number {
    const row = this.#connection
      .query<{ readonly calls: number }>(
        `SELECT count(*) AS calls FROM calls c WHERE c.run_id = ? AND (
           EXISTS (SELECT 1 FROM run_games rg WHERE rg.game_id = c.episode AND rg.run_id <> c.run_id)
           OR EXISTS (SELECT 1 FROM steps s WHERE s.step_id = c.episode AND s.run_id <> c.run_id))`,
      )
      .get(runId);
    return row?.calls ?? 0;
  }

  /** A call belongs to a run that paid for it, so it stays, without its texts, when its game goes. */
  #dropOrphans(before: string | null): number {
    const values = [before, before];
    this.#withDoomed(`FROM calls c WHERE NOT ${IS_DROPPED_SQL} AND c.episode IN (${ORPHANS})`, values, () => {
      this.#run(`UPDATE calls SET ${DROP_TEXTS_SQL} WHERE id IN (SELECT id FROM doomed)`);
    });
    return this.#run(`DELETE FROM games WHERE id IN (${ORPHANS})`, ...values);
  }

  #dropUnusedTexts(): number {
    this.#run('CREATE TEMP TABLE used (hash TEXT PRIMARY KEY)');
    this.#run(`INSERT INTO used
      SELECT playbook_hash FROM seats WHERE playbook_hash IS NOT NULL
      UNION SELECT content_hash FROM games WHERE content_hash IS NOT NULL
      UNION SELECT hash FROM playbooks
      UNION SELECT t.value FROM games g, json_tree(g.line_up) t WHERE t.key = 'playbook' AND t.type = 'text'`);
    this.#run('CREATE TEMP TABLE used_ids (id INTEGER PRIMARY KEY)');
    this.#run(`INSERT INTO used_ids
      SELECT schema FROM calls WHERE schema IS NOT NULL UNION SELECT system FROM calls WHERE system IS NOT NULL`);
    const dropped = this.#run(
      'DELETE FROM texts WHERE hash NOT IN (SELECT hash FROM used) AND id NOT IN (SELECT id FROM used_ids)',
    );
    this.#run('DROP TABLE temp.used');
    this.#run('DROP TABLE temp.used_ids');
    return dropped;
  }
}
