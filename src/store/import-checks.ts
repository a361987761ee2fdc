import { UserError } from '../base/errors.js';
import { cleanLine, shorten } from '../base/text.js';
import { gameIdOf } from '../players/game-spec.js';
import type { GameRecord } from '../players/game-spec.js';
import type { LineOf } from './export-lines.js';
import { withTexts } from './line-up.js';
import type { StoredLineUp } from './line-up.js';
import { isDropped } from './prune-calls.js';

/** Ends an import with what is wrong and where: `run.jsonl, line 7`. */
export function refuse(place: string, problem: string): never {
  throw new UserError('input.config', `${place}: ${problem}`);
}

/** Words of a file as a message may show them. */
export function quoted(text: string): string {
  return `"${shorten(cleanLine(text), 60)}"`;
}

/** Refuses a call that could not be read back. */
export function checkCall({ status, faults, whole }: LineOf<'call'>, place: string): void {
  if (status === 'fault' && faults.length === 0) refuse(place, 'a call of status "fault" needs a fault');
  if (whole === null) return;
  const { key, schema, more, exact, sent, raw } = whole;
  if (isDropped(key) || (status === 'reply') !== (key !== '')) {
    refuse(place, 'a reply has a key of its own, and a fault has none');
  }
  for (const [name, text] of Object.entries({ schema, more, exact, sent, raw })) {
    try {
      if (text !== null) JSON.parse(text);
    } catch {
      refuse(place, `"${name}" must be JSON text`);
    }
  }
  if (more !== null && !Array.isArray(JSON.parse(more))) refuse(place, '"more" must be a JSON list');
}

/** The record of a game; refuses one that does not hang together or whose id is not that of its inputs. */
export function recordOf(line: LineOf<'game'>, place: string, textOf: (hash: string) => string): GameRecord {
  const { kind: _kind, tries: _tries, finishedAt: _finishedAt, diagnostics, spec, ...rest } = line;
  const { content, lineUp, ...inputs } = spec;
  const record = {
    ...rest,
    spec: {
      ...inputs,
      ...(content === undefined ? {} : { content: { hash: content, text: textOf(content) } }),
      lineUp: withTexts(lineUp as StoredLineUp, textOf),
    },
  } as unknown as GameRecord;
  const own = gameIdOf(record.spec);
  if (own !== record.id) {
    refuse(
      place,
      `the id of a game is a hash of its inputs, here ${own}, but the line says ${quoted(record.id)}`,
    );
  }
  const problem = shapeProblem(record, diagnostics);
  if (problem !== null) refuse(place, problem);
  return record;
}

/** What of a record does not hang together; null when all of it does. */
function shapeProblem(record: GameRecord, diagnostics: LineOf<'game'>['diagnostics']): string | null {
  const { names, roles, secrets, slots, outcome, spec, events, decisions } = record;
  const seats = spec.players;
  const lists = { names, roles, secrets, slots, ...(outcome === null ? {} : { rewards: outcome.rewards }) };
  const odd = Object.entries(lists).find(([, list]) => list.length !== seats);
  if (odd !== undefined)
    return `"${odd[0]}" must have one entry for each of ${seats} players, got ${odd[1].length}`;
  if ((outcome === null) !== (record.status === 'void'))
    return 'a game has an outcome if and only if it is finished';
  const known =
    spec.lineUp.by === 'side'
      ? ['main', 'alt']
      : spec.lineUp.by === 'focal'
        ? ['focal', 'others']
        : spec.lineUp.seats.map((_, seat) => String(seat));
  const slot = slots.find((name) => !known.includes(name));
  if (slot !== undefined) return `the line-up has no slot ${quoted(slot)}`;
  const named = [
    ...decisions.map(({ seat }) => seat),
    ...diagnostics.map(({ seat }) => seat),
    ...events.flatMap(({ audience, talk }) => [
      ...(audience === 'all' ? [] : audience),
      ...(talk ? [talk.seat] : []),
    ]),
    ...(outcome?.sharedByDesign ?? []).flat(),
  ];
  const seat = named.find((candidate) => candidate >= seats);
  if (seat !== undefined) return `seat ${seat} is named, but there are ${seats} players`;
  const event = diagnostics.find((measure) => measure.event >= events.length)?.event;
  return event === undefined ? null : `event ${event} is measured, but there are ${events.length}`;
}
