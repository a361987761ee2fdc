import { describe, expect, it } from 'vitest';
import { powerCommand } from '../../src/cli/commands/power.js';
import { runCommand } from './run-command.js';

const power = (...argv: string[]) => runCommand([powerCommand], ['power', ...argv]);

describe('spartan power', () => {
  it('says how many pairs a change needs, with the power by size', async () => {
    const { code, out } = await power('--from', '0.3', '--to', '0.4');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^30\.0 % to 40\.0 %, correlation 0 \(possible: -0\.53 to 0\.80\); exact McNemar test/,
    );
    const needed = Number(/: (\d+) pairs, (\d+) games/.exec(out)?.[1]);
    // By hand, the normal approximation of Connor (Biometrics 43, 1987, 207): discordance 0.46, change 0.1, so
    // (1.96·√0.46 + 0.8416·√0.45)² / 0.01 = 359. The exact test is more careful and needs more.
    expect(needed).toBeGreaterThan(359);
    expect(needed).toBeLessThan(390);
    expect(out).toMatch(new RegExp(`│ +${needed} │ +${2 * needed} │ +80\\.\\d %`));
  });

  it('gives the power at a number of pairs, as JSON', async () => {
    const { code, out } = await power('--from', '0.3', '--to', '0.6', '--pairs', '30', '--json');
    const answer = JSON.parse(out) as { readonly asked: { readonly n: number; readonly power: number } };
    expect(code).toBe(0);
    expect(answer).toMatchObject({ test: 'exact McNemar', from: 0.3, to: 0.6, rho: 0, wanted: 0.8 });
    // SciPy, see test/stats/power.test.ts.
    expect(answer.asked.n).toBe(30);
    expect(answer.asked.power).toBeCloseTo(0.550691904416, 10);
  });

  it('takes games that are not paired', async () => {
    const { out } = await power('--from', '0.3', '--to', '0.4', '--unpaired');
    expect(out).toContain('For a chance of 80.0 %: 375 games of each condition, 750 games.');
  });

  it('says when no number of pairs will do', async () => {
    const { code, out } = await power('--from', '0.3', '--to', '0.301');
    expect(code).toBe(0);
    expect(out).toContain('More than 100000 pairs are needed for a chance of 80.0 %.');
  });

  it.each([
    [
      ['--from', '0.3', '--to', '0.4', '--rho', '0.95'],
      /^spartan: --rho: rates of 0.3 and 0.4 allow correlations from -0.535 to 0.802, got 0.95\n$/,
    ],
    [['--from', '0.3', '--to', '0.3'], /--to must differ from --from, got 0.3 for both/],
    [['--from', '0.3', '--to', '1.3'], /--to must be a number from 0 to 1, got "1.3"/],
    [['--from', '0.3'], /required option '--to <rate>' not specified/],
    [['--from', '0.3', '--to', '0.4', '--unpaired', '--rho', '0.1'], /--rho goes with paired games/],
    [
      ['--from', '0.3', '--to', '0.4', '--unpaired', '--pairs', '50000'],
      /--pairs must be at most 5000 with --unpaired/,
    ],
    [['--from', '0.3', '--to', '0.4', '--comparisons', '0'], /--comparisons must be a whole number from 1/],
  ])('refuses %j', async (argv, message) => {
    const { code, out, err } = await power(...argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });
});
