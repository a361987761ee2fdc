/** Moves that builtin players consider in Sheriff of Nottingham, from the seat's view alone, annotated with traits. */
import { listText } from '../../base/text.js';
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { clamp, distinctMoves, lastEvent, speech, worded } from '../shared/candidate-tools.js';
import type { Goods, Ruling } from './rules.js';

/** Smuggling pays as much as honest goods where this share of merchants is inspected: 8 − 12r = 3 + 2r. */
const EVEN_RATE = 5 / 14;
/** An inspection pays the sheriff where more than this share of merchants smuggles: 6s − 2 = 0. */
const EVEN_SMUGGLING = 1 / 3;

/** What a seat knows of the table. */
interface Table {
  readonly round: number;
  readonly rounds: number;
  readonly sheriff: string;
  readonly merchants: readonly string[];
  readonly gold: ReadonlyMap<string, number>;
  /** What I have packed this round. */
  readonly packed: Goods | null;
  /** Times each player is known to have smuggled, and to have packed at all. */
  readonly smuggled: ReadonlyMap<string, number>;
  readonly packs: ReadonlyMap<string, number>;
  /** How sheriffs have treated me, and how each sheriff ruled: inspections minus passes. */
  readonly strict: ReadonlyMap<string, number>;
  readonly inspections: number;
  readonly rulings: number;
  /** Merchants who spoke this round, by what they said of their goods. */
  readonly said: ReadonlyMap<string, 'honest' | 'deal' | 'other'>;
}

const HONEST_WORDS = /\b(honest|clean|nothing to hide|legal|harmless|swear|truth)\b/i;
const DEAL_WORDS = /\b(lenien\w*|return|favou?r|remember|promise|pass me|let me|later|owe|deal)\b/i;

function tableOf(view: View): Table {
  const count = (map: Map<string, number>, key: string, by: number): void =>
    void map.set(key, (map.get(key) ?? 0) + by);
  const smuggled = new Map<string, number>();
  const packs = new Map<string, number>();
  const strict = new Map<string, number>();
  const said = new Map<string, 'honest' | 'deal' | 'other'>();
  let packed: Goods | null = null;
  let inspections = 0;
  let rulings = 0;
  for (const { type, data } of view.events) {
    const player = data['player'] as string;
    switch (type) {
      case 'round':
        packed = null;
        said.clear();
        break;
      case 'packed':
        packed = data['goods'] as Goods;
        break;
      case 'speech': {
        const text = data['text'] as string;
        const kind = HONEST_WORDS.test(text) ? 'honest' : DEAL_WORDS.test(text) ? 'deal' : 'other';
        said.set(data['speaker'] as string, kind);
        break;
      }
      case 'ruling': {
        const inspect = data['ruling'] === 'inspect';
        rulings += 1;
        if (inspect) inspections += 1;
        if (player === view.self) count(strict, data['sheriff'] as string, inspect ? 1 : -1);
        if (data['goods'] === null) break;
        count(packs, player, 1);
        if (data['goods'] === 'smuggle') count(smuggled, player, 1);
        break;
      }
    }
  }
  const round = lastEvent(view.events, 'round')?.data ?? {};
  return {
    round: Number(round['round'] ?? 1),
    rounds: Number(round['rounds'] ?? 1),
    sheriff: (round['sheriff'] ?? '') as string,
    merchants: (round['merchants'] ?? []) as readonly string[],
    gold: new Map(
      ((round['gold'] ?? []) as { player: string; gold: number }[]).map(({ player, gold }) => [player, gold]),
    ),
    packed,
    smuggled,
    packs,
    strict,
    inspections,
    rulings,
    said,
  };
}

/** How likely a merchant smuggles, judged by its past; one smuggle in two packs is assumed to begin with. */
function habitOf(table: Table, merchant: string): number {
  return ((table.smuggled.get(merchant) ?? 0) + 1) / ((table.packs.get(merchant) ?? 0) + 2);
}

/** Share of merchants inspected so far, drawn to one half while little is known. */
function inspectionRate({ inspections, rulings }: Table): number {
  return (inspections + 1) / (rulings + 2);
}

