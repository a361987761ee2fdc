/** `npm run bench`: measures the lab and sets it against published figures; see docs/benchmarks.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineUnits, sectionText, standingOf } from './figures.js';
import type { Section } from './figures.js';
import { machineUnitMs } from './machine.js';
import { callSection } from './sections/calls.js';
import { commandLineSection } from './sections/command-line.js';
import { engineSection } from './sections/engine.js';
import { promptSection } from './sections/prompts.js';
import { ratingsSection } from './sections/ratings.js';
import { storeSection } from './sections/store.js';
import { throughputSection } from './sections/throughput.js';

const USAGE = `npm run bench -- [--quick] [--json] [--only NAME]
  --quick   under a minute: smaller samples, without 10 and 1,000 games at once
  --json    JSON on standard output in place of tables
  --only    one section: calls, throughput, prompts, command-line, engine, store or ratings
`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

type Measure = (folder: string, quick: boolean) => Promise<Section>;

const SECTIONS: Readonly<Record<string, Measure>> = {
  calls: callSection,
  throughput: throughputSection,
  prompts: promptSection,
  'command-line': commandLineSection,
  engine: (_folder, quick) => engineSection(quick),
  store: storeSection,
  ratings: ratingsSection,
};

async function run(names: readonly string[]): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spartan-bench-'));
  const sections: Section[] = [];
  try {
    for (const name of names) {
      const section = await (SECTIONS[name] as Measure)(folder, values.quick);
      sections.push(section);
      if (!values.json) process.stdout.write(`${sectionText(section)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return sections;
}

/** Exit code: counted figures are the same on every machine, so missing one is a fault; a missed time may be noise. */
async function main(): Promise<number> {
  const names = values.only === undefined ? Object.keys(SECTIONS) : [values.only];
  if (values.help || names.some((name) => !(name in SECTIONS))) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  const unitMs = machineUnitMs();
  const cpu = cpus()[0]?.model ?? 'unknown processor';
  if (!values.json) {
    process.stdout.write(
      `${cpus().length} cores (${cpu}), Node ${process.version}. A machine unit is the SHA-256 of 1 MiB: ` +
        `${unitMs.toFixed(3)} ms of CPU now; times in units compare across machines and runs.\n\n`,
    );
  }
  const started = performance.now();
  const sections = await run(names);
  const figures = sections.flatMap((section) => section.figures);
  const missed = figures.filter((figure) => standingOf(figure) === 'missed');
  if (values.json) {
    const rows = sections.map(({ title, figures: own }) => ({
      title,
      figures: own.map((figure) => ({
        ...figure,
        standing: standingOf(figure),
        machineUnits: machineUnits(figure),
      })),
    }));
    process.stdout.write(
      `${JSON.stringify({ node: process.version, cpu, unitMs, sections: rows }, null, 2)}\n`,
    );
  } else {
    const seconds = Math.round((performance.now() - started) / 1000);
    const targets = figures.filter((figure) => standingOf(figure) !== null).length;
    process.stdout.write(`${targets - missed.length} of ${targets} targets reached, in ${seconds} s\n`);
  }
  return missed.some(({ counted }) => counted === true) ? 1 : 0;
}

process.exitCode = await main();
