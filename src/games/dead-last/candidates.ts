/** Moves that builtin players consider in Dead Last, from the seat's view alone, annotated with traits. */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import { alliancesOf, ballotMoves, campaignMoves } from '../shared/alliances.js';
import type { CampaignWords } from '../shared/alliances.js';
import { clamp, distinctMoves, eventsSince, speech, worded } from '../shared/candidate-tools.js';
import { PRIZE } from './rules.js';

const WORDS: CampaignWords = {
  strike: (target) => [
    `${target} has pointed at me before and will again. I point at ${target} this time and ask you to do the same.`,
    `I have counted who is against me, and ${target} comes first. Join me in pointing at ${target} and we are rid of it.`,
    `It is ${target} or me, so the choice is easy. I am pointing at ${target}, openly and with no second thoughts.`,
  ],
  join: (target) => [
    `We need more than half on one name, and ${target} has been said already. I point at ${target}; let us not scatter.`,
    `A split helps nobody. If ${target} is the name, then I am pointing at ${target} too, and so should the rest of you.`,
    `I hear the same name from several of you. Fine: ${target} it is, I will point there.`,
  ],
  threat: (target) => [
    `Nobody ever points at ${target}, and that is how ${target} reaches the last three. I say we point at ${target} right now.`,
    `Think of the split at the end: ${target} would ask for too much. Let us point at ${target} while there are enough of us.`,
    `${target} sits too comfortably in the middle of everything. I will point at ${target} and I need you with me.`,
  ],
  pledge: (ally) => [
    `${ally}, I trust you. Keep with me to the end and I will give you a fair third, to the last number.`,
    `I stand by ${ally}. If three of us keep together, nobody can touch us, and there is enough for everyone.`,
    `My alliance with ${ally} is no secret. We are loyal and we share evenly; that is worth more than any trick.`,
  ],
  ask: (someone) => [
    `Where is everyone leaning? ${someone}, give us a name, so that we do not waste another round on a tie.`,
    'Could each of you say one name clearly? Without a majority we only burn turns, and that pays nobody anything.',
    `Before I commit I want to hear ${someone}: with whom would you share the hundred, and how?`,
  ],
  defend: [
    'I have no plot running, and I will share evenly if I get there. There is no safer partner at this table.',
    'Leave my name out of it, please. I have kept to what I announced each round, and I will keep doing so.',
    'You gain nothing by turning on me: I am the one who always agrees to a fair split in the end.',
  ],
  quiet: [
    'I will wait and see where this goes. Nobody has convinced me yet, and I have no quarrel of my own.',
    'Little from me this round. I am listening, and I will make up my mind when the others have spoken.',
    'Let us keep our heads. I would rather hear your thoughts than add to the noise.',
  ],
};

type Split = Readonly<Record<string, number>>;

function same(one: Split, other: Split): boolean {
  return Object.keys(one).every((name) => one[name] === other[name]);
}

/** Even shares; what does not divide goes to `first`. */
function evenSplit(alive: readonly string[], first: string): Split {
  const share = Math.floor(PRIZE / alive.length);
  const rest = PRIZE - share * alive.length;
  return Object.fromEntries(alive.map((name) => [name, share + (name === first ? rest : 0)]));
}

/** A split that gives `own` to one and the rest evenly to the others. */
function ownSplit(alive: readonly string[], self: string, own: number): Split {
  const others = alive.filter((name) => name !== self);
  const share = Math.floor((PRIZE - own) / others.length);
  const rest = PRIZE - own - share * others.length;
  return Object.fromEntries(
    alive.map((name) => [name, name === self ? own : share + (name === others[0] ? rest : 0)]),
  );
}

/** The split that a speech names, if it gives each player a number and they make up the prize. */
export function readSplit(text: string, alive: readonly string[]): Split | undefined {
  const shares = alive.map((name): [string, number] => {
    const at = text.indexOf(name);
    const number = at < 0 ? null : /^\D{0,12}(\d{1,3})\b/.exec(text.slice(at + name.length));
    return [name, number === null ? NaN : Number(number[1])];
  });
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  return total === PRIZE ? Object.fromEntries(shares) : undefined;
}

interface Final {
  readonly alive: readonly string[];
  /** Splits named so far, oldest first. */
  readonly named: readonly { readonly by: string; readonly split: Split }[];
}

