/**
 * Battle of the Sexes, repeated: two players, ten rounds by default. The first seat prefers the opera, the second
 * football. In each round the first speaks, then the second, then both choose at once, in secret, where to go.
 * Both at the opera: 3 and 2. Both at football: 2 and 3. Apart: 0 each. What was said binds nobody. The higher
 * total wins; the margin does not matter.
 *
 * Rules as played in Social Gym. A seat that gives no legal choice goes to its less preferred venue, so that
 * failing helps nobody; the reference sends both seats to the opera (`missedChoice: "opera"`).
 */
import { z } from 'zod';
import { shorten } from '../base/text.js';
import { wordsOf } from '../base/words.js';
import type { Decision } from './engine/actions.js';
import type { Candidate, GameDefinition, Outcome, Seat, View } from './engine/definition.js';
import { either, lean, shareOf } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { Past, RepeatedState } from './shared/repeated.js';
import { SPEECH_LENGTH } from './shared/talk.js';
import { bySeat } from './shared/winners.js';

type Venue = 'opera' | 'football';

const VENUES = ['opera', 'football'] as const;
const PAYOFFS = {
  opera: { opera: [3, 2], football: [0, 0] },
  football: { opera: [0, 0], football: [2, 3] },
} as const;
/** Points of both seats together whenever they meet. */
const MEETING = 5;

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
  /** Where a seat goes that gives no legal choice: its less preferred venue, or (reference) the opera. */
  missedChoice: z.enum(['less-preferred', 'opera']).default('less-preferred'),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Venue>;

const favourite = (seat: Seat): Venue => (seat === 0 ? 'opera' : 'football');
const other = (venue: Venue): Venue => (venue === 'opera' ? 'football' : 'opera');

/** The venue a speech announces: the only one that it names. */
export function announced(speech: string): Venue | undefined {
  const words = wordsOf(speech);
  const named = VENUES.filter((venue) => words.includes(venue));
  return named.length === 1 ? named[0] : undefined;
}

function outcome({ options, totals, history, speeches }: State): Outcome {
  const [first = 0, second = 0] = totals;
  const meetings = (venue: Venue): number =>
    history.filter((moves) => moves.every((move) => move === venue)).length;
  const rounds = (seat: Seat, counts: (venue: Venue | undefined, chosen: Venue) => boolean): number =>
    history.filter((moves, i) => counts(announced(speeches[i]?.[seat] ?? ''), moves[seat] as Venue)).length;
  return {
    rewards: contestRewards(first, second),
    ending: 'last-round',
    measures: {
      ...bySeat('total', totals),
      joint: first + second,
      efficiency: (first + second) / (MEETING * options.rounds),
      meetingsOpera: meetings('opera'),
      meetingsFootball: meetings('football'),
      // Rounds in which the seat's speech named one venue alone, and those of them in which it went there.
      ...bySeat(
        'announced',
        [0, 1].map((seat) => rounds(seat, (venue) => venue !== undefined)),
      ),
      ...bySeat(
        'kept',
        [0, 1].map((seat) => rounds(seat, (venue, chosen) => venue === chosen)),
      ),
    },
  };
}

/** What both seats said in the round that is played now; undefined for a seat that has not spoken. */
function saidNow(view: View): readonly (string | undefined)[] {
  const opened = view.events.findLastIndex(({ type }) => type === 'round');
  const said = view.events.slice(opened).filter(({ talk }) => talk !== undefined);
  return [0, 1].map(
    (seat) => said.find(({ talk }) => talk?.seat === seat)?.data['text'] as string | undefined,
  );
}

const has = (venue: Venue): string => (venue === 'opera' ? 'the opera' : 'football');

