import { beforeAll, describe, expect, it } from 'vitest';
import { gameById } from '../../../src/games/index.js';
import { ModelFault } from '../../../src/models/chat.js';
import { withinBudget } from '../../../src/playbooks/budget.js';
import { formatNotes, parseNotes } from '../../../src/playbooks/notes.js';
import type { Reflection, Trajectory } from '../../../src/players/player.js';
import { openPrompts } from '../../../src/prompts/library.js';
import { chatNotesPlacebo, chatNotesReflector } from '../../../src/reflect/notes/chat.js';
import { fakeAsker } from '../fake-asker.js';
import type { Scripted } from '../fake-asker.js';
import { noviceGames } from '../novice-games.js';

const prompts = openPrompts();
const { signal } = new AbortController();
const game = gameById('resistance');

/** Notes of one seat that are long enough for a playbook. */
function noteOf(seat: number | null, turn = 0): string {
  return (
    `I am seat number ${seat} and this is what I hold after game ${turn}: I listen first, I count who approved, ` +
    'and I keep my own view until the second vote has failed.'
  );
}

let games: readonly Trajectory[];
beforeAll(async () => {
  games = await noviceGames(2);
});

function reflect(
  answer: (seat: number, turn: number) => Scripted,
  options: {
    trajectories?: readonly Trajectory[];
    prior?: string | null;
    budget?: number;
    context?: number;
  } = {},
): { readonly made: Promise<Reflection>; readonly asked: ReturnType<typeof fakeAsker>['asked'] } {
  const { trajectories = games.slice(0, 1), prior = null, budget = 2500, context = null } = options;
  const { asker, asked } = fakeAsker(({ seat, turn }) => answer(seat ?? -1, turn), context);
  const made = chatNotesReflector(asker, prompts).write(
    { trajectories, prior, episode: 'e', budget },
    signal,
  );
  return { made, asked };
}

async function promptsOf(trajectory: Trajectory): Promise<ReadonlyMap<number, string>> {
  const { made, asked } = reflect((seat) => ({ text: noteOf(seat) }), { trajectories: [trajectory] });
  await made;
  return new Map(
    asked.map(({ site, request }) => [
      site.seat ?? -1,
      request.messages.map(({ content }) => content).join('\n'),
    ]),
  );
}

