import type { CallRecorder, ModelIdentity, RecordedCall } from '../models/chat.js';
import type { GameRecord } from '../players/game-spec.js';
import { backup } from './backup.js';
import { Calls } from './calls.js';
import type { CallSummary, StoredCall } from './calls.js';
import type { Connection } from './connection.js';
import { usageAsPlayed, usageByPhase, usageBySeat } from './costs.js';
import type { PhaseUsage, SeatUsage } from './costs.js';
import type { Diagnostic, GameDiagnostic } from './diagnostics.js';
import { Exports } from './export.js';
import { GameWriter } from './game-writer.js';
import type { GameLink } from './game-writer.js';
import { Games } from './games.js';
import { Importer } from './import.js';
import type { ImportCounts, PlacedLine } from './import.js';
import type { WriterLock } from './lock.js';
import { Playbooks } from './playbooks.js';
import { Pruner } from './prune.js';
import type { PruneReport, PruneWish } from './prune.js';
import { storeInfo } from './prune-info.js';
import type { StoreInfo } from './prune-info.js';
import { Results } from './results.js';
import { Runs } from './runs.js';
import { Steps } from './steps.js';
import { Texts } from './texts.js';

/**
 * An open store. Every method is synchronous, and what it writes is committed when it returns; only the recorder
 * of calls says by a promise when that is so. Failures that the user can mend are thrown as a `UserError`.
 */
export class Store {
  /** The file, with links resolved. */
  readonly file: string;
  readonly runs: Runs;
  readonly steps: Steps;
  /** Stored games, to read. */
  readonly games: Games;
  /** The same games as ratings need them. */
  readonly results: Results;
  readonly playbooks: Playbooks;
  /** All that belongs to a run, for other programs and other stores. */
  readonly exports: Exports;
  readonly #connection: Connection;
  readonly #lock: WriterLock | null;
  readonly #calls: Calls;
  readonly #writer: GameWriter;
  readonly #texts: Texts;

  /** Use `openStore`. */
  constructor(
    connection: Connection,
    place: {
      readonly file: string;
      readonly lock: WriterLock | null;
      readonly writerLives: () => boolean;
    },
  ) {
    const texts = new Texts(connection);
    this.file = place.file;
    this.runs = new Runs(connection, place.writerLives);
    this.steps = new Steps(connection);
    this.games = new Games(connection, texts);
    this.results = new Results(connection);
    this.playbooks = new Playbooks(connection, texts);
    this.exports = new Exports(connection, { runs: this.runs, steps: this.steps, games: this.games, texts });
    this.#connection = connection;
    this.#texts = texts;
    this.#lock = place.lock;
    this.#calls = new Calls(connection, texts, place.lock !== null);
    this.#writer = new GameWriter(connection, texts, this.steps);
  }

  /** The recorder of one begun run: what it saves counts as that run's cost, what it finds may be any run's. */
  recorder(runId: string): CallRecorder {
    return this.#calls.recorder(runId);
  }

  /** Every call of a game or a reflection step, oldest first. */
  calls(episode: string): StoredCall[] {
    return this.#calls.ofEpisode(episode);
  }

  /** Every call that a run made, oldest first, without texts. */
  callsOfRun(runId: string): CallSummary[] {
    return this.#calls.ofRun(runId);
  }

  /** One call by its number, with all its texts; undefined when there is none. */
  call(id: number): StoredCall | undefined {
    return this.#calls.get(id);
  }

  /** The latest replies of a model with token counts, in any run, oldest first. */
  latestCalls(model: Pick<ModelIdentity, 'provider' | 'endpoint' | 'model'>, most: number): RecordedCall[] {
    return this.#calls.latest(model, most);
  }

  /** Replies to a run's own calls for which the server reported no tokens. */
  uncountedCalls(runId: string): RecordedCall[] {
    return this.#calls.uncounted(runId);
  }

  /** What the games and reflections of a run took, whichever run made the calls, in the order of rounds. */
  usageAsPlayed(runId: string): PhaseUsage[] {
    return usageAsPlayed(this.#connection, runId);
  }

  /** What seats asked of models in the finished games of these kinds, whichever run played them. */
  usageBySeat(games: readonly string[]): SeatUsage[] {
    return usageBySeat(this.#connection, games);
  }

  /** What a run asked of each model in each phase, in the order of rounds. */
  usage(runId: string): PhaseUsage[] {
    return usageByPhase(this.#connection, runId);
  }

  /**
   * Stores a game with all that belongs to it, in one transaction. A finished game is never changed;
   * a void one gives way to the next attempt at the same game.
   *
   * @param link the step it was played for, which must have been begun; null for a game of no run
   * @returns false when the game was finished already, and only the link was added
   */
  saveGame(record: GameRecord, link: GameLink | null, diagnostics: readonly GameDiagnostic[] = []): boolean {
    const stored = this.#writer.save(record, link, diagnostics);
    this.#calls.forget(record.id);
    return stored;
  }

  /** Adds measures to stored games, in one transaction; a measure of an event that is there is replaced. */
  saveDiagnostics(diagnostics: readonly Diagnostic[]): void {
    this.#writer.saveDiagnostics(diagnostics);
  }

  /**
   * Takes exported runs in one transaction: all of the files, or nothing when a line of them cannot be taken.
   *
   * @param check called when all is in, before it is committed, with the ids of the runs; what it throws takes all
   * of it back
   * @throws UserError that names the file and the line
   */
  importRuns(
    files: Iterable<{ readonly name: string; readonly lines: Iterable<PlacedLine> }>,
    check: (runs: readonly string[]) => void,
  ): ImportCounts {
    this.#calls.forgetAll();
    return this.#connection.transaction(() => {
      const importer = new Importer(this.#connection, {
        texts: this.#texts,
        games: this.games,
        writer: this.#writer,
      });
      for (const { name, lines } of files) {
        for (const placed of lines) importer.take(placed);
        importer.endFile(name);
      }
      check(importer.counts.runs);
      return importer.counts;
    });
  }

  /** Drops what is wished for, or only says what that would be. Gives no room back: see {@link vacuum}. */
  prune(wish: PruneWish, how: { readonly dryRun: boolean }): PruneReport {
    let report: PruneReport | undefined;
    const takenBack = new Error('a dry run');
    this.#calls.forgetAll();
    try {
      this.#connection.transaction(() => {
        report = new Pruner(this.#connection).prune(wish);
        if (how.dryRun) throw takenBack;
      });
    } catch (error) {
      if (error !== takenBack) throw error;
    }
    if (report === undefined) throw new Error('nothing was looked at');
    return report;
  }

  /** Gives the room of what was dropped back to the disk; needs as much room again while it works. */
  vacuum(): void {
    this.#connection.query('VACUUM').run();
    this.#connection.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /**
   * Writes a whole copy of the store to a new file, also while a run writes.
   *
   * @returns its size in bytes. Throws a `UserError` when the file exists or cannot be written.
   */
  backup(path: string): number {
    return backup(this.#connection, path);
  }

  /** What the store holds and how much room it takes. */
  info(): StoreInfo {
    return storeInfo(this.#connection, this.file);
  }

  /** Closes the file and gives up the writer's lock. */
  close(): void {
    try {
      this.#connection.close();
    } finally {
      this.#lock?.release();
    }
  }
}
