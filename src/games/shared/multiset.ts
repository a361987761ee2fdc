/** The list without one copy of each of the `gone`, order kept. Throws when a copy is missing. */
export function without<T>(items: readonly T[], gone: readonly T[]): T[] {
  const left = [...items];
  for (const item of gone) {
    const at = left.indexOf(item);
    if (at < 0) throw new Error(`"${String(item)}" is not in the list`);
    left.splice(at, 1);
  }
  return left;
}
