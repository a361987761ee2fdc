import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { cleanLine, listText, shorten } from '../base/text.js';
import type { Connection } from './connection.js';

/** Ids named in a message about an ambiguous prefix. */
const SHOWN = 3;
/** Ids among which a near one is looked for. */
const NEAR_AMONG = 1000;

const KINDS = {
  run: { table: 'runs', list: '"spartan runs" lists every run' },
  game: { table: 'games', list: '"spartan show RUN" lists the games of a run' },
} as const;

/**
 * The one id that begins with `prefix`.
 * Throws a `UserError` when there is none (with the nearest) or when several do.
 */
export function findId(connection: Connection, kind: keyof typeof KINDS, prefix: string): string {
  const { table, list } = KINDS[kind];
  const word = shorten(cleanLine(prefix), 60);
  const ids = connection.query<{ readonly id: string }>(
    `SELECT id FROM ${table} WHERE id >= ? AND id < ? || char(1114111) ORDER BY id LIMIT ${SHOWN + 1}`,
  );
  const found = prefix === '' ? [] : ids.all(prefix, prefix).map(({ id }) => id);
  const [only] = found;
  if (only !== undefined && (found.length === 1 || only === prefix)) return only;
  if (only !== undefined) {
    const more = found.length > SHOWN ? ', …' : '';
    throw new UserError(
      'input.unknown-name',
      `"${word}" is the beginning of several ${kind} ids (${listText(found.slice(0, SHOWN))}${more}); give more of the id`,
    );
  }
  const known = connection
    .query<{ readonly id: string }>(`SELECT id FROM ${table} ORDER BY rowid DESC LIMIT ${NEAR_AMONG}`)
    .all()
    .map(({ id }) => id);
  const near = nearest(word, known);
  throw new UserError(
    'input.unknown-name',
    `no ${kind} "${word}" in ${cleanLine(connection.path)}; ${near === undefined ? list : `did you mean "${near}"?`}`,
  );
}
