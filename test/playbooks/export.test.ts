import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainText, skillOf } from '../../src/playbooks/export.js';
import type { PlaybookFile, PlaybookMeta } from '../../src/playbooks/file.js';

function playbook(changes: Partial<PlaybookMeta> = {}): PlaybookFile {
  const meta: PlaybookMeta = {
    name: 'resistance-qwen2.5-3f2a',
    version: 2,
    parent: null,
    games: ['resistance', 'liars-dice'],
    model: 'ollama:qwen2.5:3b',
    run: '3f2a',
    sourceGames: [],
    tokens: 9,
    date: '2025-03-01',
    hash: 'a'.repeat(64),
    ...changes,
  };
  return { meta, text: '# Book\n\n- I wait.', hash: meta.hash, edited: false, notes: [] };
}

/** The front matter of a skill. */
function frontOf(content: string): { readonly name: string; readonly description: string } {
  return parse(content.split('---\n')[1] ?? '') as { readonly name: string; readonly description: string };
}

describe('an Agent Skill', () => {
  it('has a name and a description as the specification wants them, and the text', () => {
    const { name, content } = skillOf(playbook());
    expect(name).toBe('resistance-qwen2-5-3f2a-v2');
    expect(frontOf(content).name).toBe(name);
    expect(frontOf(content).description).toContain('its own games of resistance and liars dice');
    expect(content.endsWith('---\n\n# Book\n\n- I wait.\n')).toBe(true);
  });

  // agentskills.io/specification: 1–64 lower-case letters, digits and hyphens, none doubled or at the ends.
  it.each<[Partial<PlaybookMeta>]>([
    [{ name: 'a' }],
    [{ name: `${'long-'.repeat(15)}name`, version: 9999 }],
    [{ name: 'qwen2.5.1-x' }],
    [{ name: `${'a'.repeat(61)}.b` }],
  ])('keeps to the limits of names: %j', (changes) => {
    const { name } = skillOf(playbook(changes));
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(name).toMatch(new RegExp(`-v${changes.version ?? 2}$`));
  });

  it('keeps to the limit of descriptions, and has no markup in them', () => {
    const games = Array.from({ length: 100 }, (_, index) => `a-game-with-a-long-name-${index}`);
    const { description } = frontOf(skillOf(playbook({ games, model: '<b>x</b>' })).content);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(description).not.toMatch(/[<>]/);
  });

  it('does not say that an imported text was written from games', () => {
    const { description } = frontOf(skillOf(playbook({ run: 'import' })).content);
    expect(description).not.toContain('its own games');
    expect(frontOf(skillOf(playbook({ games: [] })).content).description).toMatch(/playing social games\.$/);
  });
});

describe('plain text', () => {
  it('is Markdown without its marks', () => {
    const markdown = [
      '## Deception ##',
      '',
      '* I keep **few** claims and _one_ story, as [they](http://x) say.',
      '> I quote `code` and 2 * 3 * 4.',
      '```',
      'kept',
      '```',
    ].join('\n');
    expect(plainText(markdown)).toBe(
      [
        'Deception',
        '',
        '- I keep few claims and _one_ story, as they (http://x) say.',
        'I quote code and 2 * 3 * 4.',
        'kept',
      ].join('\n'),
    );
  });
});
