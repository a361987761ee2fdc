/** Schemas that are made once: the same forms come up in game after game. */
const FORM_CACHE_SIZE = 4096;

/** The value of a key, made when it is asked for the first time. A full cache is emptied. */
export function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const hit = cache.get(key);
  if (hit !== undefined) return hit;
  if (cache.size >= FORM_CACHE_SIZE) cache.clear();
  const made = make();
  cache.set(key, made);
  return made;
}
