import type { ArmCommand } from './arm-command.js';
import { distillArm } from './commands/distill.js';
import { iterateArm } from './commands/iterate.js';
import { multigameArm } from './commands/multigame.js';
import { transferArm } from './commands/transfer.js';

/** The four arms: each a command, and an entry that a study file may have. */
export const ARMS: readonly ArmCommand[] = [iterateArm, transferArm, multigameArm, distillArm];