/** How far a player is ahead of the average, in smuggled loads. */
function leadOf(table: Table, player: string): number {
  const all = [...table.gold.values()];
  const average = all.reduce((sum, gold) => sum + gold, 0) / Math.max(1, all.length);
  return clamp(((table.gold.get(player) ?? 0) - average) / 8);
}

function packing(view: View, table: Table): Candidate[] {
  const worth = clamp(3 * (EVEN_RATE - inspectionRate(table)));
  const lead = leadOf(table, view.self);
  const seen = habitOf(table, view.self);
  const smuggle: TraitVector = {
    suspect: worth,
    bluff: 0.5,
    blend: 0.4 - seen,
    control: 0.3,
    loyalty: -0.4,
    patience: table.round < table.rounds ? -0.3 : 0,
    risk: 0.6 + 0.3 * lead,
  };
  const honest: TraitVector = {
    suspect: -worth,
    bluff: -0.4,
    blend: 0.3,
    control: -0.1,
    loyalty: 0.3,
    patience: 0.3,
    risk: -0.6 - 0.3 * lead,
  };
  return [
    { action: { action: 'pack', goods: 'honest' }, traits: honest },
    { action: { action: 'pack', goods: 'smuggle' }, traits: smuggle },
  ];
}

interface Line {
  readonly traits: TraitVector;
  readonly wordings: readonly string[];
}

function merchantLines(table: Table, rival: string): Line[] {
  const { sheriff } = table;
  const lying = table.packed === 'smuggle';
  const left = table.rounds - table.round;
  return [
    {
      traits: { bluff: lying ? 0.8 : -0.5, blend: 0.3, share: lying ? -0.2 : 0.4, assert: 0.3 },
      wordings: [
        `My goods are honest this time, ${sheriff}. Open my cart and you pay me two gold for nothing, so please wave me through.`,
        `Nothing to hide here: plain honest goods. An inspection costs you two, ${sheriff}, and I would rather neither of us lost anything.`,
        `You have my word that I packed honest. ${sheriff}, spend your suspicion on somebody with more to hide than me.`,
      ],
    },
    {
      traits: { bluff: lying ? -0.8 : 0.6, share: 0.5, risk: 0.5, blend: -0.5 },
      wordings: [
        `I will be open with you, ${sheriff}: there is something under the straw. Let it through and I shall owe you one.`,
        `Yes, I took a chance this round. Whoever passes me now will find me a gentle sheriff later.`,
      ],
    },
    {
      traits: { loyalty: 0.5, patience: 0.4, assert: 0.2, listen: 0.2, share: 0.2 },
      wordings: [
        left > 0
          ? `Pass me today, ${sheriff}, and I will remember it when I wear the badge. A favour for a favour, that is how we both end up rich.`
          : `There is no round left to pay you back in, ${sheriff}, but I have dealt fairly with you all game and I ask the same.`,
        `I keep my promises, ${sheriff}: leave my cart closed and yours stays closed when it is my turn to look.`,
      ],
    },
    {
      traits: { suspect: 0.6, assert: 0.5, loyalty: -0.4, conform: -0.1 },
      wordings: [
        `If I were you, ${sheriff}, I would open the cart of ${rival}. Look at what ${rival} has carried so far and ask yourself why.`,
        `Keep an eye on ${rival}. The gold does not come from turnips, and four gold for a caught load is good pay.`,
      ],
    },
    {
      traits: { assert: -0.5, share: -0.5, patience: 0.2, blend: 0.1 },
      wordings: [
        'I have little to say this round. Judge us by what we have done so far and do as you think right.',
        'Let us not make speeches. The sheriff will decide anyway, and I shall take it as it comes.',
      ],
    },
  ];
}