/** Things to say, each in a few wordings. `mine` and `theirs` are the venues the seats prefer. */
const SPEECHES: readonly {
  readonly traits: Candidate['traits'];
  readonly texts: (mine: string, theirs: string) => readonly string[];
}[] = [
  {
    traits: { assert: 0.6, control: 0.6, loyalty: -0.3 },
    texts: (mine) => [
      `I would like to meet you at ${mine} this round, and I hope you will join me there.`,
      `Let us both choose ${mine} now, so that neither of us walks away with nothing.`,
      `My choice this time is ${mine}; come along and we will both score.`,
    ],
  },
  {
    traits: { loyalty: 0.6, share: 0.4, control: -0.5 },
    texts: (_, theirs) => [
      `You may have it your way this round: I will come to ${theirs}, so please be there.`,
      `I am going to ${theirs} for your sake, and I count on you to meet me.`,
      `This one is yours. I choose ${theirs}, and next time you can return the favour.`,
    ],
  },
  {
    traits: { assert: 0.3, share: 0.4, loyalty: 0.3, patience: 0.5 },
    texts: (mine, theirs) => [
      `We should take turns, one round ${theirs}, one round ${mine}, so that nobody ends up with nothing.`,
      `Missing each other helps no one. How about ${mine} and ${theirs} by turns until the end?`,
      `A fair plan would be to swap between ${theirs} and ${mine} every round. Shall we stick to that?`,
    ],
  },
  {
    traits: { assert: 0.7, risk: 0.6, control: 0.5, patience: 0.2 },
    texts: (mine) => [
      `Whatever you say, you will find me at ${mine}. If you go elsewhere we both get nothing.`,
      `I have made up my mind and will not move: it is ${mine} for me, come what may.`,
      `Do not wait for me anywhere else than at ${mine}; I will not change my plan.`,
    ],
  },
  {
    traits: { probe: 0.6, listen: 0.3, share: -0.3 },
    texts: () => [
      'Where do you mean to go this time? Tell me plainly and I will think about it.',
      'Will you keep to what you said before, or do you have something else in mind now?',
      'What would it take for you to come to my side of town this once?',
    ],
  },
  {
    traits: { share: -0.5, assert: -0.4, patience: 0.3 },
    texts: () => [
      'I have not decided yet, so let us just see how this round turns out for us.',
      'Nothing new from me this time; I will go by what has happened so far.',
      'I would rather not promise anything before I have seen what you do.',
    ],
  },
];

function speeches({ seat }: View, { round }: Past<Venue>, maxLength: number): Candidate[] {
  const [mine, theirs] = [has(favourite(seat)), has(other(favourite(seat)))];
  return SPEECHES.map(({ traits, texts }, i) => {
    const wordings = texts(mine, theirs);
    const text = shorten(wordings[(round + i + seat) % wordings.length] ?? '', maxLength);
    return { action: { action: 'speak', text }, traits };
  });
}

function choices(view: View, { moves }: Past<Venue>): Candidate[] {
  const { seat } = view;
  const mine = favourite(seat);
  const [own, heard] = [seat, 1 - seat].map((speaker) => announced(saidNow(view)[speaker] ?? ''));
  const toward = (venue: Venue | undefined): number => (venue === undefined ? 0 : venue === mine ? 1 : -1);
  const rival = moves.map((both) => both[1 - seat]);
  return either(
    { action: 'choose', move: mine },
    { action: 'choose', move: other(mine) },
    {
      control: 0.6,
      loyalty: -0.6,
      listen: 0.6 * toward(heard),
      bluff: -0.5 * toward(own),
      suspect: 0.6 * lean(shareOf(rival, (move) => move === mine, 0.5)),
      conform: 0.4 * toward(rival.at(-1)),
      risk: heard === undefined ? 0.2 : -0.5 * toward(heard),
    },
  );
}

function candidates(view: View, { kind }: Decision): Candidate[] {
  const past = pastOf<Venue>(view);
  return kind === 'speak' ? speeches(view, past, Number(view.options['speechLength'])) : choices(view, past);
}

/** Battle of the Sexes. */
export const battleOfTheSexes: GameDefinition<State, Options> = {
  id: 'battle-of-the-sexes',
  title: 'Battle of the Sexes',
  rulesVersion: 1,
  summary:
    'Two players who prefer different venues talk, then choose one; only meeting pays, and the higher total wins.',
  category: 'normal-form',
  information: 'complete',
  talk: 'free',
  skills: ['SR', 'CD'],
  rating: 'cooperative',
  players: { min: 2, max: 2, default: 2 },
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { missedChoice: 'opera' },
  ...repeatedGame<Options, Venue>({
    action: 'choose',
    field: 'move',
    accepts: { type: 'choice', options: VENUES },
    fallback: (seat, { missedChoice }) => (missedChoice === 'opera' ? 'opera' : other(favourite(seat))),
    payoffs: ([one = 'opera', another = 'opera']) => PAYOFFS[one][another],
    facts: { names: ['met'], of: ([one, another]) => ({ met: one === another }) },
    speechLength: (options) => options.speechLength,
    seats: {
      roleNames: ['Opera', 'Football'],
      secretFields: ['favourite', 'other'],
      of: (seat) => ({
        role: seat === 0 ? 'Opera' : 'Football',
        secret: { favourite: favourite(seat), other: other(favourite(seat)) },
      }),
    },
  }),
  outcome,
  candidates,
};
