import { cleanLine, shorten } from '../base/text.js';
import { COVERED, statementsOf } from '../diagnostics/contradictions.js';
import type { Statement, StatementKind } from '../diagnostics/contradictions.js';
import { addAnswers, answersByKind } from '../diagnostics/forced.js';
import type { AnswersOfKind } from '../diagnostics/forced.js';
import { identityCopies } from '../diagnostics/identity-copying.js';
import type { IdentityCopy } from '../diagnostics/identity-copying.js';
import { leakedWords } from '../diagnostics/leaked-words.js';
import type { LeakedWord } from '../diagnostics/leaked-words.js';
import { GRAM, parrotingOf, summarise, worstPairs } from '../diagnostics/parroting.js';
import type { UtteranceOverlap, UtteranceSummary } from '../diagnostics/parroting.js';
import { repeatedTemplate } from '../diagnostics/templates.js';
import type { SpokenGame } from '../diagnostics/said.js';
import { gameById } from '../games/index.js';
import type { Seat } from '../games/engine/definition.js';
import { slotOf } from '../players/game-spec.js';
import type { GameRecord } from '../players/game-spec.js';
import { playerLabel } from '../players/player.js';

/** Characters of an utterance that a report shows. */
export const SHOWN_TEXT = 300;
/** Characters of a group's name, which may be a model's. */
const SHOWN_NAME = 60;

/** A game of a run, and what it was played for. */
export interface RunGame {
  readonly record: GameRecord;
  readonly round: number;
  /** `baseline`, `learning` or `evaluation`. */
  readonly role: string;
}

/** Utterances of one kind: a game, a side, a seat, a model or a round. */
export interface TalkGroup {
  /** What they have in common, such as `resistance: Spies`. */
  readonly name: string;
  readonly games: number;
  readonly utterances: number;
  /** Overlap with the utterance just before by another player. */
  readonly previous: UtteranceSummary;
  /** The greatest overlap with any earlier utterance of the discussion by another player. */
  readonly earlier: UtteranceSummary;
  /** The greatest overlap with an earlier utterance of the speaker's own. */
  readonly own: UtteranceSummary;
}

/** Ways of grouping utterances. */
export const GROUPINGS = ['game', 'side', 'seat', 'model', 'round'] as const;

/** One of {@link GROUPINGS}. */
export type Grouping = (typeof GROUPINGS)[number];

/** Somebody's words. */
export interface Quote {
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  readonly name: string;
  /** `provider:model`. */
  readonly player: string;
  /** On one line, at most {@link SHOWN_TEXT} characters. */
  readonly text: string;
}

/** Where something was found. */
export interface FoundIn {
  readonly gameId: string;
  readonly game: string;
  readonly round: number;
}

/** Two utterances and their overlap. */
export interface QuotedPair extends FoundIn {
  readonly value: number;
  readonly copy: Quote;
  readonly source: Quote;
}

/** The most repeated template of a game. */
export interface QuotedTemplate extends FoundIn {
  readonly count: number;
  readonly of: number;
  readonly seats: number;
  readonly quote: Quote;
}

/** A copy of what fits only its first speaker. */
export interface QuotedIdentity extends QuotedPair {
  readonly kind: IdentityCopy['kind'];
  readonly claimed: string;
}

/** A secret word that was said. */
export interface QuotedLeak extends FoundIn {
  readonly word: string;
  readonly kind: LeakedWord['kind'];
  readonly repeated: boolean;
  readonly quote: Quote;
}

/** Speech and the action it does not fit. */
export interface QuotedContradiction extends FoundIn {
  readonly kind: StatementKind;
  readonly said: string;
  readonly did: string;
  readonly quote: Quote;
}

/** Counts of one kind of game. */
export interface GameTalk {
  readonly game: string;
  readonly games: number;
  readonly utterances: number;
  /** Utterances of their game's most repeated template, and those long enough to have one. */
  readonly templated: number;
  readonly templatable: number;
  readonly identityCopies: number;
  /** Games with a secret word; of these, those in which one who had it said it, and those in which another did. */
  readonly withSecrets: number;
  readonly told: number;
  readonly named: number;
  /** Utterances with a secret word, repetitions included. */
  readonly leaks: number;
  readonly answers: readonly AnswersOfKind[];
  /** Statements that could be set against an action, by kind; empty where the game is not covered. */
  readonly statements: readonly {
    readonly kind: StatementKind;
    readonly read: number;
    readonly contradicted: number;
  }[];
  /** False where speech cannot be set against action. */
  readonly covered: boolean;
}

/** Everything that the diagnostics say of a set of games. */
export interface TalkReport {
  /** Finished games looked at. */
  readonly games: number;
  readonly groups: Readonly<Record<Grouping, readonly TalkGroup[]>>;
  /** By kind of game. */
  readonly kinds: readonly GameTalk[];
  /** Greatest first; at most as many as asked for, of each. */
  readonly worst: readonly QuotedPair[];
  readonly templates: readonly QuotedTemplate[];
  readonly identity: readonly QuotedIdentity[];
  readonly leaks: readonly QuotedLeak[];
  readonly contradictions: readonly QuotedContradiction[];
}

