import { UserError } from '../base/errors.js';
import type { Plan, SequentialRule } from '../loop/plan.js';
import { checkPlaybookName, defaultPlaybookName } from '../playbooks/naming.js';
import { playerLabel } from '../players/player.js';
import type { PlayerIdentity } from '../players/player.js';
import type { ArmDesk } from './arm-desk.js';
import { runIdOf } from './run-plan.js';
import type { StudySettings } from './study-facts.js';
import type { StudyOptions } from './study-options.js';

/** An arm that was asked for: its plan and what its table is headed with. */
export interface ArmRequest {
  readonly plan: Plan;
  /** Who learns: the model, or a teacher. */
  readonly learner: PlayerIdentity;
  /** What the default name of its playbook begins with. */
  readonly about: string;
  /** Who is judged, for the heading. */
  readonly judged: string;
}

/** A named arm, ready to run. */
export interface PreparedArm {
  readonly plan: Plan;
  readonly runId: string;
  readonly playbook: string;
  readonly settings: StudySettings;
}

/** The rule by which `--games auto` adds games; undefined with a fixed number. */
export function sequentialRule(options: StudyOptions): SequentialRule | undefined {
  const { games, width, detect, batch } = options;
  if (games !== 'auto') {
    const stray = ([width, detect, options.maxGames] as const).some((value) => value !== undefined);
    if (stray) throw new UserError('input.option', '--width, --detect and --max-games go with --games auto');
    return undefined;
  }
  if (width === undefined && detect === undefined) {
    throw new UserError('input.option', '--games auto needs --width W or --detect D: what is to be reached');
  }
  return {
    batch,
    ...(width === undefined ? {} : { width }),
    ...(detect === undefined ? {} : { detect }),
  };
}

/** Gives an arm its run id and its playbooks their names. */
export function prepareArm({ plan: bare, learner, about, judged }: ArmRequest, desk: ArmDesk): PreparedArm {
  const { options } = desk;
  const sequential = sequentialRule(options);
  const unnamed: Plan = sequential === undefined ? bare : { ...bare, sequential };
  const given = options.playbook === undefined ? null : checkPlaybookName(options.playbook);
  const runId = runIdOf(unnamed, given);
  const playbook = given ?? defaultPlaybookName(about, playerLabel(learner), runId.slice(0, 8));
  const steps = unnamed.steps.map((step) =>
    step.kind === 'reflect' && step.playbook !== null
      ? { ...step, playbook: checkPlaybookName(`${playbook}${step.playbook}`) }
      : step,
  );
  return {
    plan: { ...unnamed, steps },
    runId,
    playbook,
    settings: {
      model: judged,
      opponent: options.opponent === undefined ? judged : desk.label(desk.named(options.opponent)),
      reflector: desk.label(options.reflector === undefined ? learner : desk.named(options.reflector)),
      armed: options.armed,
      strategy: options.strategy,
      playbooks: options.playbooks,
    },
  };
}
