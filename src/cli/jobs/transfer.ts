import { transferPlan } from '../../experiments/transfer.js';
import type { ArmDesk } from '../arm-desk.js';
import type { ArmRequest } from '../prepare-arm.js';
import type { StudyOptions } from '../study-options.js';
import { suiteGames } from '../suite.js';

/** Options of `spartan transfer`, as parsed. */
export interface TransferOptions extends StudyOptions {
  readonly sources: string;
  readonly targets: string;
}

/** The cross-game transfer arm that the options ask for. */
export function transferRequest(options: TransferOptions, desk: ArmDesk): ArmRequest {
  const base = desk.base(options.model);
  const setupsOf = (option: string, value: string) =>
    suiteGames(value, option).map(({ id }) => desk.setup(id));
  return {
    plan: transferPlan({
      ...base,
      sources: setupsOf('--sources', options.sources),
      targets: setupsOf('--targets', options.targets),
    }),
    learner: base.model,
    about: 'transfer',
    judged: desk.label(base.model),
  };
}
