/**
 * Moves that builtin players consider in Spyfall, from the seat's view alone. What a place is known for is common
 * knowledge: hints are words of the shipped list, and a hint is understood by whoever hears it. At a table with
 * a list of its own, players hint in general terms.
 */
import { wordsOf } from '../../base/words.js';
import type { Decision } from '../engine/actions.js';
import type { Candidate, GameEvent, Seat, View } from '../engine/definition.js';
import { ballotMoves, standingOf, talkMoves } from '../shared/accusations.js';
import { clamp, roundPick, speechMove, textLimit, variantOf } from '../shared/candidate-tools.js';
import type { Standing } from '../shared/accusations.js';

import { shippedContent } from './content.js';
import type { SpyfallLocation } from './content.js';

/** A word that is said of places, and the places it fits. */
interface Hint {
  readonly word: string;
  readonly kind: 'people' | 'objects' | 'actions';
  readonly places: readonly string[];
}

const KINDS = ['people', 'objects', 'actions'] as const;

const placeByName = new Map<string, SpyfallLocation>(
  shippedContent.locations.map((place) => [place.name, place]),
);

const hints: ReadonlyMap<string, Hint> = (() => {
  const found = new Map<string, Hint>();
  for (const place of shippedContent.locations) {
    for (const kind of KINDS) {
      for (const word of place[kind] ?? []) {
        const places = [...(found.get(word)?.places ?? []), place.name];
        found.set(word, { word, kind, places });
      }
    }
  }
  return found;
})();

const hintsByPlace = new Map<string, readonly Hint[]>(
  [...placeByName].map(([name, place]) => [
    name,
    KINDS.flatMap((kind) => place[kind] ?? []).flatMap((word) => hints.get(word) ?? []),
  ]),
);

/** Hints in general terms, for whoever knows no better. */
export const GENERAL = [
  'Let me put it like this: you would notice quickly if you were in the wrong spot, and I do not feel wrong.',
  'One hears certain sounds all day, and after an hour you hardly mind them any longer.',
  'I would not come here in my best shoes, but some do, and nobody stares.',
  'It is rather different early and late, as most of you should be able to confirm.',
  'You need a reason to come, though not everyone has the same one, if you follow me.',
  'My family would like it here at first and then ask when we go home.',
] as const;

/** Sentences around a hint, by its kind; `HINT` stands for the word. */
export const AROUND_HINT = {
  people: [
    'Sooner or later you will come across a HINT, and that is as much as I care to give away.',
    'Has anyone else spoken to the HINT yet? I think we all know why that matters.',
    'Without a HINT this would hardly work, so that is my small proof for the rest of you.',
  ],
  objects: [
    'When I close my eyes I see the HINT first, and I expect that most of you do too.',
    'Think of the HINT, and you will understand that I know exactly what we are all about.',
    'I would miss the HINT most of all, and those who belong here will agree.',
  ],
  actions: [
    'Much of what goes on is HINT, at least whenever I happen to be around.',
    'I have done my share of HINT, as you do, and nobody thought it strange.',
    'If you are not HINT yourself you will at least have to put up with others who are.',
  ],
} as const;

function hintText({ word, kind }: Hint, variant: number): string {
  return roundPick(AROUND_HINT[kind], variant).replace('HINT', word);
}

const heard = new WeakMap<GameEvent, readonly Hint[]>();

/** The hints in an utterance. */
function hintsIn(event: GameEvent): readonly Hint[] {
  const known = heard.get(event);
  if (known !== undefined) return known;
  const text = event.talk === undefined ? undefined : event.data['text'];
  const found = typeof text !== 'string' ? [] : wordsOf(text).flatMap((word) => hints.get(word) ?? []);
  heard.set(event, found);
  return found;
}

/** Places by how many of the hints given by others fit them, best first; of equal ones in the list's order. */
function likelyPlaces(view: View): string[] {
  const fits = new Map<string, number>();
  for (const event of view.events) {
    if (event.talk === undefined || event.talk.seat === view.seat) continue;
    for (const { places } of hintsIn(event)) {
      for (const place of places) fits.set(place, (fits.get(place) ?? 0) + 1);
    }
  }
  return [...fits].sort(([, a], [, b]) => b - a).map(([place]) => place);
}

