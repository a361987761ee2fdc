/**
 * Moves that builtin players consider in Undercover, from the seat's view alone. What is true of a word is common
 * knowledge: players describe with phrases of the shipped list, and tell from a phrase whether it fits their own
 * word. With a word of another list they describe in general terms.
 */
import { shorten } from '../../base/text.js';
import type { Decision } from '../engine/actions.js';
import type { Candidate, GameEvent, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { ballotMoves, standingOf, traitsAgainst } from '../shared/accusations.js';
import { clamp, roundPick, textLimit, variantOf } from '../shared/candidate-tools.js';
import type { Standing } from '../shared/accusations.js';
import { textOf } from '../shared/answers.js';
import { highest } from '../shared/opinions.js';
import { shippedContent } from './content.js';

/** What people associate with a word. */
interface Associations {
  readonly own: readonly string[];
  readonly shared: readonly string[];
  /** True of the word it is easily confused with. */
  readonly foreign: readonly string[];
}

const associations: ReadonlyMap<string, Associations> = new Map(
  shippedContent.pairs.flatMap(({ words: [first, second], shared = [] }) => {
    const [own, foreign] = [first.own ?? [], second.own ?? []];
    return [
      [first.word, { own, shared, foreign }],
      [second.word, { own: foreign, shared, foreign: own }],
    ] as const;
  }),
);

/** Descriptions in general terms, for whoever has no better phrase. */
export const GENERAL = [
  'is something most people have met before',
  'has been around for longer than any of us',
  'is easier to recognise than to put into words',
  'is nothing I would ever be afraid of',
] as const;

/** Sentences around a phrase about the word; `PHRASE` stands for it. */
export const AROUND_PHRASE = [
  'What I have been given PHRASE, as I think several of us can say.',
  'Mine PHRASE, and that may be enough for now.',
  'I would put it this way, that it PHRASE.',
  'Most people would tell you that it PHRASE, and so do I.',
  'Without giving too much away, it PHRASE.',
] as const;

/** The same with an accusation; `WHO` stands for a name. */
export const WITH_ACCUSATION = [
  'It PHRASE, and I suspect WHO of having something else.',
  'Mine PHRASE, so I am wary of WHO after all we have heard.',
  'It PHRASE, which is why I doubt WHO more than anyone.',
] as const;

type Fit = 'own' | 'shared' | 'foreign' | 'unknown';

function fitOf(event: GameEvent, known: Associations): Fit {
  const text = textOf(event.data, 'text');
  const has = (phrases: readonly string[]): boolean => phrases.some((phrase) => text.includes(phrase));
  return has(known.own) ? 'own' : has(known.foreign) ? 'foreign' : has(known.shared) ? 'shared' : 'unknown';
}

/** How a description speaks against its speaker, for one who has the word. */
const WEIGHT: Readonly<Record<Fit, number>> = { own: -0.7, shared: -0.1, foreign: 0.8, unknown: 0.15 };

/** What the descriptions of the game come to for one who has a word. */
interface Heard {
  readonly against: readonly number[];
  /** Other players who have shown to have the same word, and the other one. */
  readonly same: number;
  readonly other: number;
}

function hear(view: View, known: Associations): Heard {
  const against = view.players.map(() => 0);
  const [same, other] = [new Set<Seat>(), new Set<Seat>()];
  for (const event of view.events) {
    const { talk } = event;
    if (talk === undefined || talk.seat === view.seat) continue;
    const fit = fitOf(event, known);
    against[talk.seat] = (against[talk.seat] ?? 0) + WEIGHT[fit];
    if (fit === 'own') same.add(talk.seat);
    if (fit === 'foreign') other.add(talk.seat);
  }
  return { against: against.map(clamp), same: same.size, other: other.size };
}

function stillIn(view: View): Seat[] {
  const round = view.events.findLast(({ type }) => type === 'round');
  const order = (round?.data['order'] ?? []) as readonly string[];
  return view.players.flatMap((name, seat) => (order.includes(name) && seat !== view.seat ? [seat] : []));
}

function describing(text: string, traits: TraitVector, limit: number): Candidate {
  return { action: { action: 'describe', text: shorten(text, limit) }, traits };
}

function descriptions(standing: Standing, known: Associations, decision: Decision): Candidate[] {
  const { view, hidden, others, evidence } = standing;
  const limit = textLimit(decision, 'text');
  const variant = variantOf(view);
  const around = (phrase: string, shift: number): string =>
    roundPick(AROUND_PHRASE, variant + shift).replace('PHRASE', phrase);
  const own = roundPick(known.own.length > 0 ? known.own : GENERAL, variant);
  const shared = roundPick(known.shared.length > 0 ? known.shared : GENERAL, variant + 1);
  const general = roundPick(GENERAL, variant + 2);
  const accused = highest(others, (seat) => evidence[seat] ?? 0, variant);
  const moves = [
    describing(around(own, 0), { share: 0.8, risk: 0.4, bluff: -0.3, blend: hidden ? -0.6 : 0.3 }, limit),
    describing(around(shared, 1), { share: 0.2, risk: -0.3, blend: 0.3 }, limit),
    describing(around(general, 2), { share: -0.6, risk: -0.2, blend: -0.3, patience: 0.3 }, limit),
  ];
  if (hidden && known.foreign.length > 0) {
    const text = around(roundPick(known.foreign, variant), 3);
    moves.push(describing(text, { bluff: 0.8, blend: 0.6, listen: 0.3, risk: 0.3 }, limit));
  }
  if (accused !== undefined) {
    const text = roundPick(WITH_ACCUSATION, variant)
      .replace('PHRASE', shared)
      .replace('WHO', view.players[accused] ?? '');
    const traits = { ...traitsAgainst(standing, accused, 0.6), assert: 0.6, share: 0.2, patience: -0.3 };
    moves.push(describing(text, traits, limit));
  }
  return moves;
}

/** Legal moves for a decision of Undercover, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const word = textOf(view.secret, 'word');
  const known = associations.get(word) ?? { own: [], shared: [], foreign: [] };
  const heard = hear(view, known);
  const { role } = view.secret;
  // Whoever is not told its side takes itself for one of the minority once more players have the other word.
  const hidden = role === null ? heard.other > heard.same + 1 : role === 'Undercover';
  // The majority goes by its own word; those of the minority know that it counts the other way.
  const evidence = hidden ? heard.against.map((value) => -value) : heard.against;
  const standing = standingOf(view, stillIn(view), evidence, { hidden });
  return decision.kind === 'describe' ? descriptions(standing, known, decision) : ballotMoves(standing);
}
