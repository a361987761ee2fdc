/**
 * Asks the lab's statistics what they claim of themselves, on studies drawn from pools of games that builtin players
 * played once, so that the truth is known. Prints Markdown; with --write puts it into docs/statistics.md.
 *
 *   npm run calibrate            all of it, about ten minutes
 *   npm run calibrate -- --quick a twentieth of the studies
 *
 * Exit code 1 when a claim does not hold.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rngOf } from '../../src/base/rng.js';
import type { Rng } from '../../src/base/rng.js';
import { gameById } from '../../src/games/index.js';
import { PARROT_ECHO_RATE } from '../../src/players/builtin/profiles.js';
import { pairedDifference, wilson } from '../../src/stats/intervals.js';
import { pairedMean } from '../../src/stats/paired-mean.js';
import { pairedPowerOf, pairRates } from '../../src/stats/power.js';
import { look } from '../../src/stats/sequential.js';
import { judgeTable } from '../../src/stats/verdict.js';
import type { PairedOutcome } from '../../src/stats/verdict.js';
import { echoShare, normalised, pools, poolsOf, won } from './pool.js';
import type { Pool } from './pool.js';

const quick = process.argv.includes('--quick');
const scale = quick ? 0.05 : 1;
const SEEDS = Math.round(2000 * Math.max(scale, 0.25));
const STUDIES = Math.round(2000 * scale);
const DRAWS = Math.round(20_000 * scale);

const sections: string[] = [];
const failures: string[] = [];

const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function section(title: string, text: string): void {
  sections.push(`### ${title}\n\n${text}`);
  process.stderr.write(`${title}\n`);
}

/** Notes a claim that did not hold. In a quick run noise is too large to judge by. */
function claim(holds: boolean, text: string): void {
  if (!holds && !quick) failures.push(text);
}

function sample(rng: Rng, size: number, n: number): number[] {
  return Array.from({ length: n }, () => rng.int(0, size - 1));
}

function pairsFrom(condition: Pool, baseline: Pool, seeds: readonly number[]): PairedOutcome[] {
  return seeds.map((seed) => ({
    condition: condition.values[seed] ?? 0,
    baseline: baseline.values[seed] ?? 0,
  }));
}

interface Setting {
  readonly name: string;
  /** By judged slot, the replicates of one and the same condition. */
  readonly slots: readonly (readonly Pool[])[];
}

const ROUNDS = 4;

async function equalSettings(): Promise<Setting[]> {
  const self = { own: 'novice', others: 'novice' };
  const one = async (id: string, worth = won('focal')): Promise<Pool[]> =>
    pools(gameById(id), 'focal', self, worth, SEEDS, ROUNDS + 1);
  return [
    {
      name: 'Resistance, 4 rounds × 2 sides',
      // In self-play one game tells of both sides.
      slots: await poolsOf(gameById('resistance'), 'alt', self, [won('alt'), won('main')], SEEDS, ROUNDS + 1),
    },
    { name: "Prisoner's Dilemma, 4 rounds, focal seat", slots: [await one('prisoners-dilemma')] },
    { name: 'Sheriff, 4 rounds, seats beaten', slots: [await one('sheriff', normalised('focal'))] },
  ];
}

/** Both conditions are the same: how often does a whole study call any change real? */
function falseAlarms(settings: readonly Setting[]): void {
  const rows: string[][] = [];
  for (const { name, slots } of settings) {
    for (const n of [15, 30, 100]) {
      const rng = rngOf(`calibrate/equal/${name}/${n}`);
      let alarms = 0;
      for (let study = 0; study < STUDIES; study += 1) {
        const seeds = sample(rng, SEEDS, n);
        const cells = slots.flatMap((replicates, slot) =>
          Array.from({ length: ROUNDS }, (_, round) => ({
            id: `${slot}/${round}`,
            pairs: pairsFrom(replicates[round + 1] as Pool, replicates[0] as Pool, seeds),
          })),
        );
        const judged = judgeTable(cells);
        if (judged.cells.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) alarms += 1;
      }
      const rate = wilson(alarms, STUDIES);
      rows.push([
        name,
        String(n),
        String(slots.length * ROUNDS),
        `${percent(alarms / STUDIES)} [${percent(rate?.low ?? 0)}, ${percent(rate?.high ?? 0)}]`,
      ]);
      claim(
        (rate?.low ?? 0) <= 0.05,
        `${name}, ${n} pairs: ${percent(alarms / STUDIES)} of A/A studies alarm`,
      );
    }
  }
  section(
    'False alarms: both conditions equal',
    `${STUDIES.toLocaleString('en')} studies a row. Each has ${ROUNDS} rounds that are one and the same condition, played anew, on shared seeds; ` +
      'an alarm is a study in which any cell says *better* or *worse*. At most 5 % may.\n\n' +
      table(['study', 'pairs a cell', 'cells', 'studies with an alarm'], rows),
  );
}

