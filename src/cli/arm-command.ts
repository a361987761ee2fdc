import type { Command } from 'commander';
import type { ArmDesk } from './arm-desk.js';
import type { CommandModule } from './program.js';
import type { ArmRequest } from './prepare-arm.js';
import type { StudyOptions } from './study-options.js';

/** How the options of an arm become a plan. */
export type ArmPlanner = (options: StudyOptions, desk: ArmDesk) => ArmRequest;

/** One of the four arms, as a command and as an entry of a study file. */
export interface ArmCommand {
  readonly name: string;
  /** Adds the command with its options to a program; what it does is left to the caller. */
  declare(program: Command): Command;
  /** Loads what builds its plan: only a command that runs needs it. */
  planner(): Promise<ArmPlanner>;
}

/** The command that runs an arm and prints its table. */
export function armCommand(arm: ArmCommand): CommandModule {
  return (program, io) => {
    arm.declare(program).action(async (options: StudyOptions) => {
      const [{ runArm }, planner] = await Promise.all([import('./run-arm.js'), arm.planner()]);
      await runArm(options, io, (desk) => planner(options, desk));
    });
  };
}
