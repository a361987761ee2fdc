import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../base/errors.js';
import { parsePrices, priceBook } from '../models/prices.js';
import type { PriceBook } from '../models/prices.js';

const MAX_PRICES_BYTES = 1024 * 1024;

/**
 * Every price that is known: those of the user's file, where one is named, before those that are shipped.
 * Throws a `UserError` that names the file and what is wrong in it.
 */
export function readPrices(path: string | undefined): PriceBook {
  if (path === undefined) return priceBook(null);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > MAX_PRICES_BYTES) {
    throw new UserError(
      'input.config',
      `--prices ${path}: expected a JSON or YAML file of at most ${MAX_PRICES_BYTES} bytes, and there is none`,
    );
  }
  return priceBook(parsePrices(readFileSync(path, 'utf8'), path));
}
