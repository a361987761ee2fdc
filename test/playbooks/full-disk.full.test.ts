import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { writePlaybookFile } from '../../src/playbooks/file.js';
import { refusal } from './refusal.js';

let fault = '';
vi.mock('write-file-atomic', () => ({
  default: {
    sync: (): void => {
      throw Object.assign(new Error(`${fault}: write`), { code: fault });
    },
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'playbook-full-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each([
  [
    'ENOSPC',
    'store.full',
    /v1\.md could not be written: the disk is full; make room and run the same command/,
  ],
  ['EDQUOT', 'store.full', /the disk is full/],
  [
    'EROFS',
    'playbook.file',
    /v1\.md: it could not be written \(the file system is read-only\); check the folder/,
  ],
  ['EACCES', 'playbook.file', /\(permission denied\)/],
  ['EIO', 'playbook.file', /\(EIO: write\)/],
])('a write that fails with %s is told in one line and leaves nothing', (code, expected, message) => {
  fault = code;
  const meta = {
    name: 'my-book',
    version: 1,
    parent: null,
    games: ['resistance'],
    model: 'builtin:novice',
    run: 'r1',
    sourceGames: [],
    tokens: 5,
    date: '2025-03-01',
  };
  const write = (): unknown => writePlaybookFile(join(folder, 'v1.md'), meta, 'Some text to keep.');
  const error = refusal(write);
  expect(error.code).toBe(expected);
  expect(error.message).toMatch(message);
  expect(readdirSync(folder)).toEqual([]);
});
