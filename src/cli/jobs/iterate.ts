import { iteratePlan } from '../../experiments/iterate.js';
import type { ArmDesk } from '../arm-desk.js';
import type { ArmRequest } from '../prepare-arm.js';
import type { StudyOptions } from '../study-options.js';

/** Options of `spartan iterate`, as parsed. */
export interface IterateOptions extends StudyOptions {
  readonly game: string;
  readonly rounds: number;
}

/** The within-game iteration arm that the options ask for. */
export function iterateRequest(options: IterateOptions, desk: ArmDesk): ArmRequest {
  const setup = desk.setup(options.game);
  const base = desk.base(options.model);
  const from = desk.playbook(options.from);
  return {
    plan: iteratePlan({ ...base, setup, rounds: options.rounds, from }),
    learner: base.model,
    about: setup.game.id,
    judged: desk.label(base.model),
  };
}