function finalOf(view: View): Final | undefined {
  const events = eventsSince(view, 'final');
  const [start] = events;
  if (start === undefined) return undefined;
  const alive = start.data['alive'] as readonly string[];
  const named = events.flatMap(({ type, data }) => {
    const split = type === 'speech' ? readSplit(data['text'] as string, alive) : undefined;
    return split === undefined ? [] : [{ by: data['speaker'] as string, split }];
  });
  return { alive, named };
}

function distinct(splits: readonly Split[]): Split[] {
  return splits.filter((split, at) => splits.findIndex((other) => same(split, other)) === at);
}

/** A split that asks for a little more than an even share. */
function greedySplit(view: View, { alive }: Final): Split {
  return ownSplit(alive, view.self, Math.ceil(PRIZE / alive.length) + 6);
}

/** Splits worth naming: those that were named, the latest first, else even ones; and one that asks for more. */
function ideas(view: View, final: Final): Split[] {
  const { alive, named } = final;
  const open =
    named.length > 0
      ? named.map(({ split }) => split).toReversed()
      : [evenSplit(alive, alive[0] ?? ''), evenSplit(alive, view.self)];
  return distinct([...open, greedySplit(view, final)]);
}

/** Splits worth writing: those that were named; others only while there is no choice among them. */
function choices(view: View, final: Final): Split[] {
  const { alive, named } = final;
  const others = [evenSplit(alive, alive[0] ?? ''), evenSplit(alive, view.self), greedySplit(view, final)];
  const all = distinct([...named.map(({ split }) => split).toReversed(), ...others]);
  const spoken = all.filter((split) => named.some((proposal) => same(split, proposal.split)));
  return all.slice(0, Math.max(2, spoken.length));
}

function splitTraits(view: View, { alive, named }: Final, split: Split): Candidate['traits'] {
  const others = named.filter(({ by }) => by !== view.self);
  const mine = named.find(({ by }) => by === view.self);
  const backing = others.filter((proposal) => same(split, proposal.split)).length;
  const last = others.at(-1);
  const surplus = ((split[view.self] ?? 0) - PRIZE / alive.length) / 10;
  return {
    conform: others.length === 0 ? 0 : clamp((2 * backing) / others.length - 1),
    listen: last === undefined ? 0 : same(split, last.split) ? 1 : -0.6,
    loyalty: clamp(-surplus),
    assert: clamp(surplus),
    risk: clamp(surplus + (others.length > 0 && backing === 0 ? 0.4 : 0)),
    bluff: mine === undefined ? 0 : same(split, mine.split) ? -0.4 : 0.5,
  };
}

function offers(view: View, final: Final): Candidate[] {
  return distinctMoves(
    choices(view, final).map((split) => ({
      action: { action: 'offer', shares: { ...split } },
      traits: splitTraits(view, final, split),
    })),
  );
}

function splitText(split: Split): string {
  return Object.entries(split)
    .map(([name, share]) => `${name} ${share}`)
    .join(', ');
}

function proposals(view: View, final: Final, decision: Decision): Candidate[] {
  const moves = ideas(view, final).map((split, kind): Candidate => {
    const text = splitText(split);
    const known = final.named.some((proposal) => same(split, proposal.split));
    const wordings = known
      ? [
          `Agreed, let us make it simple. I will write exactly this: ${text}. Please copy it number by number.`,
          `No need to haggle any further. My offer is the one on the table: ${text}, and not a digit different.`,
        ]
      : [
          `We only get paid if all three write the same, so here is a split to copy: ${text}. I will write just that.`,
          `Let us not throw it away now. My proposal, to be written by everyone exactly so: ${text}.`,
        ];
    return {
      action: speech(decision, worded(view, kind, wordings)),
      traits: { ...splitTraits(view, final, split), share: 0.6 },
    };
  });
  const quiet = [
    'I will go along with what the two of you can agree on. Just say the numbers clearly, please.',
    'You know my record, and I am easy to please. Give me numbers I can copy and we are done.',
  ];
  return [
    ...moves,
    {
      action: speech(decision, worded(view, 9, quiet)),
      traits: { share: -0.5, assert: -0.5, patience: 0.4, conform: 0.2 },
    },
  ];
}

/** Legal moves for a decision of Dead Last, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const final = finalOf(view);
  if (final !== undefined) {
    return decision.kind === 'offer' ? offers(view, final) : proposals(view, final, decision);
  }
  const alliances = alliancesOf(view, 'pointing');
  return decision.kind === 'speak'
    ? campaignMoves(view, alliances, decision, WORDS)
    : ballotMoves(view, alliances, 'point');
}
