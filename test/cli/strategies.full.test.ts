import { describe, expect, it } from 'vitest';
import { isNotes, parseNotes } from '../../src/playbooks/notes.js';
import { isRules, parseRules } from '../../src/playbooks/rules.js';
import { schemaBrain } from '../fake-server/schema-brain.js';
import type { FakeChat } from '../fake-server/types.js';
import {
  inStore,
  openAiOptions,
  place,
  PLAYBOOK_TEXT,
  playbookServer,
  playbooksOf,
  scratch,
  SHORT,
  spartan,
  startHere,
  until,
} from './support.js';
import type { Place } from './support.js';

const folder = scratch('strategies');
const STUDY = [
  ...['iterate', '--game', 'resistance', ...SHORT, '--rounds', '2', '--learn-games', '2', '--games', '1'],
  ...['--armed', 'alt', '--json'],
];

function isRulesCall({ schema }: FakeChat): boolean {
  return schema !== null && 'add' in ((schema['properties'] ?? {}) as object);
}

function isNotesCall({ schema, messages }: FakeChat): boolean {
  return schema === null && messages.some(({ content }) => content.includes('Rewrite your notes now.'));
}

/** A model that writes something of its own from everything it is shown. */
function brain(chat: FakeChat): string {
  const letters = chat.messages.reduce((sum, { content }) => sum + content.length, 0);
  if (isNotesCall(chat)) return `${PLAYBOOK_TEXT}\nI saw ${letters} letters of play from my seat.`;
  if (!isRulesCall(chat)) return schemaBrain()(chat);
  const properties = (chat.schema?.['properties'] ?? {}) as object;
  const add = [{ section: 'Detection', text: `When I have read ${letters} letters, I count who approved.` }];
  return JSON.stringify(
    'marks' in properties
      ? { marks: [{ id: 'r1', helpful: 2, harmful: 1 }], change: [], remove: [], add }
      : { add },
  );
}

/** The text of a playbook's last version. */
function lastText(at: Place): string {
  const files = Object.entries(playbooksOf(at)).sort(([a], [b]) => a.localeCompare(b));
  return (files.at(-1)?.[1] ?? '').replace(/^---[^]*?\n---\n/, '').trim();
}

/** The seats that reflections were asked for, in order of seat. */
function reflectionSeats({ db }: Place): (number | null)[] {
  return inStore(db, (store) =>
    store
      .callsOfRun(store.runs.list()[0]?.id ?? '')
      .flatMap(({ phase, site }) => (phase === 'reflection' ? [site.seat] : []))
      .sort((a, b) => (a ?? -1) - (b ?? -1)),
  );
}

describe.each(['rules', 'notes'] as const)('a study of simulated players with --strategy %s', (strategy) => {
  it('writes a version each round and gives the same again, controls included', async () => {
    const argv = [
      ...['iterate', '--game', 'resistance', '--rounds', '2', '--learn-games', '2', '--games', '1'],
      ...['--armed', 'alt', '--strategy', strategy, '--control', 'placebo,shuffled', '--json'],
    ];
    const [one, other] = [place(folder, `${strategy}-one`), place(folder, `${strategy}-other`)];
    const first = await spartan([...argv, ...one.options]);
    expect(first.code).toBe(0);
    expect((await spartan([...argv, ...other.options])).out).toBe(first.out);
    expect(playbooksOf(other)).toEqual(playbooksOf(one));
    const texts = Object.values(playbooksOf(one));
    // Two versions, a placebo and a shuffled one, all of the same form.
    expect(texts).toHaveLength(4);
    for (const text of texts) {
      const body = text.replace(/^---[^]*?\n---\n/, '').trim();
      expect(strategy === 'rules' ? isRules(body) : isNotes(body)).toBe(true);
    }
  });
});

describe('a study of a model', () => {
  it('with --strategy rules keeps ids and counts from round to round', async () => {
    const server = await playbookServer({ brain });
    const at = place(folder, 'rules');
    const ended = await spartan([...STUDY, '--strategy', 'rules', ...openAiOptions(server), ...at.options]);
    expect(ended).toMatchObject({ code: 0 });
    const { rules, nextId } = parseRules(lastText(at));
    expect(rules.map(({ id, helpful, harmful }) => [id, helpful, harmful])).toEqual([
      [1, 2, 1],
      [2, 0, 0],
    ]);
    expect(nextId).toBe(3);
    expect(reflectionSeats(at)).toEqual([null, null]);
    // What the games of round 2 carried is the rules of round 1.
    expect(server.chats().some(({ body }) => JSON.stringify(body).includes('[r1] (+0/−0)'))).toBe(true);
  });

  it('with --strategy notes asks every seat after every learning game and shows each its own notes', async () => {
    const server = await playbookServer({ brain });
    const at = place(folder, 'notes');
    const ended = await spartan([...STUDY, '--strategy', 'notes', ...openAiOptions(server), ...at.options]);
    expect(ended).toMatchObject({ code: 0 });
    const notes = parseNotes(lastText(at));
    expect([...notes.keys()]).toEqual([0, 1, 2, 3, 4]);
    expect(reflectionSeats(at)).toEqual(
      [0, 1, 2, 3, 4].flatMap((seat) => Array.from({ length: 4 }, () => seat)),
    );
    const played = server
      .chats()
      .filter(({ body }) => JSON.stringify(body).includes('letters of play from my seat'));
    for (const { body } of played) expect(JSON.stringify(body)).not.toContain('Private notes by seat');
  });

  it.each(['rules', 'notes'])(
    'with --strategy %s goes on after a stop to the tables of an unbroken run',
    async (strategy) => {
      const server = await playbookServer({ brain, latencyMs: 5 });
      const [broken, whole] = [place(folder, `${strategy}-broken`), place(folder, `${strategy}-whole`)];
      const argv = [...STUDY, '--strategy', strategy, ...openAiOptions(server)];
      const running = startHere([...argv, ...broken.options]);
      const mark = strategy === 'rules' ? 'keep a list of rules' : 'Rewrite your notes now.';
      await until(() => server.chats().filter(({ body }) => JSON.stringify(body).includes(mark)).length >= 1);
      running.interrupt();
      expect((await running.ended).code).toBe(130);
      const resumed = await spartan([...argv, ...broken.options]);
      const calls = server.chats().length;
      const unbroken = await spartan([...argv, ...whole.options]);
      expect([resumed.code, unbroken.code]).toEqual([0, 0]);
      expect(resumed.out).toBe(unbroken.out);
      expect(playbooksOf(broken)).toEqual(playbooksOf(whole));
      expect(server.chats().length - calls).toBe(calls);
    },
  );
});
