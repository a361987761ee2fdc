/** Moves that builtin players consider in Coup, from the seat's view alone, annotated with traits. */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { clamp, distinctMoves, lastEvent } from '../shared/candidate-tools.js';
import { without } from '../shared/multiset.js';
import { CHARACTERS, COPIES, MOVES } from './cards.js';
import type { Card, Move } from './cards.js';

interface Standing {
  readonly player: string;
  readonly coins: number;
  readonly cards: number;
  readonly lost: readonly Card[];
}

/** What a seat knows of the table. */
interface Table {
  readonly me: string;
  readonly hand: readonly Card[];
  /** Everyone's coins and cards as of the current declaration. */
  readonly rows: readonly Standing[];
  /** Characters each player has claimed so far, own claims included. */
  readonly claims: ReadonlyMap<string, readonly string[]>;
  /** Players caught with a false claim. */
  readonly caught: ReadonlySet<string>;
  /** What each player has done to me: targeted, blocked or challenged me. */
  readonly hostile: ReadonlyMap<string, number>;
  readonly declared: { readonly player: string; readonly move: Move; readonly target: string | null } | null;
  readonly block: { readonly player: string; readonly role: Card } | null;
}

function tableOf(view: View): Table {
  const me = view.self;
  const claims = new Map<string, string[]>();
  const caught = new Set<string>();
  const hostile = new Map<string, number>();
  const claim = (player: string, card: string): void => {
    const known = claims.get(player) ?? [];
    if (!known.includes(card)) claims.set(player, [...known, card]);
  };
  const offend = (player: string): void => void hostile.set(player, (hostile.get(player) ?? 0) + 1);
  let declared: Table['declared'] = null;
  let block: Table['block'] = null;
  for (const { type, data } of view.events) {
    const player = data['player'] as string;
    switch (type) {
      case 'turn':
        declared = null;
        block = null;
        break;
      case 'declare':
        declared = { player, move: data['move'] as Move, target: data['target'] as string | null };
        if (typeof data['claims'] === 'string') claim(player, data['claims']);
        if (declared.target === me) offend(player);
        break;
      case 'block':
        block = { player, role: data['role'] as Card };
        claim(player, block.role);
        if (declared?.player === me) offend(player);
        break;
      case 'challenge':
        if (data['claimant'] === me) offend(data['challenger'] as string);
        if (data['held'] === false) caught.add(data['claimant'] as string);
        break;
    }
  }
  return {
    me,
    hand: (lastEvent(view.events, 'hand')?.data['cards'] ?? []) as readonly Card[],
    rows: (lastEvent(view.events, 'turn')?.data['table'] ?? []) as unknown as readonly Standing[],
    claims,
    caught,
    hostile,
    declared,
    block,
  };
}

/** How often a player without a character is expected to claim it; a caught one is thought bolder. */
const BLUFF_RATE = 0.35;
const CAUGHT_BLUFF_RATE = 0.6;

/**
 * How likely a claim is true: the chance that a hand of that size has one of the copies the seat cannot see,
 * weighed against the chance of a bluff.
 */
function truthOf(table: Table, player: string, card: Card): number {
  const seen = table.rows.flatMap(({ lost }) => lost).concat(table.hand);
  const unseen = COPIES - seen.filter((other) => other === card).length;
  const pool = CHARACTERS.length * COPIES - seen.length;
  const cards = table.rows.find((row) => row.player === player)?.cards ?? 1;
  let none = 1;
  for (let drawn = 0; drawn < cards; drawn += 1) none *= Math.max(0, pool - unseen - drawn) / (pool - drawn);
  const held = 1 - none;
  const bluff = table.caught.has(player) ? CAUGHT_BLUFF_RATE : BLUFF_RATE;
  return held / (held + (1 - held) * bluff);
}

/** How much of a threat a player is: cards first, then coins. */
function strength({ cards, coins }: Standing): number {
  return cards + coins / 10;
}

function rowOf(table: Table, player: string): Standing {
  return table.rows.find((row) => row.player === player) ?? { player, coins: 0, cards: 1, lost: [] };
}

