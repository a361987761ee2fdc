import type { Command } from 'commander';
import { DEFAULT_SETTINGS } from '../report/leaderboard/rate.js';
import type { RatingSettings } from '../report/leaderboard/rate.js';
import { oneOf, wholeNumber } from './options.js';

/** Forms of a leaderboard, and the games themselves as `tournament import` reads them. */
export const FORMATS = ['text', 'json', 'md', 'csv', 'html', 'jsonl'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** A form of a leaderboard. */
export type BoardFormat = Exclude<Format, 'jsonl'>;

/** Options of how games become ratings, as parsed. */
export interface RatingOptions {
  readonly ties: RatingSettings['ties'];
  readonly tieWeight: RatingSettings['tieWeight'];
  readonly bootstrap: RatingSettings['bootstrap'];
  readonly resamples: number;
}

/** Adds the options of everything that rates games. */
export function addRatingOptions(command: Command): Command {
  return command
    .option(
      '--ties <rule>',
      'designed-out leaves out pairs that are equal by design, all counts them as ties',
      oneOf(['designed-out', 'all'] as const),
      DEFAULT_SETTINGS.ties,
    )
    .option(
      '--tie-weight <weight>',
      'a tie is a win for both (full) or half a win for both (half)',
      oneOf(['full', 'half'] as const),
      DEFAULT_SETTINGS.tieWeight,
    )
    .option(
      '--bootstrap <unit>',
      'what is resampled: games, or pairs as the published reference does',
      oneOf(['games', 'pairs'] as const),
      DEFAULT_SETTINGS.bootstrap,
    )
    .option(
      '--resamples <n>',
      'resamples of the intervals',
      wholeNumber(100, 100_000),
      DEFAULT_SETTINGS.resamples,
    );
}

/** The settings that the options stand for. */
export function ratingSettings(options: RatingOptions, seed: number): RatingSettings {
  const { ties, tieWeight, bootstrap, resamples } = options;
  return { ties, tieWeight, bootstrap, resamples, seed };
}
