/** Throws a RangeError unless `value` is a count: a whole number from 0. */
export function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a whole number from 0, got ${value}`);
  }
}

/** Throws a RangeError unless `level` lies strictly between 0 and 1. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`a confidence level must lie between 0 and 1, got ${level}`);
  }
}
