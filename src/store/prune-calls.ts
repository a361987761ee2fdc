/** Begins the key of a call whose texts were dropped: no call's own key, a hash, begins so. */
const DROPPED = 'dropped:';

/** True for the key of a call that keeps what it took, but whose texts are gone. */
export function isDropped(key: string): boolean {
  return key.startsWith(DROPPED);
}

/** SQL: the condition that a call's texts are gone. */
export const IS_DROPPED_SQL = `coalesce(c.key, '') LIKE '${DROPPED}%'`;

/**
 * SQL: what is set to drop a call's texts. Its row stays, so that costs and lists stay; it can no longer be
 * replayed. The key of a reply becomes one that nothing is ever asked by, and that is its own.
 */
export const DROP_TEXTS_SQL = `key = CASE status WHEN 'reply' THEN '${DROPPED}' || id END, base = NULL, shared = 0,
  schema_name = NULL, schema = NULL, system = NULL, prompt = NULL, more = NULL, text = NULL, reasoning = NULL,
  exact = NULL, sent = NULL, raw = NULL`;
