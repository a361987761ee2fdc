import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allGames } from '../../../src/games/index.js';
import { studyRows } from '../../../src/report/html/study-rows.js';
import { leaderboardHtml } from '../../../src/report/leaderboard/html.js';
import { leaderboard } from '../../../src/report/leaderboard/leaderboard.js';
import { DEFAULT_SETTINGS } from '../../../src/report/leaderboard/rate.js';
import { scratch } from '../../cli/support.js';
import { seeded, simulate, teamGame } from '../leaderboard/simulated.js';
import { CHROMIUM, openFile } from './browser.js';
import type { Opened } from './browser.js';
import { HOSTILE, hostilePage, hostileReport } from './hostile.js';

const folder = scratch('browser');

async function opened(name: string, html: string, scheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  return openFile(file, scheme);
}

function board(): string {
  const strengths = new Map(HOSTILE.slice(0, 3).map((name, place) => [name, 40 * place]));
  return leaderboardHtml(
    leaderboard({
      runs: ['0123456789abcdef'],
      simulated: true,
      games: simulate(strengths, 6, seeded('browser'), teamGame),
      costs: [],
      settings: { ...DEFAULT_SETTINGS, resamples: 200 },
      definitions: allGames(),
    }),
    null,
  );
}

/** Contrast of two colours by WCAG 2.1, from 1 to 21. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.skipIf(CHROMIUM === undefined)('pages in a real browser', { timeout: 240_000 }, () => {
  it.each([
    ['a study', hostilePage],
    ['a leaderboard', board],
  ])('opens %s of hostile texts from disk without a complaint or a request', async (name, html) => {
    const { page, complaints, requests } = await opened(name.replace(' ', '-'), html());
    // Whatever could act would have: everything on the page is moved over and clicked.
    for (const figure of await page.locator('figure').all()) await figure.hover();
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    const found = 'script, iframe, img, link, object, embed, form, svg a, [onload], [onerror], [onmouseover]';
    expect(await page.locator(found).count()).toBe(0);
    expect(await page.locator('body').isVisible()).toBe(true);
    await page.close();
  });

  it('forbids scripts even to a page that was tampered with', async () => {
    const tampered = hostilePage().replace('<main>', '<main><script>document.title="changed"</script>');
    const { page, complaints } = await opened('tampered', tampered);
    expect(await page.title()).not.toBe('changed');
    expect(complaints.join('\n')).toMatch(/Content Security Policy/i);
    await page.close();
  });

  it('shows hostile texts as they are', async () => {
    const { page } = await opened('shown', hostilePage());
    const text = await page.locator('pre').first().innerText();
    for (const line of HOSTILE.slice(0, 10)) expect(text).toContain(line);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    await page.close();
  });

  it('has the numbers of the report in its table and a mark for each in its plots', async () => {
    const report = hostileReport();
    const { page } = await opened('numbers', hostilePage());
    const shown = await page
      .locator('#study tbody tr')
      .evaluateAll((rows) =>
        (rows as unknown as { cells: Iterable<{ innerText: string }> }[]).map((row) =>
          [...row.cells].map(({ innerText }) => innerText),
        ),
      );
    const wanted = studyRows(report).rows;
    // The last column of the report is its parroting, the fourth the rate with its interval.
    expect(shown.map((row) => [row[3], row.at(-1)])).toEqual(wanted.map((row) => [row[3], row.at(-1)]));
    const cells = report.rows.flatMap((row) => row.cells);
    const changes = cells.filter(({ change }) => change !== null).length;
    const count = (selector: string): Promise<number> => page.locator(selector).count();
    // A point for each condition, and one for each change.
    expect(await count('#plots g[aria-label="dot"] > *')).toBe(cells.length + changes);
    expect(await count('#matrix g[aria-label="cell"] > *')).toBe(changes);
    expect(await count('#matrix g[aria-label="text"] > *')).toBe(changes);
    expect(await count('#talk g[aria-label="dot"] > *')).toBe(cells.length);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('can be read in %s', async (scheme) => {
    for (const [name, html] of [
      ['study', hostilePage()],
      ['board', board()],
    ] as const) {
      const { page } = await opened(`${name}-${scheme}`, html, scheme);
      const colour = (selector: string, property: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((element, key) => {
            const { getComputedStyle } = globalThis as unknown as {
              readonly getComputedStyle: (of: unknown) => Record<string, string>;
            };
            return getComputedStyle(element)[key] ?? '';
          }, property);
      const ground = await colour('body', 'backgroundColor');
      // AA of WCAG 2.1: 4.5 for text, 3 for graphics.
      expect(contrast(ground, await colour('td', 'color'))).toBeGreaterThan(4.5);
      expect(contrast(ground, await colour('caption', 'color'))).toBeGreaterThan(4.5);
      expect(contrast(ground, await colour('svg text', 'fill'))).toBeGreaterThan(4.5);
      expect(contrast(ground, await colour('g[aria-label="dot"]', 'fill'))).toBeGreaterThan(3);
      expect(contrast(ground, await colour('g[aria-label="rule"]', 'stroke'))).toBeGreaterThan(3);
      // Wide tables scroll by themselves; the page does not.
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      const picture = process.env['SPARTAN_SCREENSHOTS'];
      if (picture !== undefined)
        await page.screenshot({ path: join(picture, `${name}-${scheme}.png`), fullPage: true });
      await page.close();
    }
  });

  it('prints on pages, with its tables whole', async () => {
    const { page } = await opened('print', hostilePage());
    await page.emulateMedia({ media: 'print' });
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.locator('nav').isVisible()).toBe(false);
    await page.close();
  });
});
