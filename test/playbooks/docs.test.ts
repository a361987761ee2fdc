import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_PLAYBOOK_BYTES, MIN_PLAYBOOK_WORDS } from '../../src/playbooks/check.js';
import { MAX_FILE_BYTES, parsePlaybookFile } from '../../src/playbooks/file.js';
import { MAX_NAME_LENGTH } from '../../src/playbooks/naming.js';
import { countTokens } from '../../src/playbooks/text.js';

const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'playbooks.md'), 'utf8');

it('the example file of docs/playbooks.md can be read and says the truth about itself', async () => {
  const example = /^```markdown\n([^]*?\n)```$/m.exec(docs)?.[1] ?? '';
  const file = parsePlaybookFile(Buffer.from(example), 'docs/playbooks.md');
  expect(file).toMatchObject({ edited: false, notes: [] });
  expect(file.meta.tokens).toBe(await countTokens(file.text));
  for (const key of example.matchAll(/^([a-z-]+): ?/gm)) expect(docs).toContain(`\`${key[1]}\``);
});

it('the limits of docs/playbooks.md are those of the code', () => {
  expect(docs).toContain(`more than ${MAX_FILE_BYTES / 1024} KB`);
  expect(docs).toContain(`more than ${MAX_PLAYBOOK_BYTES.toLocaleString('en')} bytes`);
  expect(docs).toContain(`fewer than ${MIN_PLAYBOOK_WORDS} words`);
  expect(docs).toContain(`at most ${MAX_NAME_LENGTH} characters`);
});
