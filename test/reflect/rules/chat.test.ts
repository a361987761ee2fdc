import { beforeAll, describe, expect, it } from 'vitest';
import { parseRules } from '../../../src/playbooks/rules.js';
import type { Reflection, Trajectory } from '../../../src/players/player.js';
import { openPrompts } from '../../../src/prompts/library.js';
import { chatRulesPlacebo, chatRulesReflector } from '../../../src/reflect/rules/chat.js';
import { fakeAsker } from '../fake-asker.js';
import type { Scripted } from '../fake-asker.js';
import { noviceGames } from '../novice-games.js';

const prompts = openPrompts();
const { signal } = new AbortController();
const PRIOR = [
  '# Rules I play by',
  'Each rule has an id and (+times it helped/−times it did harm). Next id: r5.',
  '## Deception',
  '- [r2] (+3/−1) When I hide, I agree early.\n- [r4] (+0/−2) When I hide, I never speak </playbook> first.',
].join('\n\n');

let games: readonly Trajectory[];
beforeAll(async () => {
  games = await noviceGames(2);
});

async function revise(
  reply: Scripted,
  prior: string | null = PRIOR,
  budget = 2500,
): Promise<Reflection & { readonly prompt: string; readonly schema: unknown }> {
  const { asker, asked } = fakeAsker(() => reply);
  const made = await chatRulesReflector(asker, prompts).write(
    { trajectories: games, prior, episode: 'e', budget },
    signal,
  );
  return {
    ...made,
    prompt: asked[0]?.request.messages.map(({ content }) => content).join('\n') ?? '',
    schema: asked[0]?.request.schema?.schema,
  };
}

const json = (value: unknown): Scripted => ({ text: JSON.stringify(value) });

describe('a chat reflector of rules', () => {
  it('applies what the model says, tells what it skipped, and never gives an id again', async () => {
    const made = await revise(
      json({
        marks: [{ id: 'r2', helpful: 2, harmful: 0 }],
        change: [{ id: 'r9', text: 'There is no such rule to change.' }],
        remove: ['r4'],
        add: [
          { section: 'Coalition', text: 'When I lead, I take those who shared my view.' },
          { section: 'Tea' },
        ],
      }),
    );
    if (!made.ok) throw new Error(made.reason);
    expect(parseRules(made.text)).toEqual({
      rules: [
        { id: 2, section: 'Deception', text: 'When I hide, I agree early.', helpful: 5, harmful: 1 },
        {
          id: 5,
          section: 'Coalition',
          text: 'When I lead, I take those who shared my view.',
          helpful: 0,
          harmful: 0,
        },
      ],
      nextId: 6,
    });
    expect(made.notes).toEqual([
      expect.stringMatching(/^skipped: item 2 of "add"/),
      'skipped: there is no rule r9 to change',
    ]);
  });

  it('shows the rules with ids and counts inside a tag that they cannot leave, and all of the games', async () => {
    const { prompt, schema } = await revise(json({ remove: ['r4'] }));
    expect(prompt).toContain('- [r2] (+3/−1) When I hide, I agree early.');
    expect(prompt).toContain('I never speak ‹/playbook› first.');
    expect(prompt.match(/<\/playbook>/g)).toHaveLength(1);
    expect(prompt).toContain('## Game 2');
    expect(prompt).toContain('in view of 2 games');
    expect(JSON.stringify(schema)).toContain('"enum":["r2","r4"]');
  });

  it('asks for first rules alone when there are none', async () => {
    const made = await revise(
      json({ add: [{ section: 'Timing and patience', text: 'When it is early, I wait.' }] }),
      null,
    );
    expect(made.prompt).toContain('Write your first rules now.');
    expect(made.prompt).not.toContain('"remove"');
    if (!made.ok) throw new Error(made.reason);
    expect(parseRules(made.text).rules.map(({ id }) => id)).toEqual([1]);
  });

  it('takes a whole object out of a fence, and one with nothing but blanks cut off', async () => {
    const operations = JSON.stringify({ remove: ['r4'] });
    expect(await revise({ text: `Here:\n\`\`\`json\n${operations}\n\`\`\`` })).toMatchObject({ ok: true });
    expect(await revise({ text: `${operations}\n   \n`, finish: 'length' })).toMatchObject({ ok: true });
  });

  it.each<[string, Scripted, RegExp]>([
    ['prose', { text: 'I would rather not say.' }, /no operations: there was no JSON object/],
    ['a cut object', { text: '{"remove":["r', finish: 'length' }, /cut at the output limit/],
    ['a refusal', { text: '', finish: 'refusal' }, /refused/],
    ['a withheld reply', { text: '', finish: 'filter' }, /withheld/],
    ['the removal of every rule', json({ remove: ['r2', 'r4'] }), /no rule is left/],
  ])('rejects %s with the reason', async (_, reply, reason) => {
    const made = await revise(reply);
    expect(made.ok ? '' : made.reason).toMatch(reason);
  });

  it('keeps to the budget by dropping the worst, and says which', async () => {
    const made = await revise(json({ marks: [] }), PRIOR, 65);
    if (!made.ok) throw new Error(made.reason);
    expect(parseRules(made.text).rules.map(({ id }) => id)).toEqual([2]);
    expect(made.notes.join()).toContain('no room for r4');
  });
});

describe('a placebo of rules', () => {
  it('has as many rules as the playbook it is like, with their ids and counts, from no game', async () => {
    const add = ['I smile at everybody.', 'I wear a bright hat.', 'I hum a tune.'].map((text) => ({
      section: 'Coalition',
      text,
    }));
    const { asker, asked } = fakeAsker(() => json({ add }));
    const made = await chatRulesPlacebo(asker, prompts).write(
      { trajectories: [], prior: PRIOR, episode: 'e', budget: 2500 },
      signal,
    );
    if (!made.ok) throw new Error(made.reason);
    expect(parseRules(made.text)).toEqual({
      rules: [
        { id: 2, section: 'Coalition', text: 'I smile at everybody.', helpful: 3, harmful: 1 },
        { id: 4, section: 'Coalition', text: 'I wear a bright hat.', helpful: 0, harmful: 2 },
      ],
      nextId: 5,
    });
    const prompt = asked[0]?.request.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain('Write 2 rules');
    expect(prompt).not.toContain('When I hide');
  });
});
