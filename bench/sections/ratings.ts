import type { Figure, Section, Target } from '../figures.js';
import { onMachine } from '../machine.js';
import { benchRatings } from '../ratings.js';

/** Targets by the unit and a word of the figure's name. */
const TARGETS: readonly { readonly unit: string; readonly word: string; readonly target: Target }[] = [
  { unit: 'Elo', word: 'error', target: { atMost: 0.01 } },
  { unit: 's', word: 'resamples', target: { atMost: 0.1, aim: 0.03 } },
  { unit: 's', word: 'stored games', target: { atMost: 0.1, aim: 0.02 } },
];

/** How exact ratings are, and how long they take. */
export async function ratingsSection(): Promise<Section> {
  const { result, machineMs } = await onMachine(benchRatings);
  const figures = result.map(({ what, value, unit, reference }): Figure => {
    const published = Number(reference);
    const found = TARGETS.find((entry) => entry.unit === unit && what.includes(entry.word));
    return {
      what,
      value,
      unit,
      ...(Number.isNaN(published) ? { note: reference } : { reference: published }),
      ...(found === undefined ? {} : { target: found.target }),
      ...(unit === 'Elo' ? { counted: true } : { machineMs }),
    };
  });
  return { title: 'Ratings', figures };
}