/** How a move against a player looks: strong, hostile or caught ones are those the evidence points at. */
function against(table: Table, player: string): TraitVector {
  const others = table.rows.filter((row) => row.cards > 0 && row.player !== table.me);
  const average = others.reduce((sum, row) => sum + strength(row), 0) / Math.max(1, others.length);
  const grudge = Math.min(1, (table.hostile.get(player) ?? 0) / 2);
  return {
    suspect: clamp(strength(rowOf(table, player)) - average),
    loyalty: grudge > 0 ? 0.2 : -0.3,
    listen: grudge - 0.3,
  };
}

/** How a claim looks: held or not, believed or already worn by many. */
function claiming(table: Table, card: Card): TraitVector {
  const held = table.hand.includes(card);
  const mine = table.claims.get(table.me) ?? [];
  const seen = table.rows.flatMap(({ lost }) => lost).filter((lost) => lost === card).length;
  return {
    bluff: held ? -0.4 : 0.6,
    blend: mine.includes(card) ? 0.3 : mine.length >= 2 ? -0.3 : 0.1,
    risk: held ? -0.2 : 0.4 + 0.2 * seen,
  };
}

function sumOf(...vectors: readonly TraitVector[]): TraitVector {
  const sum: Record<string, number> = {};
  for (const vector of vectors) {
    for (const [trait, value] of Object.entries(vector)) sum[trait] = (sum[trait] ?? 0) + value;
  }
  return sum;
}

const CONDUCT: Readonly<Record<Move, TraitVector>> = {
  income: { patience: 0.5, blend: 0.4, risk: -0.4, assert: -0.4 },
  foreign_aid: { patience: 0.3, control: 0.2, blend: 0.2, assert: -0.1 },
  tax: { control: 0.5, patience: 0.2, assert: 0.2 },
  steal: { control: 0.4, assert: 0.4 },
  assassinate: { assert: 0.6, patience: -0.4, control: -0.2 },
  exchange: { probe: 0.6, control: 0.2, patience: 0.3 },
  coup: { assert: 0.6, patience: -0.3, risk: -0.3 },
};

/** The strongest and the most hostile of the players a move can be aimed at. */
function targets(table: Table, options: readonly string[]): string[] {
  const by = (value: (player: string) => number): string | undefined =>
    options.toSorted((a, b) => value(b) - value(a))[0];
  const picked = [
    by((player) => strength(rowOf(table, player))),
    by((player) => table.hostile.get(player) ?? 0),
    by((player) => -strength(rowOf(table, player))),
  ];
  // All three may be one player; the others follow, so that there is always a choice.
  return [...new Set([...picked.filter((player) => player !== undefined), ...options])];
}

function declarations(table: Table, decision: Decision): Candidate[] {
  const plain: Candidate[] = [];
  const aimed: Candidate[] = [];
  for (const { action, fields } of decision.forms) {
    const move = action as Move;
    const { claims } = MOVES[move];
    const base = sumOf(CONDUCT[move], claims === undefined ? {} : claiming(table, claims));
    const target = fields['target'];
    if (target?.type !== 'choice') {
      plain.push({ action: { action }, traits: base });
      continue;
    }
    const few = decision.forms.length === 1 ? 3 : 2;
    for (const player of targets(table, target.options).slice(0, few)) {
      aimed.push({ action: { action, target: player }, traits: sumOf(base, against(table, player)) });
    }
  }
  // A coup or an assassination is worth more thought than another way to take coins.
  return distinctMoves([...aimed.toReversed(), ...plain], 9);
}

function challenging(table: Table, player: string, card: Card, mine: boolean): Candidate {
  const truth = truthOf(table, player, card);
  return {
    action: { action: 'challenge' },
    traits: {
      suspect: 1 - 2 * truth,
      probe: 0.3,
      listen: -0.4,
      assert: 0.4,
      conform: -0.3,
      control: mine ? 0.3 : 0,
      loyalty: mine ? 0 : 0.2,
      risk: 0.2 + 0.6 * truth,
    },
  };
}

