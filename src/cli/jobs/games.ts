import Table from 'cli-table3';
import { BASE_RATES } from '../../games/base-rates.js';
import type { GameDefinition, SideId } from '../../games/engine/definition.js';
import type { Purpose } from '../../games/engine/seeds.js';
import { allGames, gameById } from '../../games/index.js';
import { openPrompts } from '../../prompts/library.js';
import { percent } from '../../report/study-table.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';

/** Options of `spartan games`, as parsed. */
export interface GamesOptions {
  readonly json?: boolean;
}

/** How many entries of a game's word lists seeds of each purpose draw from; null for a game without lists. */
function contentParts({ content }: GameDefinition) {
  if (content === undefined) return null;
  const size = (purpose: Purpose): number => content.part(content.shipped, purpose).length;
  return {
    entries: content.entries,
    learning: size('learning'),
    validation: size('validation'),
    test: size('test'),
  };
}

/** Metadata of a game as plain JSON. */
function facts(game: GameDefinition) {
  const options = game.options.parse({});
  return {
    id: game.id,
    title: game.title,
    rulesVersion: game.rulesVersion,
    summary: game.summary,
    category: game.category,
    information: game.information,
    talk: game.talk,
    skills: game.skills,
    rating: game.rating,
    rewardByRank: game.rewardByRank,
    players: game.players,
    sides: game.sides ?? null,
    roles: game.roleNames,
    maxTurns: game.maxTurns(options, game.players.default),
    phases: Object.keys(game.phases),
    actions: game.actions,
    content: contentParts(game),
    randomPlay: BASE_RATES[game.id] ?? null,
    options,
    referenceOptions: game.referenceOptions,
  };
}

function playersText({ players }: GameDefinition): string {
  const { min, max } = players;
  return min === max ? String(min) : `${players.default} (${min}–${max})`;
}

function list(io: Io): void {
  const table = new Table({
    head: ['category', 'game', 'players', 'information', 'talk', 'skills', 'sides (main / alt)', 'rating'],
    style: { head: [], border: [] },
  });
  let category = '';
  for (const game of allGames()) {
    table.push([
      game.category === category ? '' : game.category,
      game.id,
      playersText(game),
      game.information,
      game.talk,
      game.skills.join(' '),
      game.sides === undefined ? '–' : `${game.sides.main} / ${game.sides.alt}`,
      game.rating,
    ]);
    category = game.category;
  }
  io.out(`${table.toString()}\n`);
}

/** What random play gives, as measured when the rules had this version. */
function baseRateLines(game: GameDefinition): string[] {
  const known = BASE_RATES[game.id];
  if (known === undefined || known.rulesVersion !== game.rulesVersion) return [];
  const rates = Object.entries(known.slots).map(([slot, { won, drawn }]) => {
    const title = slot === 'focal' ? 'a seat' : (game.sides?.[slot as SideId] ?? slot);
    return `${title} wins ${percent(won)}${drawn === 0 ? '' : ` and draws ${percent(drawn)}`}`;
  });
  const first =
    known.firstCycle === null ? '' : `; over before any phase comes again: ${percent(known.firstCycle)}`;
  return [`Random play: ${rates.join(', ')}; ${known.meanTurns} turns on average${first}.`];
}

/** What a game's word lists give, and from which number of games on words are used again. */
function contentLines(game: GameDefinition): string[] {
  const parts = contentParts(game);
  if (parts === null) return [];
  const { entries, learning, validation, test } = parts;
  return [
    `Word lists: ${learning} ${entries} for learning seeds, ${validation} for validation, ${test} for test; more games of a purpose use them again, evenly (own lists: --content FILE).`,
  ];
}

function show(game: GameDefinition, io: Io): void {
  const known = facts(game);
  const options = Object.entries(known.options).map(([key, value]) => {
    const reference = game.referenceOptions[key];
    const note = reference === undefined ? '' : `   (reference: ${JSON.stringify(reference)})`;
    return `  ${key} = ${JSON.stringify(value)}${note}`;
  });
  const actions = Object.entries(game.actions).map(([action, fields]) => {
    const parts = Object.entries(fields).map(([name, kind]) => `${name}: ${kind}`);
    return `  ${action}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
  });
  const lines = [
    `${game.title} (${game.id}), ${game.category}, ${game.rating}, rules version ${game.rulesVersion}`,
    game.summary,
    `Players: ${playersText(game)}. Information: ${game.information}. Talk: ${game.talk}. At most ${known.maxTurns} turns.`,
    game.sides === undefined ? 'No sides.' : `Sides: ${game.sides.main} (main), ${game.sides.alt} (alt).`,
    '',
    `Phases: ${known.phases.join(', ')}`,
    'Actions:',
    ...actions,
    'Options (--rule KEY=VALUE; --rules reference sets the reference values):',
    ...options,
    ...contentLines(game),
    ...baseRateLines(game),
    '',
    openPrompts().rules(game, known.options),
  ];
  io.out(`${lines.join('\n')}\n`);
}

/** Lists the games, or shows the named one. */
export function games(name: string | undefined, options: GamesOptions, io: Io): void {
  if (name === undefined) {
    if (options.json === true) io.out(jsonText(allGames().map(facts)));
    else list(io);
  } else if (options.json === true) {
    const game = gameById(name);
    io.out(jsonText({ ...facts(game), rules: openPrompts().rules(game, game.options.parse({})) }));
  } else {
    show(gameById(name), io);
  }
}
