/** The notes of a builtin player's seat: maxims it goes by, and a ledger from which it goes on after the next game. */
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { Trait } from '../../games/engine/traits.js';
import { withinBudget } from '../../playbooks/budget.js';
import { graded, MAXIM_SIDES, parseMaxims, writeMaxim } from '../../players/builtin/maxims.js';
import type { Maxim, MaximSide } from '../../players/builtin/maxims.js';

/** How the games of a seat on one side went. */
export interface SideTally {
  readonly games: number;
  /** A draw is half a win. */
  readonly won: number;
}

/** All that a seat has learned. */
export interface SeatNotes {
  readonly tallies: ReadonlyMap<MaximSide, SideTally>;
  /** Not graded: small steps must add up. */
  readonly maxims: readonly Maxim[];
}

const SIDE_WORDS: Readonly<Record<MaximSide, string>> = {
  alt: 'Hidden side',
  main: 'Majority',
  any: 'No sides',
};

/** Evidence below this is not written: it would read back as none. */
const LEAST_EVIDENCE = 0.05;

function entry({ trait, strength, evidence }: Maxim): string {
  const sign = strength < 0 ? '−' : '+';
  return `${trait} ${sign}${Math.abs(strength).toFixed(2)}/${evidence.toFixed(1)}`;
}

function ledgerLine(side: MaximSide, { games, won }: SideTally, maxims: readonly Maxim[]): string {
  const entries = maxims
    .filter((maxim) => maxim.side === side && maxim.evidence >= LEAST_EVIDENCE)
    .map(entry);
  return `- ${SIDE_WORDS[side]}, ${games} games, ${won} won: ${entries.join(', ') || 'nothing yet'}`;
}

/** What there is to go by, the strongest first. */
function adviceOf({ maxims }: SeatNotes): readonly Maxim[] {
  return maxims
    .filter((maxim) => graded(maxim).strength !== 0)
    .toSorted((a, b) => Math.abs(b.strength) - Math.abs(a.strength));
}

function written(notes: SeatNotes, advice: readonly Maxim[]): string {
  const ledger = MAXIM_SIDES.flatMap((side) => {
    const tally = notes.tallies.get(side);
    return tally === undefined ? [] : [ledgerLine(side, tally, notes.maxims)];
  });
  const parts = [
    ...(advice.length === 0
      ? []
      : ['What I go by:', advice.map((maxim) => `- ${writeMaxim(maxim)}`).join('\n')]),
    ...(ledger.length === 0 ? [] : ['My ledger, points of win chance / clear choices:', ledger.join('\n')]),
  ];
  return parts.join('\n\n');
}

/**
 * A seat's notes as text: the whole ledger, and as many maxims as the budget has room for, the strongest first.
 *
 * @returns null when not even the ledger fits
 */
export async function writeSeatNotes(notes: SeatNotes, budget: number): Promise<string | null> {
  const advice = adviceOf(notes);
  const fits = async (count: number): Promise<boolean> =>
    (await withinBudget(written(notes, advice.slice(0, count)), budget)).ok;
  let count = advice.length;
  while (count > 0 && !(await fits(count))) count -= 1;
  return count === 0 && !(await fits(0)) ? null : written(notes, advice.slice(0, count));
}

const LEDGER = new RegExp(
  `^\\s*[-*+]?\\s*(${Object.values(SIDE_WORDS).join('|')}), (\\d{1,6}) games?, (\\d{1,6}(?:\\.\\d)?) won:(.*)$`,
  'i',
);
const ENTRY = /([a-z]+) ([+\-–−])(\d{1,3}(?:\.\d{1,3})?)\/(\d{1,6}(?:\.\d)?)/g;

function isTrait(name: string): name is Trait {
  return TRAIT_NAMES.some((trait) => trait === name);
}

function ledgerEntries(side: MaximSide, text: string): Maxim[] {
  return [...text.matchAll(ENTRY)].flatMap(([, trait = '', sign = '', strength = '', evidence = '']) =>
    isTrait(trait)
      ? [{ side, trait, strength: (sign === '+' ? 1 : -1) * Number(strength), evidence: Number(evidence) }]
      : [],
  );
}

/**
 * Reads a seat's notes. A maxim that says something else than the ledger was changed by hand and wins. Any text is
 * taken: what holds neither says nothing.
 */
export function parseSeatNotes(text: string): SeatNotes {
  const tallies = new Map<MaximSide, SideTally>();
  const known = new Map<string, Maxim>();
  for (const line of text.split('\n')) {
    const [, words = '', games = '', won = '', entries = ''] = LEDGER.exec(line) ?? [];
    const side = MAXIM_SIDES.find((id) => SIDE_WORDS[id].toLowerCase() === words.toLowerCase());
    if (side === undefined) continue;
    tallies.set(side, { games: Number(games), won: Number(won) });
    for (const maxim of ledgerEntries(side, entries)) known.set(`${side}/${maxim.trait}`, maxim);
  }
  for (const maxim of parseMaxims(text)) {
    const key = `${maxim.side}/${maxim.trait}`;
    const exact = known.get(key);
    const same = exact === undefined ? undefined : graded(exact);
    if (same?.strength !== maxim.strength || same.evidence !== maxim.evidence) known.set(key, maxim);
  }
  const maxims = MAXIM_SIDES.flatMap((side) =>
    TRAIT_NAMES.flatMap((trait) => known.get(`${side}/${trait}`) ?? []),
  );
  return { tallies, maxims };
}

/**
 * A seat's notes with other maxims in the place of all it has learned, in the same form: as many to go by, again the
 * strongest.
 *
 * @param change gives a maxim for each it is given, on the same sides and traits
 */
export function rewrittenSeatNotes(
  text: string,
  change: (maxims: readonly Maxim[]) => readonly Maxim[],
): string {
  const { tallies, maxims } = parseSeatNotes(text);
  const notes = { tallies, maxims: change(maxims) };
  return written(notes, adviceOf(notes).slice(0, parseMaxims(text).length));
}
