/**
 * Moves that builtin players consider in Werewolves, from the seat's view alone. Evidence is what the seat knows for
 * certain (its inspections, its partners, whom it saved) and what the dead of the night did while they lived: the
 * Werewolves like to kill those who speak and vote against them.
 */
import type { Decision } from '../engine/actions.js';
import type { Candidate, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { ballotMoves, standingOf, talkMoves } from '../shared/accusations.js';
import { clamp, roundPick, speechMove, textLimit, variantOf } from '../shared/candidate-tools.js';
import type { Standing } from '../shared/accusations.js';
import { textOf } from '../shared/answers.js';
import { highest, remarksOf } from '../shared/opinions.js';

/** Claims of an inspection; `WHO` stands for a name. */
export const CLAIM_WOLF = [
  'I am the Seer and I have looked at WHO by night: WHO is a Werewolf, so vote with me today.',
  'It is time that I speak up. I am the Seer, and WHO is a Werewolf beyond any doubt.',
  'You may kill me for it tonight, but as your Seer I tell you that WHO is a Werewolf.',
] as const;
export const CLAIM_CLEAR = [
  'I am the Seer, and I have looked at WHO by night: WHO is innocent, so please leave that seat in peace.',
  'As the Seer I can tell you one thing for certain, which is that WHO is innocent.',
  'Listen to your Seer for a moment. I inspected WHO and found an innocent player.',
] as const;

const CLAIMS_SEER = /\bI am the Seer\b|\bAs (?:the|your) Seer\b|\byour Seer\b/i;

/** What has happened, as one seat can tell. */
interface Position {
  readonly view: View;
  readonly me: Seat;
  readonly wolf: boolean;
  /** Living seats but one's own. */
  readonly others: readonly Seat[];
  readonly partners: readonly Seat[];
  /** For the Seer: what it found, 1 for a Werewolf, −1 for anyone else. */
  readonly found: ReadonlyMap<Seat, number>;
  /** Seats that have claimed to be the Seer. */
  readonly claimants: ReadonlySet<Seat>;
  /** −1 to 1; what the seat knows, else what the dead of the night thought of each seat and it of them. */
  readonly evidence: readonly number[];
  /** The other Werewolf's choice tonight. */
  readonly chosen: Seat | undefined;
  /** Tonight's victim, for the Witch. */
  readonly victim: Seat | undefined;
}

interface Death {
  readonly player: string;
  readonly cause: string | null;
}

function positionOf(view: View): Position {
  const me = view.seat;
  const seatOf = new Map(view.players.map((name, seat) => [name, seat]));
  const seat = (name: unknown): Seat => seatOf.get(String(name)) ?? -1;
  const wolf = view.secret['role'] === 'Werewolf';
  const partners = ((view.secret['partners'] ?? []) as readonly string[]).map(seat);
  const alive = new Set(view.players.keys());
  const slain = new Set<Seat>();
  const found = new Map<Seat, number>();
  const cleared = new Set<Seat>();
  const claimants = new Set<Seat>();
  let chosen: Seat | undefined;
  let victim: Seat | undefined;
  for (const event of view.events) {
    const { type, data } = event;
    if (type === 'night') [chosen, victim] = [undefined, undefined];
    else if (type === 'kill' && seat(data['wolf']) !== me && data['target'] !== null)
      chosen = seat(data['target']);
    else if (type === 'inspect') found.set(seat(data['target']), data['side'] === 'Werewolves' ? 1 : -1);
    else if (type === 'victim' && data['victim'] !== null) victim = seat(data['victim']);
    // Whom the Werewolves attack is none of them; the Witch remembers whom she saved.
    if (type === 'potion' && data['choice'] === 'save' && victim !== undefined) cleared.add(victim);
    if (type === 'executed') alive.delete(seat(data['player']));
    if (type === 'dawn') {
      for (const { player, cause } of data['dead'] as unknown as readonly Death[]) {
        alive.delete(seat(player));
        if (cause !== 'poisoned') slain.add(seat(player));
      }
    }
    if (event.talk !== undefined && CLAIMS_SEER.test(textOf(data, 'text'))) claimants.add(event.talk.seat);
  }
  const evidence = view.players.map(() => 0);
  const add = (target: Seat, value: number): void => {
    if (target >= 0) evidence[target] = (evidence[target] ?? 0) + value;
  };
  for (const event of view.events) {
    const speaker = event.talk?.seat;
    if (speaker !== undefined) {
      for (const target of remarksOf(event, view.players).against) {
        if (slain.has(speaker)) add(target, 0.35);
        if (slain.has(target)) add(speaker, 0.25);
        if (claimants.has(speaker) && speaker !== me) add(target, 0.3);
      }
    } else if (event.type === 'ballots') {
      for (const { voter, target } of event.data['ballots'] as unknown as {
        voter: string;
        target: string;
      }[]) {
        if (slain.has(seat(voter))) add(seat(target), 0.3);
        if (slain.has(seat(target))) add(seat(voter), 0.2);
      }
    }
  }
  for (const [target, value] of found) evidence[target] = value;
  for (const target of cleared) evidence[target] = -0.8;
  const others = [...alive].filter((other) => other !== me);
  return {
    view,
    me,
    wolf,
    others,
    partners,
    found,
    claimants,
    evidence: evidence.map(clamp),
    chosen,
    victim,
  };
}

function standing({ view, others, evidence, wolf, partners }: Position): Standing {
  return standingOf(view, others, evidence, { hidden: wolf, allies: partners });
}

/** What the Werewolves weigh of a victim: a claimed Seer, an accuser, the partner's choice, one who is under suspicion. */
function killMoves(position: Position): Candidate[] {
  const { view, others, partners, chosen, claimants, evidence } = position;
  const accusers = new Set(
    view.events.flatMap((event) =>
      remarksOf(event, view.players).against.some((seat) => seat === position.me || partners.includes(seat))
        ? [event.talk?.seat ?? -1]
        : [],
    ),
  );
  return others
    .filter((seat) => !partners.includes(seat))
    .map((seat) => ({
      action: { action: 'kill', target: view.players[seat] ?? '' },
      traits: {
        listen: claimants.has(seat) ? 0.8 : 0,
        control: accusers.has(seat) ? 0.6 : -0.1,
        blend: accusers.has(seat) ? -0.4 : 0.2,
        conform: chosen === undefined ? 0 : seat === chosen ? 0.7 : -0.4,
        loyalty: chosen === undefined ? 0 : seat === chosen ? 0.4 : -0.4,
        suspect: 0.5 * (evidence[seat] ?? 0),
        risk: claimants.has(seat) ? 0.3 : 0,
      },
    }));
}

function inspectMoves(position: Position): Candidate[] {
  const { view, others, found, evidence } = position;
  const { talk } = standing(position);
  return others.map((seat) => ({
    action: { action: 'inspect', target: view.players[seat] ?? '' },
    traits: {
      probe: found.has(seat) ? -0.6 : 0.6,
      suspect: found.has(seat) ? 0 : 0.6 * (evidence[seat] ?? 0),
      listen: 0.6 * (talk[seat] ?? 0),
    },
  }));
}

function potionMoves(position: Position, decision: Decision): Candidate[] {
  const { view, me, others, evidence, victim } = position;
  const { talk } = standing(position);
  const offered = new Set(decision.forms.map(({ action }) => action));
  const moves: Candidate[] = [
    { action: { action: 'skip' }, traits: { patience: 0.7, risk: -0.2, control: -0.2 } },
  ];
  if (offered.has('save')) {
    const traits = victim === me ? { control: 0.6, loyalty: 0.2 } : { loyalty: 0.7, risk: 0.2 };
    moves.push({ action: { action: 'save' }, traits: { ...traits, patience: -0.5 } });
  }
  if (offered.has('poison')) {
    const targets = others.filter((seat) => seat !== victim);
    const variant = variantOf(view);
    const chosen = new Set([
      highest(targets, (seat) => evidence[seat] ?? 0, variant),
      highest(targets, (seat) => talk[seat] ?? 0, variant),
      highest(targets, (seat) => -(evidence[seat] ?? 0), variant),
    ]);
    for (const seat of chosen) {
      if (seat === undefined) continue;
      moves.push({
        action: { action: 'poison', target: view.players[seat] ?? '' },
        traits: {
          suspect: evidence[seat] ?? 0,
          listen: 0.6 * (talk[seat] ?? 0),
          risk: 0.6 - 0.6 * (evidence[seat] ?? 0),
          patience: -0.6,
          control: 0.3,
        },
      });
    }
  }
  return moves;
}

/** Claims to be the Seer: true ones of the Seer, made-up ones of a Werewolf. */
function claims(position: Position, limit: number): Candidate[] {
  const { view, wolf, others, partners, found, evidence } = position;
  const variant = variantOf(view);
  const claim = (wordings: readonly string[], seat: Seat | undefined, traits: TraitVector): Candidate[] =>
    seat === undefined
      ? []
      : [speechMove(roundPick(wordings, variant).replaceAll('WHO', view.players[seat] ?? ''), traits, limit)];
  if (wolf) {
    const prey = others.filter((seat) => !partners.includes(seat));
    return claim(
      CLAIM_WOLF,
      highest(prey, (seat) => evidence[seat] ?? 0, variant),
      {
        bluff: 1,
        assert: 0.8,
        risk: 0.8,
        loyalty: 0.4,
        blend: -0.3,
      },
    );
  }
  const seen = others.filter((seat) => found.has(seat));
  const caught = seen.find((seat) => found.get(seat) === 1);
  const clear = seen.find((seat) => found.get(seat) === -1);
  return [
    ...claim(CLAIM_WOLF, caught, {
      share: 1,
      bluff: -0.5,
      assert: 0.8,
      suspect: 0.8,
      risk: 0.6,
      patience: -0.6,
    }),
    ...claim(CLAIM_CLEAR, clear, {
      share: 0.8,
      bluff: -0.5,
      assert: 0.3,
      loyalty: 0.4,
      risk: 0.6,
      patience: -0.5,
    }),
  ];
}

/** Legal moves for a decision of Werewolves, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const position = positionOf(view);
  switch (decision.kind) {
    case 'kill':
      return killMoves(position);
    case 'inspect':
      return inspectMoves(position);
    case 'potion':
      return potionMoves(position, decision);
    case 'vote':
      return ballotMoves(standing(position));
    default: {
      const limit = textLimit(decision, 'text');
      return [...claims(position, limit), ...talkMoves(standing(position), limit)];
    }
  }
}
