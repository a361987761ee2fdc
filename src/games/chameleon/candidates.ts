/**
 * Moves that builtin players consider in The Chameleon, from the seat's view alone. Which words a clue fits is
 * common knowledge: players give clues of the shipped list and understand each other's. In a category of another
 * list they give clues in general terms.
 */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { ballotMoves, standingOf, talkMoves } from '../shared/accusations.js';
import { clamp, roundPick, speechMove, textLimit, variantOf } from '../shared/candidate-tools.js';
import { sameAnswer, textOf } from '../shared/answers.js';

import { shippedContent } from './content.js';
import { PLAIN_CLUES } from './rules.js';

/** For each category its clues, each with the words it fits. */
const cluesOf: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  shippedContent.categories.map(({ name, clues = {} }) => [name, new Map(Object.entries(clues))]),
);

/** What one says of one's own clue; `CLUE` stands for it. */
export const OWN_CLUE = [
  'My clue was CLUE, and if you have the word in mind you see at once why I chose it.',
  'I said CLUE because it is true without being a present to the Chameleon, nothing more.',
  'Take CLUE and the word together, then ask yourselves whether somebody else could have come up with it.',
  'With CLUE I wanted to show the rest of you that I know, and keep the stranger guessing.',
] as const;

interface Given {
  readonly seat: number;
  readonly clue: string;
}

/** What a table of The Chameleon looks like from one seat. */
interface Position {
  readonly view: View;
  readonly clues: ReadonlyMap<string, readonly string[]>;
  readonly given: readonly Given[];
  /** The secret word; undefined for the Chameleon. */
  readonly word: string | undefined;
  /** For the Chameleon: the list, likeliest words first, with the number of clues each fits. */
  readonly ranked: readonly { readonly word: string; readonly fits: number }[];
}

function positionOf(view: View): Position {
  const category = view.events.find(({ type }) => type === 'category')?.data['category'];
  const clues = cluesOf.get(typeof category === 'string' ? category : '') ?? new Map<string, string[]>();
  const given = view.events.flatMap(({ type, data, talk }) =>
    type === 'clue' && talk !== undefined ? [{ seat: talk.seat, clue: textOf(data, 'text') }] : [],
  );
  const { word, list } = view.secret;
  const heard = given.filter(({ seat }) => seat !== view.seat);
  const ranked = ((list ?? []) as readonly string[])
    .map((option) => ({
      word: option,
      fits: heard.filter(({ clue }) => clues.get(clue)?.includes(option) === true).length,
    }))
    .sort((a, b) => b.fits - a.fits);
  return { view, clues, given, word: typeof word === 'string' ? word : undefined, ranked };
}

/** How each seat's clue speaks against it, for one who takes `word` for the secret word. */
function evidenceFor({ view, clues, given }: Position, word: string | undefined): number[] {
  const against = view.players.map(() => 0);
  for (const { seat, clue } of given) {
    const fits = clues.get(clue);
    const known = fits !== undefined && word !== undefined;
    const value = clue === '' ? 0.8 : !known ? 0.2 : fits.includes(word) ? -1 / (fits.length + 1) - 0.2 : 0.8;
    against[seat] = clamp(value);
  }
  return against;
}

function clueMoves(position: Position, decision: Decision): Candidate[] {
  const { view, clues, given, ranked } = position;
  const variant = variantOf(view) + (ranked.length > 0 ? 5 : 0);
  const refine = decision.forms[0]?.refine;
  const legal = (clue: string): boolean => refine?.({ action: 'clue', word: clue }) === undefined;
  const moves = new Map<string, TraitVector>();
  const add = (clue: string | undefined, traits: TraitVector): void => {
    if (clue !== undefined && !moves.has(clue) && legal(clue)) moves.set(clue, traits);
  };
  const pick = (options: readonly string[]): string | undefined =>
    options.length === 0 ? undefined : roundPick(options, variant);
  const taken = given.map(({ clue }) => clue).filter((clue) => clue !== '');
  const hidden = position.word === undefined;
  // The Chameleon aims at the word it takes for likeliest, or at any while nobody has given it a hint.
  const target = position.word ?? roundPick(ranked, ranked[0]?.fits === 0 ? variant : 0).word;
  const fitting = [...clues].filter(([clue, fits]) => fits.includes(target) && !taken.includes(clue));
  const telling = fitting.filter(([, fits]) => fits.length <= 2).map(([clue]) => clue);
  const vague = fitting.filter(([, fits]) => fits.length > 2).map(([clue]) => clue);
  const informed = hidden ? ((ranked[0]?.fits ?? 0) > 0 ? 0.6 : -0.3) : 0;
  const bluff = hidden ? 0.6 : -0.3;
  add(pick(telling), { share: 0.8, risk: 0.6, blend: 0.3, bluff, listen: informed });
  add(pick(vague), { share: 0.3, risk: -0.3, blend: 0.4, bluff: bluff / 2, listen: informed });
  const repeat = taken.at(-1);
  add(repeat, { conform: 0.6, listen: 0.4, share: -0.4, blend: -0.2 });
  add(pick([...clues.keys()]), { risk: 0.5, blend: -0.5, share: -0.5, bluff: 0.3 });
  for (const shift of [0, 1]) {
    add(roundPick(PLAIN_CLUES, variant + shift), {
      share: -0.7,
      blend: -0.3,
      risk: -0.2,
      patience: 0.3 + 0.2 * shift,
    });
  }
  return [...moves].map(([word, traits]) => ({ action: { action: 'clue', word }, traits }));
}

/** The Chameleon's guesses: the likeliest words, and two that the clues say nothing for. */
function guesses({ ranked }: Position): Candidate[] {
  const most = Math.max(1, ranked[0]?.fits ?? 1);
  const chosen = [...ranked.slice(0, 4), ...ranked.slice(-2)];
  return [...new Set(chosen)].map(({ word, fits }) => ({
    action: { action: 'guess', word },
    traits: { listen: (2 * fits) / most - 1, suspect: fits / most - 0.5, risk: 0.5 - fits / most },
  }));
}

/** Legal moves for a decision of The Chameleon, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const position = positionOf(view);
  if (decision.kind === 'clue') return clueMoves(position, decision);
  if (decision.kind === 'guess') return guesses(position);
  const hidden = position.word === undefined;
  const others = view.players.map((_, seat) => seat).filter((seat) => seat !== view.seat);
  const evidence = evidenceFor(position, position.word ?? position.ranked[0]?.word);
  const standing = standingOf(view, others, evidence, { hidden });
  if (decision.kind === 'vote') return ballotMoves(standing);
  const limit = textLimit(decision, 'text');
  const own = position.given.find(({ seat }) => seat === view.seat)?.clue ?? '';
  if (own === '' || sameAnswer(own, position.word ?? '')) return talkMoves(standing, limit);
  const text = roundPick(OWN_CLUE, variantOf(view)).replaceAll('CLUE', own);
  const traits = { share: 0.5, assert: 0.2, risk: 0.2, blend: 0.2, bluff: hidden ? 0.6 : -0.4 };
  return [speechMove(text, traits, limit), ...talkMoves(standing, limit)];
}
