/** A real browser for pages that must work in one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll } from 'vitest';

const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is; undefined when this machine has none. */
export const CHROMIUM = PLACES.find((path) => path !== undefined && path !== '' && existsSync(path));

if (CHROMIUM === undefined) {
  console.warn(
    'skipped: no Chromium was found, so no page is opened; install one with scripts/install-chromium.sh or name it in CHROMIUM',
  );
}

const QUIET = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let started: Promise<BrowserContext> | undefined;

function start(): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'spartan-chromium-'));
  // Chromium refuses its sandbox to root.
  const root = process.getuid?.() === 0;
  const context = chromium.launchPersistentContext(profile, {
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    headless: true,
    args: root ? [...QUIET, '--no-sandbox'] : QUIET,
  });
  afterAll(async () => {
    await (await context).close();
    rmSync(profile, { recursive: true, force: true });
  });
  return context;
}

/** A page opened from disk, and what went wrong with it. */
export interface Opened {
  readonly page: Page;
  /** Messages of the console, errors of scripts and violations of the page's policy. */
  readonly complaints: readonly string[];
  /** Addresses asked for, the file itself left out. */
  readonly requests: readonly string[];
}

/** Opens a file in the browser. Call it inside a suite, so that the browser is closed after it. */
export async function openFile(file: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  started ??= start();
  const page = await (await started).newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const address = pathToFileURL(file).href;
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  await page.emulateMedia({ colorScheme });
  await page.goto(address);
  return { page, complaints, requests };
}
