import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import { plainText, skillOf } from '../../playbooks/export.js';
import { resolvePlaybook } from '../../playbooks/folder.js';
import { formatPlaybookRef } from '../../playbooks/naming.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';

/** Options of `spartan playbook export`, as parsed. */
export interface ExportOptions {
  readonly playbooks: string;
  readonly format: 'md' | 'text' | 'skill';
  readonly out?: string;
  readonly json?: boolean;
}

/** Writes a file that is not there yet, or holds the very same. */
function writeNew(path: string, content: string): void {
  try {
    if (existsSync(path) && (!statSync(path).isFile() || readFileSync(path, 'utf8') !== content)) {
      throw new UserError(
        'input.option',
        `--out: ${cleanLine(path)} is already there; name another path or move it away`,
      );
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new UserError(
      'input.option',
      `--out: ${cleanLine(path)} cannot be written (${code}); name another path`,
      {
        cause: error,
      },
    );
  }
}

/** Writes a version as Markdown, plain text or an Agent Skill; the first two to standard output without `--out`. */
export function exportPlaybook(reference: string, options: ExportOptions, io: Io): void {
  const file = resolvePlaybook(options.playbooks, reference);
  const { format, out } = options;
  const skill = format === 'skill' ? skillOf(file) : null;
  const content = skill?.content ?? `${format === 'text' ? plainText(file.text) : file.text}\n`;
  const path = skill === null ? (out ?? null) : join(out ?? '.', skill.name, 'SKILL.md');
  if (path !== null) writeNew(path, content);
  const version = formatPlaybookRef(file.meta.name, file.meta.version);
  if (options.json === true) io.out(jsonText({ version, format, path, content }));
  else if (path === null) io.out(content);
  else io.out(`${version} written to ${path}\n`);
}
