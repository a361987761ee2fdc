import { describe, expect, it } from 'vitest';
import { openAiOptions, place, playbookServer, scratch, spartan } from './support.js';

const folder = scratch('watch');

describe('a game that is watched', () => {
  it('marks the moves that were forced where they happen, and counts them at the end', async () => {
    const at = place(folder, 'forced');
    // A model that says nothing that could be taken for an answer.
    const server = await playbookServer({ brain: () => 'I would rather not say.' });
    const ended = await spartan([
      ...['play', '--game', 'prisoners-dilemma', '--rule', 'rounds=1', '--watch', '--seed', '1'],
      ...openAiOptions(server),
      '--db',
      at.db,
    ]);
    expect(ended.err).toBe('');
    const lines = ended.out.split('\n');
    const marks = lines.flatMap((line, at) => (/^ {2}! \w+ gave no legal answer/.test(line) ? [at] : []));
    expect(marks).toHaveLength(2);
    expect(marks.every((at) => at < lines.findIndex((line) => line.includes('Rewards:')))).toBe(true);
    expect(ended.out).toContain('Forced moves: 2 of 2 decisions, marked with "!" above');
  });

  it('says nothing of forced moves when there was none', async () => {
    const at = place(folder, 'clean');
    const ended = await spartan(['play', '--game', 'chicken', '--watch', '--db', at.db]);
    expect(ended.out).toContain('Rewards: ');
    expect(ended.out).not.toMatch(/Forced|!/);
  });
});