/** How each seat's hints speak against it, if `place` is where everybody is. */
function evidenceFor(view: View, place: string | undefined): number[] {
  const against = view.players.map(() => 0);
  for (const event of view.events) {
    if (event.talk === undefined) continue;
    const said = hintsIn(event);
    const { seat } = event.talk;
    const fitting = said.filter(({ places }) => place !== undefined && places.includes(place));
    const change =
      said.length === 0 ? 0.1 : fitting.length > 0 ? -0.5 / (fitting[0]?.places.length ?? 1) - 0.1 : 0.6;
    against[seat] = (against[seat] ?? 0) + change;
  }
  return against.map(clamp);
}

function stillIn(view: View): Seat[] {
  const round = view.events.findLast(({ type }) => type === 'round');
  const order = (round?.data['order'] ?? []) as readonly string[];
  return view.players.flatMap((name, seat) => (order.includes(name) && seat !== view.seat ? [seat] : []));
}

/** Hints of one who knows the place: a telling one and one that fits many places. */
function knowingHints(view: View, place: string, limit: number): Candidate[] {
  const variant = variantOf(view);
  const known = hintsByPlace.get(place) ?? [];
  if (known.length === 0) return [];
  const bySpread = known.toSorted((a, b) => a.places.length - b.places.length);
  const third = Math.ceil(bySpread.length / 3);
  const telling = roundPick(bySpread.slice(0, third), variant);
  const vague = roundPick(bySpread.slice(-third), variant);
  return [
    speechMove(hintText(telling, variant), { share: 0.8, blend: 0.4, risk: 0.5, bluff: -0.3 }, limit),
    speechMove(hintText(vague, variant + 1), { share: 0.3, blend: 0.3, risk: -0.3 }, limit),
  ];
}

/** Hints of the Spy: one for the place it takes for likeliest, and any one. */
function pretendedHints(view: View, likely: string | undefined, limit: number): Candidate[] {
  const variant = variantOf(view);
  const any = roundPick([...hints.values()], variant * 7);
  const guess = speechMove(hintText(any, variant), { bluff: 0.6, share: 0.2, risk: 0.6 }, limit);
  const fitting = hintsByPlace.get(likely ?? '') ?? [];
  if (fitting.length === 0) return [guess];
  const text = hintText(roundPick(fitting, variant), variant + 1);
  return [speechMove(text, { bluff: 0.6, listen: 0.7, blend: 0.5, share: 0.2 }, limit), guess];
}

function speeches(standing: Standing, place: string | undefined, limit: number): Candidate[] {
  const { view, hidden } = standing;
  const general = roundPick(GENERAL, variantOf(view));
  return [
    ...(hidden ? pretendedHints(view, place, limit) : knowingHints(view, place ?? '', limit)),
    speechMove(general, { share: -0.2, blend: -0.2, risk: -0.2, bluff: hidden ? 0.3 : 0 }, limit),
    ...talkMoves(standing, limit),
  ];
}

/** Naming the likeliest places, or none. */
function guesses(view: View): Candidate[] {
  const shown = view.events.find(({ type }) => type === 'locations')?.data['list'];
  const listed = (shown ?? [...placeByName.keys()]) as readonly string[];
  const likely = likelyPlaces(view).filter((place) => listed.includes(place));
  const named = likely.length > 0 ? likely.slice(0, 3) : listed.slice(0, 2);
  return [
    { action: { action: 'pass' }, traits: { patience: 0.7, risk: -0.5 } },
    ...named.map((location, rank) => ({
      action: { action: 'guess', location },
      traits: { risk: 0.6, patience: -0.7, listen: likely.length > 0 ? 0.8 - 0.5 * rank : -0.5 },
    })),
  ];
}

/** Legal moves for a decision of Spyfall, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  if (decision.kind === 'guess') return guesses(view);
  const own = view.secret['location'];
  const hidden = typeof own !== 'string';
  const place = hidden ? likelyPlaces(view)[0] : own;
  const standing = standingOf(view, stillIn(view), evidenceFor(view, place), { hidden });
  return decision.kind === 'speak'
    ? speeches(standing, place, textLimit(decision, 'text'))
    : ballotMoves(standing);
}
