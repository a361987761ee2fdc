const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How much of its start a text shares with another. */
export interface SharedStart {
  /** UTF-16 units, as JavaScript counts. */
  readonly units: number;
  /** Unicode characters, as SQLite's `substr` counts. */
  readonly characters: number;
}

/**
 * The longest start that two texts have in common, never half a surrogate pair; both well-formed. Compares by halves, since
 * comparing two slices is far faster than comparing their characters one by one.
 */
export function sharedStart(a: string, b: string): SharedStart {
  const most = Math.min(a.length, b.length);
  let units = 0;
  for (let step = 2 ** Math.floor(Math.log2(Math.max(1, most))); step >= 1; step /= 2) {
    const end = units + step;
    if (end <= most && a.slice(units, end) === b.slice(units, end)) units = end;
  }
  const last = units === 0 ? 0 : a.charCodeAt(units - 1);
  if (last >= 0xd800 && last <= 0xdbff) units -= 1;
  return { units, characters: units - (a.slice(0, units).match(PAIR)?.length ?? 0) };
}