function passing(table: Table, player: string, card: Card | undefined, mine: boolean): Candidate {
  const truth = card === undefined ? 0.5 : truthOf(table, player, card);
  return {
    action: { action: 'pass' },
    traits: {
      suspect: card === undefined ? 0 : 0.6 * (2 * truth - 1),
      listen: 0.2,
      assert: -0.4,
      conform: 0.3,
      control: mine ? -0.4 : 0,
      patience: 0.3,
      risk: mine ? 0.2 : -0.4,
    },
  };
}

function responses(table: Table, decision: Decision): Candidate[] {
  const { declared } = table;
  if (declared === null) return [];
  const { claims } = MOVES[declared.move];
  const mine = declared.target === table.me;
  const moves: Candidate[] = [];
  for (const { action, fields } of decision.forms) {
    if (action === 'pass') moves.push(passing(table, declared.player, claims, mine));
    if (action === 'challenge' && claims !== undefined) {
      moves.push(challenging(table, declared.player, claims, mine));
    }
    const role = fields['role'];
    if (role?.type !== 'choice') continue;
    for (const card of role.options as readonly Card[]) {
      const base = sumOf(claiming(table, card), {
        assert: 0.2,
        control: mine ? 0.4 : 0.1,
        loyalty: mine ? 0 : 0.3,
        conform: -0.1,
      });
      // What nobody can challenge risks nothing.
      moves.push({ action: { action, role: card }, traits: { ...base, risk: 0 } });
    }
  }
  return distinctMoves(moves);
}

/** What a card is worth to its holder in the long run, roughly. */
const WORTH: Readonly<Record<Card, number>> = {
  Duke: 0.4,
  Captain: 0.2,
  Assassin: 0.2,
  Contessa: 0,
  Ambassador: -0.3,
};

function keeping(table: Table, kept: readonly Card[]): TraitVector {
  const claimed = table.claims.get(table.me) ?? [];
  const honest = kept.filter((card) => claimed.includes(card)).length;
  const worth = kept.reduce((sum, card) => sum + WORTH[card], 0);
  return {
    control: clamp(worth),
    blend: 0.3 * honest,
    bluff: -0.3 * honest,
    patience: kept.includes('Contessa') ? 0.4 : -0.1,
    probe: new Set(kept).size === kept.length ? 0.2 : -0.2,
    risk: kept.includes('Contessa') ? -0.3 : 0.1,
  };
}

/** The hands of a size that can be kept, in the order of the offered cards. */
function handsOf(cards: readonly Card[], size: number): Card[][] {
  if (size === 0) return [[]];
  return cards.flatMap((card, at) => handsOf(cards.slice(at + 1), size - 1).map((rest) => [card, ...rest]));
}

function exchanges(table: Table, decision: Decision): Candidate[] {
  const field = decision.forms[0]?.fields['cards'];
  if (field?.type !== 'subset') return [];
  const moves = handsOf(field.options as Card[], field.min).map((kept): Candidate => {
    // The last card is lost first, so the most valuable one comes first.
    const ordered = kept.toSorted((a, b) => WORTH[b] - WORTH[a]);
    return { action: { action: 'keep', cards: ordered }, traits: keeping(table, ordered) };
  });
  return distinctMoves(moves);
}

function losses(table: Table, decision: Decision): Candidate[] {
  const field = decision.forms[0]?.fields['card'];
  if (field?.type !== 'choice') return [];
  return distinctMoves(
    (field.options as readonly Card[]).map((card) => ({
      action: { action: 'lose', card },
      traits: keeping(table, without(table.hand, [card])),
    })),
  );
}

/** Legal moves for a decision of Coup, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const table = tableOf(view);
  switch (decision.kind) {
    case 'declare':
      return declarations(table, decision);
    case 'respond':
      return responses(table, decision);
    case 'respond-to-block':
      return table.block === null
        ? []
        : [
            passing(table, table.block.player, table.block.role, table.declared?.player === table.me),
            challenging(table, table.block.player, table.block.role, table.declared?.player === table.me),
          ];
    case 'choose':
      return exchanges(table, decision);
    default:
      return losses(table, decision);
  }
}
