/** A study's page whose every text was written by somebody who means harm. */
import { studyPage } from '../../../src/report/html/study-page.js';
import type { StudyReport } from '../../../src/report/study.js';
import { talkOf } from '../../../src/report/talk.js';
import { judge } from '../../../src/loop/judge.js';
import type { Comparison, PlayStep } from '../../../src/loop/plan.js';
import type { GameOutcome } from '../../../src/store/index.js';
import { say } from '../../diagnostics/talk.js';
import { smallGame } from '../../store/samples.js';

/** Texts that would act, break out or mislead if a page let them. */
export const HOSTILE: readonly string[] = [
  '<script>alert("script")</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(2)>',
  "' onmouseover='alert(3)",
  '</style><style>body{display:none}</style>',
  '</title></table></svg><h1>broken out</h1>',
  '<iframe src="https://example.invalid/"></iframe>',
  '<link rel=stylesheet href=//example.invalid/x.css>',
  '<a href="javascript:alert(4)">click</a>',
  '<!-- never closed <![CDATA[',
  '&lt;already escaped&gt; &amp;amp;',
  'left \u202eright\u202c \u2066isolated\u2069 \u0000\u001b[31mred',
  '\ud800 unpaired 🙈 العربية 中文',
  '{{constructor}} ${alert(5)} $& $1',
];

const ALL = HOSTILE.join(' ');

function outcome(index: number, success: boolean, armed: boolean): GameOutcome {
  const slot = (own: boolean) => ({
    side: null,
    rewards: [own ? 1 : -1],
    success: own,
    draw: false,
    versus: null,
    asked: 10,
    forced: 1,
  });
  return {
    id: `${armed ? 'a' : 'b'}${index}`,
    status: 'finished',
    seed: { study: 1, purpose: 'test', index },
    replicate: 0,
    ending: 'x',
    turns: 7,
    asked: 20,
    forced: 2,
    measures: {},
    slots: { alt: slot(success), main: slot(!success) },
  };
}

const SOURCES = [ALL, 'plain'];
const GAMES = ['resistance', 'spyfall'];

/** Changes by source and game, judged as a study's are; three rounds for the first source. */
export function hostileReport(): StudyReport {
  const base = GAMES.map((game) => ({
    game,
    player: ALL,
    playerId: 'all',
    source: null,
    round: 0,
    carries: 'nothing' as const,
  }));
  const armed = GAMES.flatMap((game) =>
    SOURCES.map((source) => ({
      game,
      player: ALL,
      playerId: 'all',
      source,
      round: 1,
      carries: 'playbook' as const,
    })),
  );
  const comparisons = [...base, ...armed].map((row): Comparison => ({
    row,
    slot: 'alt',
    everySeat: false,
    measure: 'won',
    condition: [row.carries === 'nothing' ? 'base' : `armed-${row.game}-${row.source}`],
    baseline: row.carries === 'nothing' ? null : ['base'],
    playbooks: [],
    table: 'change',
  }));
  const judgement = judge(comparisons, (step: PlayStep['id']) =>
    Array.from({ length: 20 }, (_, index) =>
      outcome(
        index,
        step === 'base' ? index % 2 === 0 : index % (2 + (step.length % 3)) !== 0,
        step !== 'base',
      ),
    ),
  );
  return {
    run: '0123456789',
    arm: ALL,
    model: ALL,
    opponent: ALL,
    reflector: ALL,
    armed: 'each',
    strategy: 'playbook',
    seed: 1,
    simulated: false,
    games: Object.fromEntries(
      GAMES.map((game) => [
        game,
        { title: `${game} ${ALL}`, sides: { main: ALL, alt: ALL }, randomPlay: null, words: null },
      ]),
    ),
    rows: comparisons.map(({ row }, index) => ({
      ...row,
      playbooks: row.carries === 'nothing' ? [] : [ALL],
      kept: false,
      cells: [judgement.cells[index]].flatMap((cell) => cell ?? []),
      net: [],
      parroting: { mean: 0.25, measured: 4, utterances: 6 },
    })),
    reflections: [
      {
        round: 1,
        playbook: ALL,
        strategy: 'playbook',
        control: null,
        games: 3,
        written: null,
        rejected: ALL,
        inUse: ALL,
        notes: [ALL],
        copiedFromGames: 0.1,
        copiedFromPrior: null,
      },
    ],
    usage: [],
    family: judgement.family,
    netFamily: 0,
    alpha: 0.05,
    level: 0.95,
    sequential: null,
    seedCorrelation: null,
  };
}

/** The page of {@link hostileReport}, with talk and playbooks as hostile as the rest. */
export function hostilePage(): string {
  const record = {
    ...smallGame(1, { alt: 1 }),
    names: [ALL, '<b>Bram</b>', 'Chidi'],
    events: [say(0, ALL), say(1, ALL), say(2, `${ALL} again`)],
  };
  const { report: talk } = talkOf([{ record, round: 1, role: 'evaluation' }], 5);
  const report = hostileReport();
  return studyPage({
    title: ALL,
    facts: [[ALL, ALL]],
    simulated: false,
    report,
    goOn: ALL,
    talk: {
      ...talk,
      rows: report.rows.flatMap(({ cells }) =>
        cells.map((cell, index) => ({
          row: cell.row,
          slot: cell.slot,
          everySeat: cell.everySeat,
          measure: cell.measure,
          value: cell.value,
          finished: cell.finished,
          wins: cell.wins,
          parroting: 0.1 + 0.05 * index,
          measured: 4,
          utterances: 6,
          inWon: null,
          inOthers: null,
        })),
      ),
    },
    costs: { tables: [{ title: ALL, head: [ALL], rows: [[ALL]] }], notes: [ALL] },
    playbooks: [
      { label: `${ALL}@v1`, text: HOSTILE.join('\n'), tokens: 10, model: ALL, parent: null, control: null },
      {
        label: `${ALL}@v2`,
        text: HOSTILE.toReversed().join('\n'),
        tokens: 10,
        model: ALL,
        parent: `${ALL}@v1`,
        control: ALL,
      },
    ],
    showGame: (id) => `spartan show game ${id} ${ALL}`,
  });
}
