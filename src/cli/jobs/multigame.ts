import { UserError } from '../../base/errors.js';
import { multigamePlan, SOURCE_SETS } from '../../experiments/multigame.js';
import type { SourceSet } from '../../experiments/multigame.js';
import type { ArmDesk } from '../arm-desk.js';
import { listOption } from '../options.js';
import type { ArmRequest } from '../prepare-arm.js';
import type { StudyOptions } from '../study-options.js';
import { suiteGames } from '../suite.js';

/** Options of `spartan multigame`, as parsed. */
export interface MultigameOptions extends StudyOptions {
  /** Each a named set, or ids of games separated by commas. */
  readonly sources: readonly string[];
  readonly targets: string;
}

/** A set's name is part of its playbook's name, so it is kept short. */
const LONGEST_NAME = 30;

/**
 * The sets of one value of `--sources`: named sets (`wcs,wcsu` are two), or the games of one set of its own
 * (`werewolves,coup`).
 */
function sourceSets(value: string, desk: ArmDesk): SourceSet[] {
  const words = listOption(value);
  const isNamed = (word: string): boolean => Object.hasOwn(SOURCE_SETS, word);
  if (words.length > 0 && words.every(isNamed)) {
    return words.map((name) => ({
      name,
      games: (SOURCE_SETS[name] ?? []).map((id) => desk.setup(id)),
    }));
  }
  if (words.some(isNamed)) {
    throw new UserError(
      'input.option',
      `--sources takes named sets (${Object.keys(SOURCE_SETS).join(', ')}) or games, not both at once; give --sources twice`,
    );
  }
  const games = suiteGames(value, '--sources');
  const whole = games.map(({ id }) => id).join('.');
  const name = whole.length <= LONGEST_NAME ? whole : `${games.length}-games`;
  return [{ name, games: games.map(({ id }) => desk.setup(id)) }];
}

/** The multigame arm that the options ask for. */
export function multigameRequest(options: MultigameOptions, desk: ArmDesk): ArmRequest {
  const base = desk.base(options.model);
  const sets = options.sources.flatMap((value) => sourceSets(value, desk));
  const double = sets.find(({ name }, index) => sets.findIndex((set) => set.name === name) !== index);
  if (double !== undefined) {
    throw new UserError('input.option', `--sources names the set "${double.name}" twice; name each set once`);
  }
  return {
    plan: multigamePlan({
      ...base,
      sets,
      targets: suiteGames(options.targets, '--targets').map(({ id }) => desk.setup(id)),
    }),
    learner: base.model,
    about: 'multigame',
    judged: desk.label(base.model),
  };
}
