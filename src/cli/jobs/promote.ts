import { UserError } from '../../base/errors.js';
import { championPlan, chooseChampion, validationPlan } from '../../experiments/promote.js';
import type { Candidate } from '../../experiments/promote.js';
import { listPlaybooks, playbookVersions } from '../../playbooks/folder.js';
import { checkPlaybookName, formatPlaybookRef, unknownPlaybook } from '../../playbooks/naming.js';
import { playerLabel } from '../../players/player.js';
import { points } from '../../report/study-table.js';
import type { StudyReport } from '../../report/study.js';
import { openDesk } from '../arm-desk.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { printStudy } from '../print-study.js';
import { prepareArm } from '../prepare-arm.js';
import { playArm } from '../run-arm.js';
import type { StudyOptions } from '../study-options.js';

/** Options of `spartan playbook promote`, as parsed. */
export interface PromoteOptions extends StudyOptions {
  readonly game: string;
  /** Validation games a condition; the test takes `games`. */
  readonly validationGames: number;
}

/** What `promote` found. */
interface Promotion {
  /** `name@vN`; null when no version did better than the baseline on the validation seeds. */
  readonly champion: string | null;
  readonly validation: StudyReport;
  /** Null without a champion: there is nothing to test. */
  readonly test: StudyReport | null;
}

function verdictLine({ champion, test }: Promotion): string {
  if (champion === null || test === null) {
    return 'None is better than the baseline: no version did better than it on the validation seeds.';
  }
  const cells = test.rows.flatMap((row) => (row.carries === 'playbook' ? row.cells : []));
  const better = cells.filter(({ verdict }) => verdict === 'better');
  const worse = cells.filter(({ verdict }) => verdict === 'worse');
  const changes = cells
    .map(({ slot, change }) => `${slot} ${change === null ? 'no pair' : points(change.estimate)}`)
    .join(', ');
  const shown =
    worse.length > 0
      ? `worse than the baseline on test seeds (${worse.map(({ slot }) => slot).join(', ')}), so keep the baseline there`
      : better.length > 0
        ? `better than the baseline on test seeds (${better.map(({ slot }) => slot).join(', ')})`
        : 'not shown to be better than the baseline on test seeds';
  return `Champion: ${champion}, ${shown}; change in points: ${changes}.`;
}

/**
 * Chooses the best version of a playbook on validation seeds and reports it on test seeds, against the baseline.
 * The validation table is what the choice was made by, so it overrates its winner; the test table does not.
 */
export async function promote(name: string, options: PromoteOptions, io: Io): Promise<void> {
  const desk = openDesk(options, io);
  const versions = playbookVersions(options.playbooks, checkPlaybookName(name));
  if (versions.length === 0) {
    const known = listPlaybooks(options.playbooks).map((entry) => entry.name);
    throw unknownPlaybook(name, known);
  }
  if (options.games === 'auto') {
    throw new UserError('input.option', 'promote takes a number of --games; auto is for the arms');
  }
  const setup = desk.setup(options.game);
  const base = desk.base(options.model);
  const candidates = versions.map((version): Candidate => ({
    version,
    source: desk.playbook(formatPlaybookRef(name, version)),
  }));
  const about = { learner: base.model, about: options.game, judged: playerLabel(base.model) };
  const validation = await playArm(
    prepareArm(
      {
        plan: validationPlan({ ...base, games: options.validationGames }, setup, candidates),
        ...about,
      },
      desk,
    ),
    desk,
    io,
  );
  const chosen = chooseChampion(validation.study.rows.flatMap(({ cells }) => cells));
  const champion = candidates.find(({ version }) => version === chosen?.version);
  const test =
    champion === undefined
      ? null
      : await playArm(prepareArm({ plan: championPlan(base, setup, champion), ...about }, desk), desk, io);
  const promotion: Promotion = {
    champion: champion === undefined ? null : formatPlaybookRef(name, champion.version),
    validation: validation.study,
    test: test?.study ?? null,
  };
  if (options.json === true) {
    io.out(jsonText(promotion));
    return;
  }
  const where = { io, json: false, db: options.db, playbooks: options.playbooks };
  io.out('On validation seeds, to choose by (the winner is overrated here):\n');
  printStudy(validation.study, { ...where, seconds: validation.seconds });
  if (test !== null) {
    io.out('\nOn test seeds, which had no part in the choice:\n');
    printStudy(test.study, { ...where, seconds: test.seconds });
  }
  io.out(`\n${verdictLine(promotion)}\n`);
}
