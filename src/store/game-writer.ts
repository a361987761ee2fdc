import { slotOf } from '../players/game-spec.js';
import type { DecisionRecord, GameRecord } from '../players/game-spec.js';
import type { Connection, Query } from './connection.js';
import type { Diagnostic, GameDiagnostic } from './diagnostics.js';
import { playerLabel } from '../players/player.js';
import { slotsOf, withoutTexts } from './line-up.js';
import type { StepGame, Steps } from './steps.js';
import type { Texts } from './texts.js';

/** Which step of which run a game is played for. */
export interface GameLink {
  readonly runId: string;
  readonly stepId: string;
  readonly ordinal: StepGame['ordinal'];
}

interface Counts {
  asked: number;
  forced: number;
}

/** For each seat, decisions its player was asked for and those that were forced. */
function countBySeat(decisions: readonly DecisionRecord[], seats: number): Counts[] {
  const counts = Array.from({ length: seats }, (): Counts => ({ asked: 0, forced: 0 }));
  for (const decision of decisions) {
    const count = counts[decision.seat];
    if (count === undefined) throw new Error(`a decision of seat ${decision.seat} at a table of ${seats}`);
    if (decision.attempts > 0) count.asked += 1;
    if (decision.forced) count.forced += 1;
  }
  return counts;
}

/** A record whose lists by seat differ in length would come back as another game. */
function checkShape(record: GameRecord): void {
  const { names, roles, secrets, slots, outcome } = record;
  const lists = [roles, secrets, slots, ...(outcome === null ? [] : [outcome.rewards])];
  if (lists.some((list) => list.length !== names.length)) {
    throw new Error(`game ${record.id}: not every list has one entry for each of ${names.length} seats`);
  }
  if ((outcome === null) !== (record.status === 'void')) {
    throw new Error(`game ${record.id}: a game has an outcome if and only if it is finished`);
  }
}

/** Stores games, each complete or absent for whoever reads. */
export class GameWriter {
  readonly #connection: Connection;
  readonly #texts: Texts;
  readonly #steps: Steps;
  readonly #known: Query<{ readonly status: GameRecord['status']; readonly tries: number }>;
  readonly #remove: Query<never>;
  readonly #insertGame: Query<never>;
  readonly #insertSeat: Query<never>;
  readonly #insertEvent: Query<never>;
  readonly #insertDecision: Query<never>;
  readonly #insertDiagnostic: Query<never>;

  constructor(connection: Connection, texts: Texts, steps: Steps) {
    this.#connection = connection;
    this.#texts = texts;
    this.#steps = steps;
    this.#known = connection.query('SELECT status, tries FROM games WHERE id = ?');
    this.#remove = connection.query('DELETE FROM games WHERE id = ?');
    this.#insertGame = connection.query(
      `INSERT INTO games (id, game, rules_version, prompt_version, content_hash, players, study, purpose, seed_index, replicate,
         status, void_reason, ending, turns, asked, forced, tries, finished_at, options, line_up, measures,
         shared_by_design) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertSeat = connection.query(
      `INSERT INTO seats (game_id, seat, name, role, side, slot, player, playbook_hash, reward, asked, forced,
         identity, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertEvent = connection.query(
      `INSERT INTO events (game_id, ordinal, type, audience, talk_seat, talk_discussion, data)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertDecision = connection.query(
      `INSERT INTO decisions (game_id, ordinal, seat, turn, phase, kind, forced, attempts, cut, event_count,
         action, problems) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertDiagnostic = connection.query(
      `INSERT INTO diagnostics (game_id, measure, event, seat, value) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (game_id, measure, event) DO UPDATE SET seat = excluded.seat, value = excluded.value`,
    );
  }

  /**
   * Stores a game with all that belongs to it, in one transaction. A finished game is never changed;
   * a void one gives way to the next attempt at the same game.
   *
   * @param link the step it was played for; the step must have been begun
   * @returns false when the game was finished already, and only the link was added
   */
  save(record: GameRecord, link: GameLink | null, diagnostics: readonly GameDiagnostic[] = []): boolean {
    checkShape(record);
    for (const { playbook } of slotsOf(record.spec.lineUp)) {
      if (playbook !== null) this.#texts.save(playbook.hash, playbook.text);
    }
    const { content } = record.spec;
    if (content !== undefined) this.#texts.save(content.hash, content.text);
    return this.#connection.transaction(() => {
      if (link !== null)
        this.#steps.link(link.runId, link.stepId, { gameId: record.id, ordinal: link.ordinal });
      const known = this.#known.get(record.id);
      if (known?.status === 'finished') return false;
      if (known !== undefined) this.#remove.run(record.id);
      this.#insert(record, (known?.tries ?? 0) + 1);
      for (const diagnostic of diagnostics) this.#saveDiagnostic(record.id, diagnostic);
      return true;
    });
  }

