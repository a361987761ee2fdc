import { gameById } from '../games/index.js';
import { mayKnow } from '../games/engine/engine.js';
import type { GameEvent } from '../games/engine/definition.js';
import { slotOf } from '../players/game-spec.js';
import type { DecisionRecord, GameRecord } from '../players/game-spec.js';
import { playerLabel } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';

/** Who heard an event, when that was not everyone. */
function audienceNote(event: GameEvent, names: readonly string[]): string {
  if (event.audience === 'all') return '';
  return `  [only ${event.audience.map((seat) => names[seat] ?? String(seat)).join(', ')}]`;
}

/** A line on a decision that did not go as it should (forced, corrected, cut short), or nothing. */
export function decisionNote(decision: DecisionRecord, names: readonly string[]): string | undefined {
  const name = names[decision.seat] ?? `seat ${decision.seat}`;
  if (decision.forced) {
    return `  ! ${name} gave no legal answer (${decision.problems.join('; ')}); the default was played: ${JSON.stringify(decision.action)}`;
  }
  if (decision.problems.length > 0) return `  ~ ${name} was corrected: ${decision.problems.join('; ')}`;
  if (decision.cut > 0) return `  ~ ${decision.cut} utterances were left out of ${name}'s prompt`;
  return undefined;
}

function seatLine(record: GameRecord, seat: number): string {
  const slot = slotOf(record.spec.lineUp, record.slots[seat] ?? '');
  const role = record.roles[seat];
  const reward = record.outcome?.rewards[seat];
  const parts = [
    `${seat}  ${record.names[seat] ?? ''}`.padEnd(12),
    `${role?.role ?? ''}${role?.side === undefined ? '' : ` (${role.side})`}`.padEnd(20),
    playerLabel(slot.player),
    slot.playbook === null ? 'no playbook' : `playbook ${slot.playbook.hash.slice(0, 8)}`,
    reward === undefined ? '' : `reward ${Number(reward.toFixed(3))}`,
  ];
  return parts.join('  ').trimEnd();
}

/** The first line of a transcript: which game this was. */
export function gameHeading(record: GameRecord): string {
  const { spec } = record;
  const { study, purpose, index } = spec.seed;
  const how = record.status === 'void' ? `void: ${record.voidReason ?? ''}` : (record.outcome?.ending ?? '');
  return `Game ${record.id}  ${gameById(spec.game).title}  seed ${study}/${purpose}/${index}, replicate ${spec.replicate}  (${how})`;
}

/** The whole game as text, hidden moves and forced decisions marked. */
export function fullTranscript(record: GameRecord, prompts: PromptLibrary): string {
  const game = gameById(record.spec.game);
  const lines = [gameHeading(record), '', ...record.names.map((_, seat) => seatLine(record, seat)), ''];
  let next = 0;
  record.events.forEach((event, index) => {
    while (next < record.decisions.length && (record.decisions[next] as DecisionRecord).eventCount <= index) {
      const note = decisionNote(record.decisions[next] as DecisionRecord, record.names);
      if (note !== undefined) lines.push(note);
      next += 1;
    }
    lines.push(`${prompts.event(game, event)}${audienceNote(event, record.names)}`);
  });
  return `${lines.join('\n')}\n`;
}

/** What one seat was told and saw, and nothing else. */
export function seatTranscript(record: GameRecord, prompts: PromptLibrary, seat: number): string {
  const game = gameById(record.spec.game);
  const lines = [
    `Game ${record.id}  ${game.title}  as ${record.names[seat] ?? ''} (seat ${seat}) saw it`,
    '',
    `Players: ${record.names.join(', ')}.`,
    prompts.seat(game, { secret: record.secrets[seat] ?? {} }),
    '',
    ...record.events.filter((event) => mayKnow(event, seat)).map((event) => prompts.event(game, event)),
  ];
  return `${lines.join('\n')}\n`;
}
