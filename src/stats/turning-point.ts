/** Halvings after which an interval of length 1 is far below the spacing of doubles around any result of ours. */
const HALVINGS = 80;

/**
 * Where `isPast` turns from false to true between `low` and `high`, by bisection.
 * `isPast` is taken to be monotone; the answer is a point at which it is true, or `high`.
 */
export function turningPoint(isPast: (x: number) => boolean, low: number, high: number): number {
  let before = low;
  let past = high;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (before + past) / 2;
    if (middle <= before || middle >= past) break;
    if (isPast(middle)) past = middle;
    else before = middle;
  }
  return past;
}
