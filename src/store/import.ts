import { canonicalJson, sha256 } from '../base/hash.js';
import { isPlaybookName } from '../playbooks/naming.js';
import type { Connection } from './connection.js';
import type { ExportLine, LineOf } from './export-lines.js';
import type { GameWriter } from './game-writer.js';
import type { Games } from './games.js';
import { CallImporter } from './import-calls.js';
import { checkCall, quoted, recordOf, refuse } from './import-checks.js';
import type { Texts } from './texts.js';

/** What an import found and added. */
export interface ImportCounts {
  /** Runs of the files. */
  readonly runs: readonly string[];
  /** Runs that the store did not have. */
  readonly newRuns: number;
  readonly games: number;
  readonly newGames: number;
  readonly playbooks: number;
  readonly newPlaybooks: number;
  readonly calls: number;
  readonly newCalls: number;
}

/** A line of an export, and where it stands, for messages: `run.jsonl, line 7`. */
export interface PlacedLine {
  readonly line: ExportLine;
  readonly place: string;
}

/** What an import writes with. */
export interface ImportParts {
  readonly texts: Texts;
  readonly games: Games;
  readonly writer: GameWriter;
}

const RUNNING_THERE = 'it was not finished when it was exported';

/** Everything of a file that does not depend on what the store holds. */
class FileState {
  header: LineOf<'header'> | null = null;
  run: LineOf<'run'> | null = null;
  /** False when the store has the run already. */
  isNew = true;
  lines = 0;
  ended = false;
}

/**
 * Takes exported runs into a store. All of it belongs inside one transaction of the caller: the first thing that is
 * wrong throws a `UserError` that names its place.
 */
export class Importer {
  readonly #connection: Connection;
  readonly #parts: ImportParts;
  readonly #calls: CallImporter;
  readonly #runs: string[] = [];
  #file = new FileState();
  #counts = { newRuns: 0, games: 0, newGames: 0, playbooks: 0, newPlaybooks: 0 };

  constructor(connection: Connection, parts: ImportParts) {
    this.#connection = connection;
    this.#parts = parts;
    this.#calls = new CallImporter(connection, parts.texts);
  }

