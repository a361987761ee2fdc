import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Section } from '../figures.js';
import { ROOT, SPARTAN } from '../lab.js';
import { median, onMachine } from '../machine.js';

const execute = promisify(execFile);

/** What a process wrote about itself at its end; see `report-usage.js`. */
interface Usage {
  readonly cpuMs: number;
  readonly peakMiB: number;
}

async function timed(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const started = performance.now();
  await execute(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env } });
  return performance.now() - started;
}

/** The whole command line: start-up, and the main job on simulated players. */
export async function commandLineSection(folder: string, quick: boolean): Promise<Section> {
  const help = await onMachine(async () => {
    const times: number[] = [];
    for (let i = 0; i < (quick ? 7 : 21); i += 1) times.push(await timed([SPARTAN, '--help'], folder));
    return median(times) / 1000;
  });
  const bare: number[] = [];
  for (let i = 0; i < (quick ? 7 : 21); i += 1) bare.push(await timed(['-e', '0'], folder));
  const job = await onMachine(async () => {
    const place = mkdtempSync(join(folder, 'iterate-'));
    const file = join(place, 'usage.json');
    const words = ['iterate', '--game', 'resistance', '--rounds', '4'];
    const wallMs = await timed(['--import', `${ROOT}bench/report-usage.js`, SPARTAN, ...words], place, {
      BENCH_USAGE: file,
    });
    return { wallMs, ...(JSON.parse(readFileSync(file, 'utf8')) as Usage) };
  });
  return {
    title: 'The command line, built',
    figures: [
      {
        what: 'spartan --help, from start to end (median)',
        value: help.result,
        unit: 's',
        target: { atMost: 0.3, aim: 0.15 },
        machineMs: help.machineMs,
        note: `node alone takes ${(median(bare) / 1000).toFixed(3)} s of it`,
      },
      {
        what: 'spartan iterate --game resistance --rounds 4, from the prompt to the printed table',
        value: job.result.wallMs / 1000,
        unit: 's',
        target: { atMost: 10, aim: 3 },
        machineMs: job.machineMs,
        note: 'defaults, simulated players, an empty folder',
      },
      { what: 'its CPU time', value: job.result.cpuMs / 1000, unit: 's', machineMs: job.machineMs },
      { what: 'its peak memory', value: job.result.peakMiB, unit: 'MiB' },
    ],
  };
}