/** Draws pairs with given rates and correlation and asks how often the interval holds the true difference. */
function coverage(): void {
  const rows: string[][] = [];
  let total = 0;
  let count = 0;
  let worst = 1;
  for (const n of [30, 60, 120]) {
    for (const rho of [-0.2, 0, 0.3, 0.6]) {
      let sum = 0;
      let truths = 0;
      let least = 1;
      for (const [from, to] of [
        [0.1, 0.1],
        [0.1, 0.3],
        [0.3, 0.3],
        [0.3, 0.45],
        [0.5, 0.5],
        [0.5, 0.7],
        [0.8, 0.9],
      ] as const) {
        // prettier-ignore
        const rates = ratesOrNull(from, to, rho);
        if (rates === null) continue;
        const rng = rngOf(`calibrate/cover/${n}/${rho}/${from}/${to}`);
        let held = 0;
        const draws = Math.round(DRAWS / 4);
        for (let draw = 0; draw < draws; draw += 1) {
          const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
          for (let pair = 0; pair < n; pair += 1) {
            const u = rng.float();
            if (u < rates.both) counts.both += 1;
            else if (u < rates.both + rates.onlyTo) counts.onlyFirst += 1;
            else if (u < rates.both + rates.onlyTo + rates.onlyFrom) counts.onlySecond += 1;
            else counts.neither += 1;
          }
          const interval = pairedDifference(counts);
          if (interval !== null && interval.low <= to - from && interval.high >= to - from) held += 1;
        }
        sum += held / draws;
        truths += 1;
        least = Math.min(least, held / draws);
      }
      total += sum;
      count += truths;
      worst = Math.min(worst, least);
      rows.push([
        String(n),
        String(rho).replace('-', '−'),
        String(truths),
        percent(sum / truths),
        percent(least),
      ]);
    }
  }
  const mean = total / count;
  claim(mean >= 0.94 && mean <= 0.97, `paired intervals cover ${percent(mean)} on average`);
  claim(worst >= 0.92, `paired intervals cover ${percent(worst)} at worst`);
  section(
    'Coverage of the paired interval',
    `Pairs drawn with baseline and condition rates 10/10, 10/30, 30/30, 30/45, 50/50, 50/70 and 80/90 %, as far as the correlation allows them, ` +
      `${Math.round(DRAWS / 4).toLocaleString('en')} studies each. On average over the grid ${percent(mean)}, at worst ${percent(worst)}.\n\n` +
      table(['pairs', 'correlation', 'truths', 'mean coverage', 'worst'], rows),
  );
}

