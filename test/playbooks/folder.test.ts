import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePlaybookFile } from '../../src/playbooks/file.js';
import {
  checkNameFree,
  listPlaybooks,
  nextVersion,
  playbookPath,
  playbookVersions,
  readLatestPlaybook,
  readPlaybook,
  resolvePlaybook,
} from '../../src/playbooks/folder.js';
import { refusal } from './refusal.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'playbook-folder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, version: number, run = 'r1'): void {
  const meta = {
    name,
    version,
    parent: version === 1 ? null : `${name}@v${version - 1}`,
    games: ['resistance'],
    model: 'builtin:novice',
    run,
    sourceGames: [],
    tokens: 9,
    date: '2025-03-01T00:00:00.000Z',
  };
  writePlaybookFile(playbookPath(folder, name, version), meta, `The text of version ${version} of ${name}.`);
}

describe('a folder of playbooks', () => {
  it('that is not there, or is a file, has none', () => {
    expect(listPlaybooks(join(folder, 'none'))).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    expect(listPlaybooks(join(folder, 'file'))).toEqual([]);
    expect(nextVersion(folder, 'new-book')).toBe(1);
  });

  it('lists names and versions in order of number, and leaves everything else alone', () => {
    for (const version of [1, 2, 10]) put('b-book', version);
    put('a-book', 1);
    mkdirSync(join(folder, 'empty'));
    mkdirSync(join(folder, 'Upper'));
    writeFileSync(join(folder, 'README.md'), 'notes');
    writeFileSync(join(folder, 'a-book', 'v2.md.bak'), '');
    writeFileSync(join(folder, 'a-book', 'v03.md'), '');
    writeFileSync(join(folder, 'a-book', 'v0.md'), '');
    symlinkSync('nowhere', join(folder, 'broken'));
    expect(listPlaybooks(folder)).toEqual([
      { name: 'a-book', versions: [1] },
      { name: 'b-book', versions: [1, 2, 10] },
    ]);
    expect(nextVersion(folder, 'b-book')).toBe(11);
  });

  it('gives a version, the latest, or what a reference says', () => {
    for (const version of [1, 2, 10]) put('b-book', version);
    expect(readPlaybook(folder, 'b-book', 2).text).toBe('The text of version 2 of b-book.');
    expect(readLatestPlaybook(folder, 'b-book').meta.version).toBe(10);
    expect(resolvePlaybook(folder, 'b-book').meta.version).toBe(10);
    expect(resolvePlaybook(folder, 'b-book@v1').meta.version).toBe(1);
  });

  it('answers an unknown name with the nearest and an unknown version with those there are', () => {
    put('b-book', 1);
    put('b-book', 2);
    expect(() => resolvePlaybook(folder, 'b-bock')).toThrow(
      'unknown playbook "b-bock"; did you mean "b-book"?',
    );
    expect(refusal(() => resolvePlaybook(folder, 'b-book@v3'))).toMatchObject({
      code: 'input.unknown-name',
      message: 'playbook "b-book" has no version v3; it has v1 and v2',
    });
  });

  it('never leads out of itself', () => {
    writeFileSync(join(folder, 'v1.md'), 'outside');
    mkdirSync(join(folder, 'inside'));
    for (const name of ['..', '../inside', '/etc', '.', '']) {
      expect(() => readPlaybook(join(folder, 'inside'), name, 1)).toThrow(/a playbook name has/);
      expect(() => playbookVersions(join(folder, 'inside'), name)).toThrow(/a playbook name has/);
      expect(() => playbookPath(folder, name, 1)).toThrow(/a playbook name has/);
    }
  });

  it('refuses a file that stands in for another version', () => {
    put('a-book', 1);
    cpSync(join(folder, 'a-book'), join(folder, 'copied'), { recursive: true });
    expect(() => readPlaybook(folder, 'copied', 1)).toThrow(
      /copied.v1\.md: its place says copied@v1 and its front matter a-book@v1; make the two agree$/,
    );
    renameSync(playbookPath(folder, 'a-book', 1), playbookPath(folder, 'a-book', 2));
    expect(() => readPlaybook(folder, 'a-book', 2)).toThrow(/says a-book@v2 and its front matter a-book@v1/);
  });

  it('counts no further than the highest version a name can have', () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'v9999.md'), '');
    expect(refusal(() => nextVersion(folder, 'full'))).toMatchObject({ code: 'playbook.taken' });
  });
});

describe('a name', () => {
  it('is free for the run that wrote it, and while nobody has', () => {
    checkNameFree(folder, 'a-book', 'r1');
    put('a-book', 1);
    put('a-book', 2);
    checkNameFree(folder, 'a-book', 'r1');
    expect(readLatestPlaybook(folder, 'a-book').meta.run).toBe('r1');
  });

  it('is refused to any other run, with what to do', () => {
    put('a-book', 1);
    put('a-book', 2, 'r2');
    expect(refusal(() => checkNameFree(folder, 'a-book', 'r3'))).toMatchObject({
      code: 'playbook.taken',
      message:
        'playbook "a-book" was written by run r1; choose another name with --playbook, or start from it with --from a-book@v1',
    });
    expect(() => checkNameFree(folder, 'a-book', 'r1')).toThrow(/written by run r2/);
  });

  it('with a version that cannot be read is refused too', () => {
    put('a-book', 1);
    writeFileSync(playbookPath(folder, 'a-book', 2), 'broken');
    expect(() => checkNameFree(folder, 'a-book', 'r1')).toThrow(/v2\.md: expected front matter/);
  });
});