  /** Adds measures to stored games, in one transaction; a measure of an event that is there is replaced. */
  saveDiagnostics(diagnostics: readonly Diagnostic[]): void {
    this.#connection.transaction(() => {
      for (const diagnostic of diagnostics) this.#saveDiagnostic(diagnostic.gameId, diagnostic);
    });
  }

  #saveDiagnostic(gameId: string, { measure, event, seat, value }: GameDiagnostic): void {
    this.#insertDiagnostic.run(gameId, measure, event, seat, value);
  }

  #insert(record: GameRecord, tries: number): void {
    const { id, spec, outcome } = record;
    const counts = countBySeat(record.decisions, record.names.length);
    const total = (of: keyof Counts): number => counts.reduce((sum, count) => sum + count[of], 0);
    this.#insertGame.run(
      id,
      spec.game,
      spec.rulesVersion,
      spec.promptVersion,
      spec.content?.hash ?? null,
      spec.players,
      spec.seed.study,
      spec.seed.purpose,
      spec.seed.index,
      spec.replicate,
      record.status,
      record.voidReason,
      outcome?.ending ?? null,
      record.turns,
      total('asked'),
      total('forced'),
      tries,
      this.#connection.now(),
      JSON.stringify(spec.options),
      JSON.stringify(withoutTexts(spec.lineUp)),
      outcome === null ? null : JSON.stringify(outcome.measures),
      outcome?.sharedByDesign === undefined ? null : JSON.stringify(outcome.sharedByDesign),
    );
    record.names.forEach((name, seat) => this.#insertSeatOf(record, name, seat, counts[seat]));
    record.events.forEach((event, ordinal) =>
      this.#insertEvent.run(
        id,
        ordinal,
        event.type,
        event.audience === 'all' ? 'all' : JSON.stringify(event.audience),
        event.talk?.seat ?? null,
        event.talk?.discussion ?? null,
        JSON.stringify(event.data),
      ),
    );
    record.decisions.forEach((decision, ordinal) =>
      this.#insertDecision.run(
        id,
        ordinal,
        decision.seat,
        decision.turn,
        decision.phase,
        decision.kind,
        decision.forced ? 1 : 0,
        decision.attempts,
        decision.cut,
        decision.eventCount,
        JSON.stringify(decision.action),
        JSON.stringify(decision.problems),
      ),
    );
  }

  #insertSeatOf(record: GameRecord, name: string, seat: number, count: Counts | undefined): void {
    const slotName = record.slots[seat] ?? '';
    const slot = slotOf(record.spec.lineUp, slotName);
    const role = record.roles[seat];
    this.#insertSeat.run(
      record.id,
      seat,
      name,
      role?.role ?? '',
      role?.side ?? null,
      slotName,
      playerLabel(slot.player),
      slot.playbook?.hash ?? null,
      record.outcome?.rewards[seat] ?? null,
      count?.asked ?? 0,
      count?.forced ?? 0,
      JSON.stringify(slot.player),
      JSON.stringify(record.secrets[seat] ?? {}),
    );
  }
}