describe('a chat reflector of notes', () => {
  it('asks each seat by itself, game after game, with the notes it wrote before', async () => {
    const { made, asked } = reflect((seat, turn) => ({ text: noteOf(seat, turn) }), { trajectories: games });
    const reflection = await made;
    expect(asked.map(({ site }) => [site.episode, site.turn, site.seat, site.attempt])).toEqual(
      [0, 1].flatMap((turn) => [0, 1, 2, 3, 4].map((seat) => ['e', turn, seat, 0])),
    );
    const later = asked.slice(5).map(({ request }) => request.messages[1]?.content ?? '');
    later.forEach((prompt, seat) => {
      expect(prompt).toContain(noteOf(seat, 0));
      expect(prompt).not.toContain(noteOf((seat + 1) % 5, 0));
    });
    if (!reflection.ok) throw new Error(reflection.reason);
    expect(parseNotes(reflection.text)).toEqual(
      new Map([0, 1, 2, 3, 4].map((seat) => [seat, noteOf(seat, 1)])),
    );
  });

  it('shows a seat its own role, secret and result, and no event of others', async () => {
    const [trajectory] = games as [Trajectory];
    const shown = await promptsOf(trajectory);
    trajectory.roles.forEach((role, seat) => {
      const prompt = shown.get(seat) ?? '';
      const won = (trajectory.outcome.rewards[seat] ?? 0) > 0;
      const side = role.side === 'alt' ? 'minority' : 'majority';
      expect(prompt).toContain(`Your role was ${role.role} (${side} side). You ${won ? 'won' : 'lost'}.`);
      expect(prompt).toContain(prompts.seat(game, { secret: trajectory.secrets[seat] ?? {} }));
      for (const event of trajectory.events) {
        const mine = event.audience === 'all' || event.audience.includes(seat);
        if (mine) expect(prompt).toContain(prompts.event(game, event));
      }
    });
  });

  it('shows a seat the very same whatever it may not know', async () => {
    const [trajectory] = games as [Trajectory];
    const before = await promptsOf(trajectory);
    for (let seat = 0; seat < 5; seat += 1) {
      const swap = (other: number): boolean => other !== seat;
      const changed: Trajectory = {
        ...trajectory,
        roles: trajectory.roles.map((role, other) =>
          swap(other) ? { role: 'Sentinel', side: 'alt' } : role,
        ),
        secrets: trajectory.secrets.map((secret, other) => (swap(other) ? { sentinel: 'SENTINEL' } : secret)),
        events: trajectory.events.flatMap((event) =>
          event.audience === 'all' || event.audience.includes(seat)
            ? [event]
            : [
                { ...event, data: { sentinel: 'SENTINEL' } },
                { ...event, data: { sentinel: 'SENTINEL' } },
              ],
        ),
        decisions: [],
        outcome: {
          ...trajectory.outcome,
          ending: 'sentinel',
          measures: { sentinel: 1 },
          rewards: trajectory.outcome.rewards.map((reward, other) => (swap(other) ? -7 * reward : reward)),
        },
      };
      const { made, asked } = reflect(() => new ModelFault('transport', 'gone'), { trajectories: [changed] });
      // Other seats' prompts cannot be made from such data: what counts is what this seat was asked before.
      await made.catch(() => undefined);
      const mine = asked.find(({ site }) => site.seat === seat)?.request.messages;
      expect(mine?.map(({ content }) => content).join('\n')).toBe(before.get(seat));
    }
  });

  it('keeps the old notes of a seat whose reply is refused, and tells it', async () => {
    const prior = formatNotes(
      new Map([
        [1, 'Old notes of one.'],
        [7, 'Notes of a larger table.'],
      ]),
    );
    const { made } = reflect(
      (seat) => (seat === 1 ? { finish: 'refusal' } : seat === 2 ? { text: 'No.' } : { text: noteOf(seat) }),
      { prior },
    );
    const reflection = await made;
    if (!reflection.ok) throw new Error(reflection.reason);
    const notes = parseNotes(reflection.text);
    expect(notes.get(1)).toBe('Old notes of one.');
    expect(notes.get(7)).toBe('Notes of a larger table.');
    expect(notes.has(2)).toBe(false);
    expect(notes.get(0)).toBe(noteOf(0));
    expect(reflection.notes).toContain('seat 1 kept the old notes: the model refused');
    expect(reflection.notes.join()).toMatch(/seat 2 kept the old notes: the reply has 1 words/);
  });

  it('rejects when every seat is refused', async () => {
    const reflection = await reflect(() => ({ finish: 'filter' })).made;
    expect(reflection).toMatchObject({
      ok: false,
      reason: 'no seat wrote notes: the provider withheld the reply',
    });
    expect(reflection.notes).toEqual([
      'seats 0, 1, 2, 3 and 4 kept the old notes: the provider withheld the reply',
    ]);
  });

  it('shares the budget among the seats and cuts what is longer at an item', async () => {
    const long = Array.from(
      { length: 80 },
      (_, index) => `- I remember that thing number ${index} paid.`,
    ).join('\n');
    const reflection = await reflect((seat) => ({ text: seat === 0 ? long : noteOf(seat) }), { budget: 600 })
      .made;
    if (!reflection.ok) throw new Error(reflection.reason);
    expect((await withinBudget(reflection.text, 600)).ok).toBe(true);
    expect(parseNotes(reflection.text).get(0)?.endsWith('paid.')).toBe(true);
    expect(reflection.notes.join()).toMatch(/seat 0: \d+ tokens are over the budget/);
  });

  it('starts every seat from a playbook that is no notes', async () => {
    const { asked, made } = reflect((seat) => ({ text: noteOf(seat) }), { prior: 'I always agree.' });
    await made;
    for (const { request } of asked) expect(request.messages[1]?.content).toContain('I always agree.');
  });

  it('leaves out talk before anything else in a small window, and refuses one that holds not even the rest', async () => {
    const { asked, made } = reflect((seat) => ({ text: noteOf(seat) }), { context: 3000, budget: 500 });
    await made;
    for (const { request } of asked) {
      const letters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
      expect(letters / 4 + request.maxOutputTokens).toBeLessThanOrEqual(3000);
    }
    await expect(reflect(() => ({}), { context: 900, budget: 500 }).made).rejects.toThrow(/--context/);
  });

  it('stops the run when a model cannot be reached', async () => {
    await expect(reflect(() => new ModelFault('transport', 'gone')).made).rejects.toThrow(
      /run the same command/,
    );
  });
});

describe('a placebo of notes', () => {
  const prior = formatNotes(
    new Map([
      [0, 'I agree early and I count votes.'],
      [3, 'I wait.'],
    ]),
  );
  const write = (answer: (seat: number) => Scripted) => {
    const { asker, asked } = fakeAsker(({ seat }) => answer(seat ?? -1));
    const task = { trajectories: [], prior, episode: 'e', budget: 2500 };
    return { asked, made: chatNotesPlacebo(asker, prompts).write(task, signal) };
  };

  it('is written for each seat that has notes, as long as those, from no game', async () => {
    const { asked, made } = write((seat) => ({ text: noteOf(seat) }));
    expect(await made).toMatchObject({
      ok: true,
      text: formatNotes(
        new Map([
          [0, noteOf(0)],
          [3, noteOf(3)],
        ]),
      ),
    });
    expect(
      asked.map(({ request }) => /of about (\d+) words/.exec(request.messages[1]?.content ?? '')?.[1]),
    ).toEqual(['7', '2']);
    expect(JSON.stringify(asked)).not.toContain('I agree early');
  });

  it('is rejected as a whole when a seat refuses', async () => {
    expect(
      await write((seat) => (seat === 0 ? { text: noteOf(0) } : { finish: 'refusal' })).made,
    ).toMatchObject({
      ok: false,
      notes: ['seat 3: the model refused'],
    });
  });
});