function ratesOrNull(from: number, to: number, rho: number): ReturnType<typeof pairRates> | null {
  try {
    return pairRates(from, to, rho);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The t interval over seeds on measures that are no wins: a pool's mean difference is the truth. */
async function meanCoverage(): Promise<void> {
  const of = (id: string, own: string, worth: ReturnType<typeof won>, replicates = 1): Promise<Pool[]> =>
    pools(
      gameById(id),
      id === 'resistance' ? 'alt' : 'focal',
      { own, others: 'novice' },
      worth,
      SEEDS,
      replicates,
    );
  const averaged = (list: readonly Pool[]): Pool => {
    const values = new Float64Array(SEEDS).map(
      (_, seed) => list.reduce((sum, pool) => sum + (pool.values[seed] ?? 0), 0) / list.length,
    );
    return { values, mean: values.reduce((sum, value) => sum + value, 0) / SEEDS };
  };
  const cases: { name: string; condition: Pool; baseline: Pool }[] = [];
  for (const id of ['sheriff', 'survivor', 'public-goods']) {
    const [condition] = await of(id, 'expert', normalised('focal'));
    const [baseline] = await of(id, 'novice', normalised('focal'));
    if (condition !== undefined && baseline !== undefined)
      cases.push({ name: `${id}, seats beaten`, condition, baseline });
  }
  cases.push({
    name: 'resistance, 3 replicates averaged by seed',
    condition: averaged(await of('resistance', 'expert', won('alt'), 3)),
    baseline: averaged(await of('resistance', 'novice', won('alt'), 3)),
  });
  const rows: string[][] = [];
  const all: number[] = [];
  for (const { name, condition, baseline } of cases) {
    for (const n of [30, 60, 120]) {
      const rng = rngOf(`calibrate/mean/${name}/${n}`);
      let held = 0;
      for (let draw = 0; draw < STUDIES; draw += 1) {
        const differences = sample(rng, SEEDS, n).map(
          (seed) => (condition.values[seed] ?? 0) - (baseline.values[seed] ?? 0),
        );
        const interval = pairedMean(differences, { bounds: [-1, 1] });
        const truth = condition.mean - baseline.mean;
        if (interval !== null && interval.low <= truth && interval.high >= truth) held += 1;
      }
      const cover = held / STUDIES;
      all.push(cover);
      rows.push([name, String(n), percent(cover)]);
      claim(cover >= 0.92, `mean intervals of ${name}, ${n} seeds cover ${percent(cover)}`);
    }
  }
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  claim(mean >= 0.94 && mean <= 0.97, `mean intervals cover ${percent(mean)} on average`);
  section(
    'Coverage of the interval for means',
    `Student's t over seeds, for measures that are not won or lost and for replicates averaged by seed; an expert among novices against a novice among novices. ` +
      `${STUDIES.toLocaleString('en')} studies a row; on average ${percent(mean)}.\n\n` +
      table(['measure', 'seeds', 'coverage'], rows),
  );
}

function phi(a: Pool, b: Pool): number {
  const both = a.values.reduce((sum, value, seed) => sum + value * (b.values[seed] ?? 0), 0) / SEEDS;
  return (both - a.mean * b.mean) / Math.sqrt(a.mean * (1 - a.mean) * b.mean * (1 - b.mean));
}

/** The share of studies that find a real change, against what \`spartan power\` promises for the pool's own rates. */
async function power(): Promise<void> {
  const cases = [
    ['resistance', 'alt', 'expert', 'novice'],
    ['resistance', 'main', 'expert', 'novice'],
    ['resistance', 'alt', 'novice', 'random'],
    ['chameleon', 'main', 'expert', 'random'],
    ['undercover', 'alt', 'expert', 'random'],
  ] as const;
  const rows: string[][] = [];
  for (const [id, judged, strong, weak] of cases) {
    const game = gameById(id);
    const [condition] = await pools(game, judged, { own: strong, others: 'novice' }, won(judged), SEEDS, 1);
    const [baseline] = await pools(game, judged, { own: weak, others: 'novice' }, won(judged), SEEDS, 1);
    if (condition === undefined || baseline === undefined) continue;
    const rho = phi(condition, baseline);
    for (const [n, comparisons] of [
      [60, 1],
      [120, 2],
    ] as const) {
      // prettier-ignore
      const question = { from: baseline.mean, to: condition.mean, rho, comparisons };
      const promised = pairedPowerOf(question)(n).power;
      const rng = rngOf(`calibrate/power/${id}/${judged}/${strong}/${n}`);
      const studies = STUDIES * 2;
      let found = 0;
      for (let study = 0; study < studies; study += 1) {
        const pairs = pairsFrom(condition, baseline, sample(rng, SEEDS, n));
        const [cell] = judgeTable([{ id: 'x', pairs }]).cells;
        const p = Math.min(1, (cell?.p ?? 1) * comparisons);
        const upwards = (cell?.change?.estimate ?? 0) > 0 === condition.mean > baseline.mean;
        if (p <= 0.05 && upwards) found += 1;
      }
      const measured = found / studies;
      rows.push([
        `${game.title}, ${judged}: ${strong} for ${weak}`,
        `${percent(baseline.mean, 0)} → ${percent(condition.mean, 0)}`,
        rho.toFixed(2).replace('-', '−'),
        String(n),
        String(comparisons),
        percent(promised),
        percent(measured),
      ]);
      claim(
        Math.abs(promised - measured) <= 0.03,
        `power of ${id} ${judged}, ${n} pairs: promised ${percent(promised)}, found ${percent(measured)}`,
      );
    }
  }
  section(
    'Power',
    `What \`spartan power\` promises for the pool's own rates and correlation, against the share of ${(STUDIES * 2).toLocaleString('en')} studies that found the change. They may differ by 3 points.\n\n` +
      table(['change', 'rates', 'correlation', 'pairs', 'tests', 'promised', 'found'], rows),
  );
}

/** Looking after every batch and stopping at the first alarm. */
function peeking(settings: readonly Setting[]): void {
  const rows: string[][] = [];
  const most = 200;
  for (const { name, slots } of settings) {
    const [first] = slots;
    for (const batch of [10, 40]) {
      const rng = rngOf(`calibrate/peek/${name}/${batch}`);
      const studies = STUDIES;
      let alarms = 0;
      let missed = 0;
      const truth = (first?.[1]?.mean ?? 0) - (first?.[0]?.mean ?? 0);
      for (let study = 0; study < studies; study += 1) {
        const differences = sample(rng, SEEDS, most).map(
          (seed) => (first?.[1]?.values[seed] ?? 0) - (first?.[0]?.values[seed] ?? 0),
        );
        let alarm = false;
        let miss = false;
        for (let n = batch; n <= most; n += batch) {
          const seen = look(differences.slice(0, n), { detect: 1, maxPairs: most, batch });
          if ((seen.evidence?.p ?? 1) <= 0.05) alarm = true;
          const { interval } = seen;
          if (interval !== null && (interval.low > truth || interval.high < truth)) miss = true;
        }
        if (alarm) alarms += 1;
        if (miss) missed += 1;
      }
      rows.push([name, String(batch), percent(alarms / studies), percent(missed / studies)]);
      claim(
        (wilson(alarms, studies)?.low ?? 0) <= 0.05,
        `peeking alarms in ${percent(alarms / studies)} of studies`,
      );
      claim(
        (wilson(missed, studies)?.low ?? 0) <= 0.05,
        `a sequence misses in ${percent(missed / studies)} of studies`,
      );
    }
  }
  section(
    'Peeking: --games auto',
    `Equal conditions, looked at after every batch up to ${most} pairs. *Alarm*: the test passed at any look. *Missed*: the interval did not hold the truth at some look. At most 5 % may, each.\n\n` +
      table(['study', 'pairs between looks', 'alarm at any look', 'missed at any look'], rows),
  );
}

async function parroting(): Promise<void> {
  const rows: string[][] = [];
  for (const [profile, truth] of [
    ['novice', 0],
    ['parrot', PARROT_ECHO_RATE],
  ] as const) {
    // prettier-ignore
    const { echoed, measured } = await echoShare(gameById('resistance'), profile, Math.round(400 * Math.max(scale, 0.25)));
    const rate = wilson(echoed, measured);
    rows.push([
      `builtin:${profile}`,
      percent(truth, 0),
      `${percent(echoed / measured)} [${percent(rate?.low ?? 0)}, ${percent(rate?.high ?? 0)}]`,
      String(measured),
    ]);
  }
  section(
    'Parroting',
    'Share of the measured utterances of the alt side in Resistance that repeat the one before them wholly. A player can only echo when another has just spoken, and its own words can equal the last ones by chance.\n\n' +
      table(['player', 'echo rate set', 'found', 'utterances'], rows),
  );
}

const started = Date.now();
const settings = await equalSettings();
falseAlarms(settings);
peeking(settings);
coverage();
await meanCoverage();
await power();
await parroting();

const minutes = (Date.now() - started) / 60_000;
const text =
  `Simulated players. Studies are drawn with replacement from pools of ${SEEDS.toLocaleString('en')} deals played once by builtin players, without the store; ` +
  `\`npm run calibrate\` repeats all of it (${minutes.toFixed(0)} minutes on two cores).\n\n${sections.join('\n\n')}\n`;
process.stdout.write(text);
if (process.argv.includes('--write') && !quick) {
  const file = fileURLToPath(new URL('../../docs/statistics.md', import.meta.url));
  const [begin, end] = ['<!-- calibration: begin -->', '<!-- calibration: end -->'];
  const page = readFileSync(file, 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/statistics.md has no lines ${begin} and ${end}`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${text}\n${page.slice(to)}`);
}
for (const failure of failures) process.stderr.write(`does not hold: ${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
