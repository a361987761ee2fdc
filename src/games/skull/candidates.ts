/** Moves that builtin players consider in Skull, from the seat's view alone, annotated with traits. */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { clamp, distinctMoves, eventsSince } from '../shared/candidate-tools.js';
import type { Disc } from './rules.js';

/** What a seat knows of the round. */
interface Round {
  /** Own discs on the table, bottom first. */
  readonly mine: readonly Disc[];
  readonly hand: readonly Disc[];
  /** Discs on the table by player. */
  readonly stacks: ReadonlyMap<string, number>;
  readonly owned: ReadonlyMap<string, number>;
  /** The highest bid of each player who has bid. */
  readonly bids: ReadonlyMap<string, number>;
  readonly standing: number;
  /** Discs still to be turned up by the challenger. */
  readonly left: number;
}

function roundOf(view: View): Round {
  const stacks = new Map<string, number>();
  const owned = new Map<string, number>();
  const bids = new Map<string, number>();
  const mine: Disc[] = [];
  let full: Disc[] = [];
  let standing = 0;
  let turned = 0;
  for (const { type, data } of eventsSince(view, 'round')) {
    const player = data['player'] as string;
    switch (type) {
      case 'round':
        for (const row of data['table'] as { player: string; discs: number }[]) {
          owned.set(row.player, row.discs);
        }
        break;
      case 'hand':
        full = [
          ...Array<Disc>(Number(data['roses'])).fill('rose'),
          ...(data['skull'] === true ? (['skull'] as const) : []),
        ];
        break;
      case 'placed':
        stacks.set(player, Number(data['discs']));
        break;
      case 'disc':
        mine.push(data['disc'] as Disc);
        break;
      case 'bid':
        standing = Number(data['count']);
        bids.set(player, standing);
        break;
      case 'flip':
        turned = Number(data['turned']);
        break;
    }
  }
  const hand = [...full];
  for (const disc of mine) hand.splice(hand.indexOf(disc), 1);
  return { mine, hand, stacks, owned, bids, standing, left: standing - turned };
}

/** Own roses on top of the own skull: discs that can be turned up at no risk. */
function safeDiscs(mine: readonly Disc[]): number {
  return mine.length - 1 - mine.lastIndexOf('skull');
}

/** A stack of `size` out of `owned` discs of which one is a skull has it on the table with this chance. */
function skullChance(size: number, owned: number): number {
  return size / Math.max(size, owned);
}

/** How likely a bid succeeds: surely not against the own skull, else by chance for each foreign disc. */
function successOf(view: View, round: Round, count: number): number {
  const safe = safeDiscs(round.mine);
  if (count <= safe) return 1;
  if (safe < round.mine.length) return 0;
  const others = [...round.stacks].filter(([player]) => player !== view.self);
  const chances = others
    .map(
      ([player, size]) =>
        1 - skullChance(1, round.owned.get(player) ?? size) * (round.bids.has(player) ? 0.5 : 1),
    )
    .sort((a, b) => b - a);
  const needed = count - safe;
  // Discs below the first of a stack cost about as much again.
  return Array.from(
    { length: needed },
    (_, index) => chances[index % Math.max(1, chances.length)] ?? 0.5,
  ).reduce((product, chance) => product * chance, 1);
}

function bidding(view: View, round: Round, count: number): Candidate {
  const success = successOf(view, round, count);
  const doomed = success === 0;
  return {
    action: { action: 'bid', count },
    traits: {
      bluff: doomed ? 0.9 : -0.2,
      suspect: 0.6 * (success - 0.5),
      control: 0.5,
      assert: clamp(0.3 + 0.2 * (count - round.standing - 1)),
      conform: round.bids.size > 0 ? -0.3 : 0,
      patience: -0.4,
      risk: 0.8 * (0.6 - success),
    },
  };
}

function placing(round: Round, disc: Disc): Candidate {
  const buried = safeDiscs(round.mine) === round.mine.length;
  const traits: TraitVector =
    disc === 'skull'
      ? { bluff: 0.5, control: -0.4, patience: 0.3, risk: 0.1, loyalty: -0.3 }
      : { bluff: buried ? -0.3 : 0.2, control: 0.3, patience: 0.3, blend: 0.2 };
  return { action: { action: 'place', disc }, traits };
}

function offers(decision: Decision, form: string): boolean {
  return decision.forms.some(({ action }) => action === form);
}

/** Bids worth a thought between the limits: the lowest, what is safe, a little more, and everything. */
function bids(view: View, round: Round, decision: Decision): Candidate[] {
  const field = decision.forms.find(({ action }) => action === 'bid')?.fields['count'];
  if (field?.type !== 'integer') return [];
  const safe = safeDiscs(round.mine);
  return [field.min, safe, safe + 1, field.min + 1, field.max]
    .filter((count) => count >= field.min && count <= field.max)
    .map((count) => bidding(view, round, count));
}

function passing(view: View, round: Round): Candidate {
  const success = successOf(view, round, round.standing + 1);
  // Whoever has a skull lying loses nothing by letting another run into it.
  const trap = round.mine.includes('skull') ? 0.4 : 0;
  return {
    action: { action: 'pass' },
    traits: {
      bluff: 0,
      suspect: 0.6 * (0.5 - success),
      control: -0.5,
      assert: -0.4,
      conform: 0.3,
      patience: 0.4 + trap,
      risk: -0.4,
    },
  };
}

function flips(round: Round, decision: Decision): Candidate[] {
  const field = decision.forms[0]?.fields['target'];
  if (field?.type !== 'choice') return [];
  const top = Math.max(...round.stacks.values());
  return field.options.map((target) => {
    const size = round.stacks.get(target) ?? 1;
    const bid = round.bids.get(target) ?? 0;
    const danger = skullChance(size, round.owned.get(target) ?? size);
    return {
      action: { action: 'flip', target },
      traits: {
        suspect: clamp(0.8 * (0.6 - danger)),
        listen: bid > 0 ? 0.6 : -0.4,
        probe: bid > 0 ? -0.2 : 0.3,
        conform: size === top ? 0.2 : -0.1,
        risk: clamp(danger - 0.5),
      },
    };
  });
}

/** Legal moves for a decision of Skull, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const round = roundOf(view);
  switch (decision.kind) {
    case 'place': {
      const discs = offers(decision, 'place') ? [...new Set(round.hand)] : [];
      return distinctMoves([...discs.map((disc) => placing(round, disc)), ...bids(view, round, decision)]);
    }
    case 'bid':
      return distinctMoves([passing(view, round), ...bids(view, round, decision)]);
    default:
      return distinctMoves(flips(round, decision));
  }
}
