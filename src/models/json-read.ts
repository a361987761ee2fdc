/** Reading of JSON that a server sent: what has the wrong type is as if absent. */

/** A property of an object; undefined when the value is no object. */
export function prop(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A property by a path of names. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(prop, value);
}

/** The value if it is a text, else ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value if it is a count (a whole number from 0), else undefined. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
