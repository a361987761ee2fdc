import { stringify } from 'yaml';
import { listText, shorten } from '../base/text.js';
import { IMPORT_RUN } from './file.js';
import type { PlaybookFile } from './file.js';
import { formatPlaybookRef } from './naming.js';

/** Limits of the Agent Skills specification (agentskills.io/specification). */
export const MAX_SKILL_NAME = 64;
export const MAX_SKILL_DESCRIPTION = 1024;

/** An Agent Skill: a folder of this name with one file in it. */
export interface Skill {
  readonly name: string;
  /** What `SKILL.md` holds. */
  readonly content: string;
}

/**
 * A skill's name made from a playbook's: lower-case letters, digits and single hyphens, none at the ends, at most 64
 * characters. A version's number is kept whole.
 */
function skillName(name: string, version: number): string {
  const end = `-v${version}`;
  const head = name.replaceAll('.', '-').slice(0, MAX_SKILL_NAME - end.length);
  return `${head.replace(/-+$/, '')}${end}`;
}

function skillDescription(meta: PlaybookFile['meta']): string {
  const names = meta.games.map((game) => game.replaceAll('-', ' '));
  // An imported text was written from nobody knows what.
  const from =
    names.length === 0 || meta.run === IMPORT_RUN
      ? ''
      : `, written by ${meta.model} from its own games of ${listText(names)}`;
  const use = names.length === 0 ? 'social games' : `${listText(names, 'or')} or another social game`;
  // Angle brackets could be read as markup where descriptions of many skills are listed.
  const text = `Strategy for games of deception, negotiation and cooperation${from}. Use it when playing ${use}.`;
  return shorten(text.replace(/[<>]/g, ' '), MAX_SKILL_DESCRIPTION);
}

/** A playbook version as an Agent Skill: name and description for whoever chooses skills, the text for who plays. */
export function skillOf({ meta, text, hash }: PlaybookFile): Skill {
  const name = skillName(meta.name, meta.version);
  const front = {
    name,
    description: skillDescription(meta),
    metadata: { playbook: formatPlaybookRef(meta.name, meta.version), sha256: hash },
  };
  return { name, content: `---\n${stringify(front, { lineWidth: 0 })}---\n\n${text}\n` };
}

/** Markdown as plain text: marks of headings, emphasis, code and links go, lists stay lists. */
export function plainText(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^ {0,3}(?:`{3,}|~{3,})/.test(line))
    .map((line) =>
      line
        .replace(/^ {0,3}#{1,6}\s+(.*?)\s*#*$/, '$1')
        .replace(/^( *)[*+](?=\s)/, '$1-')
        .replace(/^ {0,3}> ?/, '')
        .replace(/!?\[([^\]\n]{0,500})\]\(([^()\s]{0,500})\)/g, '$1 ($2)')
        .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
        .replace(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1')
        .replace(/`([^`\n]+)`/g, '$1'),
    )
    .join('\n');
}