function sheriffLines(table: Table, rival: string): Line[] {
  const merchants = listText(table.merchants);
  return [
    {
      traits: { assert: 0.6, suspect: 0.4, share: 0.3, risk: 0.2 },
      wordings: [
        `I have listened to all of you and I shall open ${rival}'s cart today. If it is honest, I pay; I can live with that.`,
        `The record speaks for itself, ${rival}. Expect me to look under the straw, whatever you have just told us.`,
      ],
    },
    {
      traits: { loyalty: 0.6, patience: 0.4, share: 0.3, control: -0.2 },
      wordings: [
        `I mean to be a lenient sheriff, ${merchants}. Remember it when one of you wears the badge and my cart comes by.`,
        'I pass people who pass me. Treat this as an investment, and return the kindness in the rounds to come.',
      ],
    },
    {
      traits: { probe: 0.5, listen: 0.3, assert: -0.1 },
      wordings: [
        `Before I decide: ${rival}, what exactly did you pack, and why should I believe it this time rather than last time?`,
        `Somebody here carries more than cloth. ${rival}, look me in the eye and say once more what is in the cart.`,
      ],
    },
    {
      traits: { assert: -0.4, share: -0.6, blend: 0.2, patience: 0.1 },
      wordings: [
        'You have said your piece and I have heard it. I keep my decision to myself until the carts are at the gate.',
        'No promises from me today. I shall decide cart by cart, and you will see soon enough.',
      ],
    },
  ];
}

function speeches(view: View, table: Table, decision: Decision): Candidate[] {
  const others = table.merchants.filter((merchant) => merchant !== view.self);
  const rival = others.toSorted((a, b) => habitOf(table, b) - habitOf(table, a))[0] ?? table.sheriff;
  const lines = table.sheriff === view.self ? sheriffLines(table, rival) : merchantLines(table, rival);
  return lines.map(({ traits, wordings }, kind) => ({
    action: speech(decision, worded(view, kind, wordings)),
    traits,
  }));
}

/** How a set of rulings looks: the sum of what each inspection and each pass is about, over the merchants. */
function ruling(table: Table, rulings: ReadonlyMap<string, Ruling>): TraitVector {
  const share = 1 / Math.max(1, rulings.size);
  const sum = { suspect: 0, listen: 0, loyalty: 0, control: 0, patience: 0, risk: 0, assert: 0 };
  for (const [merchant, choice] of rulings) {
    const sign = choice === 'inspect' ? share : -share;
    const word = table.said.get(merchant);
    sum.suspect += sign * 2 * (habitOf(table, merchant) - EVEN_SMUGGLING);
    sum.listen += sign * (word === 'honest' || word === 'deal' ? -0.7 : 0.2);
    // Who has let me pass, or will be sheriff yet, is worth sparing.
    sum.loyalty += sign * (clamp((table.strict.get(merchant) ?? 0) / 2) - 0.2);
    sum.control += sign * 0.6 * leadOf(table, merchant);
    sum.patience -= sign * 0.4;
    sum.risk += sign * 0.6;
    sum.assert += sign * 0.4;
  }
  return sum;
}

function inspections(table: Table): Candidate[] {
  const { merchants } = table;
  const most = (value: (merchant: string) => number): string =>
    merchants.toSorted((a, b) => value(b) - value(a))[0] ?? '';
  const suspect = most((merchant) => habitOf(table, merchant));
  const leader = most((merchant) => table.gold.get(merchant) ?? 0);
  const foe = most((merchant) => table.strict.get(merchant) ?? 0);
  const talker = merchants.find((merchant) => table.said.get(merchant) === 'honest');
  const plans: ((merchant: string) => boolean)[] = [
    () => false,
    () => true,
    (merchant) => merchant === suspect,
    (merchant) => merchant === leader,
    (merchant) => merchant === talker,
    (merchant) => merchant !== suspect,
    (merchant) => merchant === foe,
    (merchant) => habitOf(table, merchant) >= 0.5,
  ];
  return distinctMoves(
    plans.map((inspects) => {
      const chosen = merchants.map((merchant): [string, Ruling] => [
        merchant,
        inspects(merchant) ? 'inspect' : 'pass',
      ]);
      return {
        action: { action: 'inspect', decisions: Object.fromEntries(chosen) },
        traits: ruling(table, new Map(chosen)),
      };
    }),
  );
}

/** Legal moves for a decision of Sheriff of Nottingham, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const table = tableOf(view);
  switch (decision.kind) {
    case 'pack':
      return packing(view, table);
    case 'speak':
      return speeches(view, table, decision);
    default:
      return inspections(table);
  }
}