/** How a slot of one game talked. */
export interface SlotTalk {
  readonly utterances: number;
  /** Utterances with an overlap with the one just before, and the sum of the overlaps. */
  readonly measured: number;
  readonly sum: number;
}

/** A report, and how each slot of each game talked: by game id, then by slot. */
export interface Talk {
  readonly report: TalkReport;
  readonly slots: ReadonlyMap<string, ReadonlyMap<string, SlotTalk>>;
}

interface Grouped {
  readonly games: Set<string>;
  readonly overlaps: UtteranceOverlap[];
}

function playersOf({ spec, slots }: GameRecord): string[] {
  return slots.map((name) => shorten(cleanLine(playerLabel(slotOf(spec.lineUp, name).player)), SHOWN_NAME));
}

/** The names of the groups that what a seat says belongs to. */
function namesOf(
  { record, round }: RunGame,
  players: readonly string[],
  seat: Seat,
): Record<Grouping, string> {
  const definition = gameById(record.spec.game);
  const side = record.roles[seat]?.side;
  const sideName = side === undefined ? 'no sides' : `${side} (${definition.sides?.[side] ?? side})`;
  return {
    game: definition.title,
    side: `${definition.title}: ${sideName}`,
    seat: `${definition.title}: seat ${seat}`,
    model: players[seat] ?? '',
    round: `R${round}`,
  };
}

function groupOf(name: string, { games, overlaps }: Grouped): TalkGroup {
  return {
    name,
    games: games.size,
    utterances: overlaps.length,
    previous: summarise(overlaps, 'previous'),
    earlier: summarise(overlaps, 'earlier'),
    own: summarise(overlaps, 'own'),
  };
}

type Counts = Omit<GameTalk, 'game' | 'answers' | 'statements' | 'covered'>;

/** What one game gives. */
interface Examined {
  readonly game: RunGame;
  readonly players: readonly string[];
  readonly overlaps: readonly UtteranceOverlap[];
  readonly counts: Counts;
  readonly statements: readonly Statement[];
  readonly worst: readonly QuotedPair[];
  readonly templates: readonly QuotedTemplate[];
  readonly identity: readonly QuotedIdentity[];
  readonly leaks: readonly QuotedLeak[];
  readonly contradictions: readonly QuotedContradiction[];
}

function examine(game: RunGame, most: number): Examined {
  const { record, round } = game;
  const kind = record.spec.game;
  const players = playersOf(record);
  const spoken: SpokenGame = { ...record, game: kind };
  const at: FoundIn = { gameId: record.id, game: kind, round };
  const quote = ({ ordinal, seat, text }: Pick<Quote, 'ordinal' | 'seat' | 'text'>): Quote => ({
    ordinal,
    seat,
    name: cleanLine(record.names[seat] ?? ''),
    player: players[seat] ?? '',
    text: shorten(cleanLine(text), SHOWN_TEXT),
  });
  const overlaps = parrotingOf(record.events);
  const template = repeatedTemplate(record.events, record.names);
  const copies = identityCopies(spoken, gameById(kind).roleNames);
  const { words, leaks } = leakedWords(spoken);
  const statements = statementsOf(spoken);
  const some = (condition: boolean): number => (condition ? 1 : 0);
  return {
    game,
    players,
    overlaps,
    statements,
    counts: {
      games: 1,
      utterances: overlaps.length,
      templated: template?.count ?? 0,
      templatable: overlaps.filter((overlap) => overlap.words >= GRAM).length,
      identityCopies: copies.length,
      withSecrets: some(words.length > 0),
      told: some(leaks.some((leak) => leak.kind === 'told')),
      named: some(leaks.some((leak) => leak.kind === 'named')),
      leaks: leaks.length,
    },
    worst: worstPairs(record.events, overlaps, most).map(({ value, source, ...copy }) => ({
      ...at,
      value,
      copy: quote(copy),
      source: quote(source),
    })),
    templates:
      template === null
        ? []
        : [
            {
              ...at,
              count: template.count,
              of: template.of,
              seats: template.seats,
              quote: quote(template),
            },
          ],
    identity: copies.map((copy) => ({
      ...at,
      value: copy.overlap,
      kind: copy.kind,
      claimed: copy.claimed,
      copy: quote(copy),
      source: quote(copy.source),
    })),
    leaks: leaks.map((leak) => ({
      ...at,
      word: cleanLine(leak.word),
      kind: leak.kind,
      repeated: leak.repeated,
      quote: quote(leak),
    })),
    contradictions: statements
      .filter(({ kept }) => !kept)
      .map((statement) => ({
        ...at,
        kind: statement.kind,
        said: cleanLine(statement.said),
        did: cleanLine(statement.did),
        quote: quote(statement),
      })),
  };
}