  get counts(): ImportCounts {
    const { calls, newCalls } = this.#calls;
    return { runs: [...new Set(this.#runs)], ...this.#counts, calls, newCalls };
  }

  /** Takes the next line of the file at hand. */
  take(placed: PlacedLine): void {
    try {
      this.#take(placed);
    } catch (error) {
      // JSON can be read at any depth, but not written.
      if (error instanceof RangeError) refuse(placed.place, 'its values are nested too deeply');
      throw error;
    }
  }

  #take({ line, place }: PlacedLine): void {
    const file = this.#file;
    if (file.ended) refuse(place, 'nothing may follow the line of kind "end"');
    if (file.header === null && line.kind !== 'header') {
      refuse(place, `the first line must be of kind "header", got "${line.kind}"`);
    }
    if (file.run === null && line.kind !== 'header' && line.kind !== 'run') {
      refuse(place, `the second line must be of kind "run", got "${line.kind}"`);
    }
    file.lines += 1;
    switch (line.kind) {
      case 'header':
        if (file.header !== null) refuse(place, 'there may be only one line of kind "header"');
        file.header = line;
        return;
      case 'run':
        this.#takeRun(line, place);
        return;
      case 'text':
        this.#takeText(line, place);
        return;
      case 'game':
        this.#takeGame(line, place);
        return;
      case 'playbook':
        this.#takePlaybook(line, place);
        return;
      case 'step':
        this.#takeStep(line, place);
        return;
      case 'call':
        checkCall(line, place);
        this.#calls.take(line, (file.run as LineOf<'run'>).id);
        return;
      case 'end':
        if (line.lines !== file.lines) {
          refuse(place, `the file should have ${line.lines} lines, but has ${file.lines}: some are missing`);
        }
        file.ended = true;
    }
  }

  /** Ends the file at hand; the next line is the first of another. */
  endFile(name: string): void {
    if (!this.#file.ended) {
      refuse(name, 'the line of kind "end" is missing: the file is cut; export the run again');
    }
    this.#file = new FileState();
    this.#calls.reset();
  }

  #takeRun(line: LineOf<'run'>, place: string): void {
    const file = this.#file;
    if (file.run !== null) refuse(place, 'there may be only one line of kind "run"');
    if (line.id !== file.header?.run) refuse(place, `the header names run ${quoted(file.header?.run ?? '')}`);
    if (line.plan.arm !== line.arm) refuse(place, 'the plan is of another arm than the run');
    if (line.playbook !== null && !isPlaybookName(line.playbook)) {
      refuse(place, `${quoted(line.playbook)} cannot be the name of a playbook`);
    }
    file.run = line;
    this.#runs.push(line.id);
    const known = this.#connection
      .query<{
        readonly arm: string;
        readonly playbook: string | null;
        readonly plan: string;
        readonly simulated: number;
        readonly status: string;
      }>('SELECT arm, playbook, plan, simulated, status FROM runs WHERE id = ?')
      .get(line.id);
    const unfinished = line.status === 'running';
    const status = unfinished ? 'stopped' : line.status;
    const reason = unfinished ? RUNNING_THERE : line.reason;
    if (known === undefined) {
      this.#connection
        .query(
          `INSERT INTO runs (id, arm, status, reason, simulated, playbook, planned_games, app_version, started_at,
             updated_at, finished_at, command, settings, plan) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          line.id,
          line.arm,
          status,
          reason,
          line.simulated ? 1 : 0,
          line.playbook,
          line.plannedGames,
          line.appVersion,
          line.startedAt,
          line.updatedAt,
          line.finishedAt,
          JSON.stringify(line.command),
          JSON.stringify(line.settings),
          JSON.stringify(line.plan),
        );
      this.#counts.newRuns += 1;
      return;
    }
    file.isNew = false;
    const same =
      known.arm === line.arm &&
      known.playbook === line.playbook &&
      (known.simulated === 1) === line.simulated &&
      canonicalJson(JSON.parse(known.plan)) === canonicalJson(line.plan);
    if (!same) {
      refuse(
        place,
        `run ${line.id.slice(0, 8)} is in this store with another plan; import it into another store`,
      );
    }
    if (known.status === 'finished' || line.status !== 'finished') return;
    this.#connection
      .query(
        `UPDATE runs SET status = ?, reason = ?, planned_games = ?, updated_at = ?, finished_at = ? WHERE id = ?`,
      )
      .run(status, reason, line.plannedGames, line.updatedAt, line.finishedAt, line.id);
  }

  #takeText({ hash, text }: LineOf<'text'>, place: string): void {
    if (sha256(text) !== hash)
      refuse(place, `the text is not the one whose SHA-256 is ${hash.slice(0, 12)}…`);
    this.#parts.texts.save(hash, text);
  }

  #textOf(hash: string, place: string): string {
    return (
      this.#parts.texts.get(hash) ??
      refuse(place, `the text ${hash.slice(0, 12)}… is not in the file before this line`)
    );
  }

  #takeGame(line: LineOf<'game'>, place: string): void {
    this.#counts.games += 1;
    const record = recordOf(line, place, (hash) => this.#textOf(hash, place));
    const { diagnostics, tries, finishedAt } = line;
    const known = this.#parts.games.status([record.id]).get(record.id);
    if (known === 'finished' && record.status === 'finished') {
      if (canonicalJson(this.#parts.games.load(record.id)) === canonicalJson(record)) return;
      refuse(place, `game ${record.id} is in this store with another course; import it into another store`);
    }
    if (known === 'finished' || (known === 'void' && record.status === 'void')) return;
    this.#parts.writer.save(record, null, diagnostics);
    this.#connection
      .query('UPDATE games SET tries = max(tries, ?), finished_at = ? WHERE id = ?')
      .run(tries, finishedAt, record.id);
    this.#counts.newGames += 1;
  }

  #takePlaybook(line: LineOf<'playbook'>, place: string): void {
    this.#counts.playbooks += 1;
    const names = [line, ...line.parents].map(({ name }) => name);
    const bad = names.find((name) => !isPlaybookName(name));
    if (bad !== undefined) refuse(place, `${quoted(bad)} cannot be the name of a playbook`);
    this.#textOf(line.hash, place);
    const runId = line.written ? (this.#file.run as LineOf<'run'>).id : null;
    const taken = this.#connection
      .query<{ readonly run_id: string | null; readonly version: number; readonly hash: string }>(
        'SELECT run_id, version, hash FROM playbooks WHERE name = ?',
      )
      .all(line.name);
    const label = `playbook "${line.name}"`;
    if (taken.some((row) => row.run_id !== runId)) {
      refuse(place, `${label} belongs to another run in this store; import it into another store`);
    }
    const known = taken.find(({ version }) => version === line.version);
    if (known !== undefined && known.hash !== line.hash) {
      refuse(
        place,
        `${label} v${line.version} is in this store with another text; import it into another store`,
      );
    }
    if (known !== undefined) return;
    this.#connection
      .query(
        `INSERT INTO playbooks (name, version, hash, run_id, step_id, parents, model, prompt_hash, tokens, created_at,
           games, source_games, checks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        line.name,
        line.version,
        line.hash,
        runId,
        line.step,
        JSON.stringify(line.parents),
        line.model,
        line.promptHash,
        line.tokens,
        line.createdAt,
        JSON.stringify(line.games),
        JSON.stringify(line.sourceGames),
        JSON.stringify(line.checks),
      );
    this.#counts.newPlaybooks += 1;
  }

  #takeStep(line: LineOf<'step'>, place: string): void {
    const { id: runId } = this.#file.run as LineOf<'run'>;
    const known = this.#connection
      .query<{ readonly status: string; readonly result: string | null }>(
        'SELECT status, result FROM steps WHERE run_id = ? AND step_id = ?',
      )
      .get(runId, line.id);
    const result = line.result == null ? null : JSON.stringify(line.result);
    if (line.status === 'finished' && result === null) refuse(place, 'a finished step needs a result');
    if (known === undefined) {
      this.#connection
        .query(
          `INSERT INTO steps (run_id, step_id, ordinal, kind, role, round, status, started_at, finished_at, result)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          runId,
          line.id,
          line.ordinal,
          line.step,
          line.role,
          line.round,
          line.status,
          line.startedAt,
          line.finishedAt,
          result,
        );
    } else if (line.status === 'finished' && known.status === 'finished') {
      if (canonicalJson(JSON.parse(known.result ?? 'null')) !== canonicalJson(line.result)) {
        refuse(
          place,
          `step ${quoted(line.id)} gave something else in this store; import the run into another store`,
        );
      }
    } else if (line.status === 'finished') {
      this.#connection
        .query(
          `UPDATE steps SET status = 'finished', finished_at = ?, result = ? WHERE run_id = ? AND step_id = ?`,
        )
        .run(line.finishedAt, result, runId, line.id);
    }
    this.#takeLinks(line, runId, place);
  }

  #takeLinks({ id, games }: LineOf<'step'>, runId: string, place: string): void {
    const known = this.#connection.query<{ readonly game_id: string }>(
      'SELECT game_id FROM run_games WHERE run_id = ? AND step_id = ? AND ordinal = ?',
    );
    const insert = this.#connection.query(
      'INSERT INTO run_games (run_id, step_id, ordinal, game_id) VALUES (?, ?, ?, ?)',
    );
    for (const { ordinal, id: gameId } of games) {
      const there = known.get(runId, id, ordinal)?.game_id;
      if (there === undefined) insert.run(runId, id, ordinal, gameId);
      else if (there !== gameId) refuse(place, `step ${quoted(id)} has other games in this store`);
    }
  }
}