function slotTalk({ game, overlaps }: Examined): Map<string, SlotTalk> {
  const slots = new Map<string, SlotTalk>();
  for (const { seat, previous } of overlaps) {
    const slot = game.record.slots[seat] ?? '';
    const known = slots.get(slot) ?? { utterances: 0, measured: 0, sum: 0 };
    slots.set(slot, {
      utterances: known.utterances + 1,
      measured: known.measured + (previous === null ? 0 : 1),
      sum: known.sum + (previous ?? 0),
    });
  }
  return slots;
}

type Examples = Pick<TalkReport, 'worst' | 'templates' | 'identity' | 'leaks' | 'contradictions'>;

function addTo(
  groups: Map<string, Grouped> | undefined,
  name: string,
  gameId: string,
  overlap: UtteranceOverlap,
): void {
  const group = groups?.get(name) ?? { games: new Set(), overlaps: [] };
  groups?.set(name, group);
  group.games.add(gameId);
  group.overlaps.push(overlap);
}

/** What is kept of the games of one kind while they are read one by one. */
interface Tally {
  readonly counts: Counts;
  readonly answers: readonly AnswersOfKind[];
  readonly statements: readonly Pick<Statement, 'kind' | 'kept'>[];
}

const NOTHING: Tally = {
  counts: {
    games: 0,
    utterances: 0,
    templated: 0,
    templatable: 0,
    identityCopies: 0,
    withSecrets: 0,
    told: 0,
    named: 0,
    leaks: 0,
  },
  answers: [],
  statements: [],
};

function plus(tally: Tally, { game, counts, statements }: Examined): Tally {
  const keys = Object.keys(counts) as (keyof Counts)[];
  const sums = keys.map((key) => [key, tally.counts[key] + counts[key]] as const);
  return {
    counts: Object.fromEntries(sums) as Record<keyof Counts, number>,
    answers: addAnswers(tally.answers, answersByKind(game.record.decisions)),
    statements: [...tally.statements, ...statements.map(({ kind, kept }) => ({ kind, kept }))],
  };
}

function kindOf(game: string, { counts, answers, statements }: Tally): GameTalk {
  const covered = COVERED[game];
  return {
    game,
    ...counts,
    answers,
    covered: covered !== undefined,
    statements: (covered ?? []).map((kind) => {
      const read = statements.filter((statement) => statement.kind === kind);
      return { kind, read: read.length, contradicted: read.filter(({ kept }) => !kept).length };
    }),
  };
}

/** The first `most` of two lists together by value, greatest first; of equals those of the first list. */
function best<T>(
  list: readonly T[],
  more: readonly T[],
  most: number,
  value: (item: T) => number,
): readonly T[] {
  return more.length === 0 ? list : [...list, ...more].sort((a, b) => value(b) - value(a)).slice(0, most);
}

/**
 * Reads games one by one and sums up how their players talked. Void games are left out; a game that is given twice
 * counts twice.
 *
 * @param games in the order of the run; read once, so that a large run need not be in memory
 * @param most how many examples of each kind are kept
 */
export function talkOf(games: Iterable<RunGame>, most: number): Talk {
  const groups = new Map<Grouping, Map<string, Grouped>>(GROUPINGS.map((grouping) => [grouping, new Map()]));
  const tallies = new Map<string, Tally>();
  const slots = new Map<string, ReadonlyMap<string, SlotTalk>>();
  let count = 0;
  let found: Examples = { worst: [], templates: [], identity: [], leaks: [], contradictions: [] };
  for (const game of games) {
    if (game.record.status === 'void') continue;
    const { id, spec } = game.record;
    const examined = examine(game, most);
    count += 1;
    slots.set(id, slotTalk(examined));
    tallies.set(spec.game, plus(tallies.get(spec.game) ?? NOTHING, examined));
    for (const overlap of examined.overlaps) {
      const names = namesOf(game, examined.players, overlap.seat);
      for (const grouping of GROUPINGS) addTo(groups.get(grouping), names[grouping], id, overlap);
    }
    found = {
      worst: best(found.worst, examined.worst, most, ({ value }) => value),
      templates: best(found.templates, examined.templates, most, (template) => template.count),
      identity: best(found.identity, examined.identity, most, ({ value }) => value),
      // What the holder of a word tells comes before what others guess.
      leaks: best(
        found.leaks,
        examined.leaks,
        most,
        ({ kind, repeated }) => (kind === 'told' ? 2 : 0) + (repeated ? 0 : 1),
      ),
      // A false claim in Coup is what the game is about; a broken announcement tells more.
      contradictions: best(found.contradictions, examined.contradictions, most, ({ kind }) =>
        kind === 'claim' ? 0 : 1,
      ),
    };
  }
  const grouped = (grouping: Grouping): TalkGroup[] =>
    [...(groups.get(grouping) ?? [])]
      .map(([name, group]) => groupOf(name, group))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const report = {
    games: count,
    groups: {
      game: grouped('game'),
      side: grouped('side'),
      seat: grouped('seat'),
      model: grouped('model'),
      round: grouped('round'),
    },
    kinds: [...tallies].map(([kind, tally]) => kindOf(kind, tally)),
    ...found,
  };
  return { report, slots };
}
