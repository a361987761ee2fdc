import { describe, expect, it } from 'vitest';
import type { FakeServer } from '../fake-server/types.js';
import {
  bodiesOf,
  gamesOf,
  inStore,
  openAiOptions,
  place,
  playbookServer,
  reportOf,
  scratch,
  spartan,
  tableMark,
} from './support.js';
import type { Place } from './support.js';

const folder = scratch('voids');
// Games of two rounds at most: the second one is where calls are refused.
const STUDY = [
  ...['iterate', '--game', 'resistance', '--rule', 'maxTurns=12'],
  ...['--rounds', '1', '--learn-games', '2', '--games', '2', '--seed', '1'],
];

/** A server that refuses every call of some games, once their first round is over. */
async function refusing(marks: readonly string[]): Promise<{ server: FakeServer; mend: () => void }> {
  let mended = false;
  const server = await playbookServer({
    script: ({ messages }) => {
      const [system, user] = messages.map(({ content }) => content);
      const late = (user?.split('-- Mission').length ?? 0) > 2;
      const chosen = marks.some((text) => system?.includes(text));
      return !mended && late && chosen
        ? [{ twist: 'status', status: 413, body: { error: { message: 'not this game' } } }]
        : [];
    },
  });
  return { server, mend: () => (mended = true) };
}

function study(server: FakeServer, at: Place, ...more: string[]): string[] {
  return [...STUDY, ...openAiOptions(server), ...at.options, ...more];
}

/** Void games of each step, as `R1 evaluation`. */
function voidsOf({ db }: Place): string[] {
  return inStore(db, (store) =>
    store.runs
      .list()
      .flatMap(({ id }) =>
        store.steps
          .list(id)
          .flatMap(({ stepId, round, role }) =>
            store.steps
              .games(id, stepId)
              .flatMap(({ status }) => (status === 'void' ? [`R${round} ${role}`] : [])),
          ),
      ),
  );
}

describe('void evaluation games', () => {
  it('are shown, shrink the pairs, and are all that the same command plays again', async () => {
    const { server, mend } = await refusing([tableMark(1, 'test', 1)]);
    const at = place(folder, 'evaluation');
    const ended = await spartan(study(server, at));
    expect(ended.code).toBe(0);
    expect(voidsOf(at)).toEqual(['R0 baseline', 'R1 evaluation', 'R1 evaluation']);
    // Four rows: the baseline and the armed condition of each side, one of two games void in each.
    expect(ended.out.match(/ 1\/2 /g)).toHaveLength(4);
    expect(ended.out).toContain('R1 alt: 1 of 2 pairs are complete');
    expect(ended.out).toContain('R1 main: 1 of 2 pairs are complete');

    const before = server.chats().length;
    const shown = await spartan(study(server, at, '--json'));
    expect(shown.code).toBe(0);
    for (const cell of reportOf(shown).rows.flatMap(({ cells }) => cells)) {
      expect(cell).toMatchObject({ started: 2, finished: 1, voids: 1, pairs: cell.compared ? 1 : 0 });
    }
    const runs = await spartan(['runs', '--db', at.db]);
    expect(runs.out).toMatch(/ 5\/8 +│ 3 /);
    expect(runs.out).toMatch(/finished; go on with: spartan iterate /);
    // Three calls in a row that fail alike would stop a new run; here nothing else is left to ask.
    // That one more attempt asked for what was refused before, and for nothing that had been answered.
    const asked = server.chats().slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ status }) => status !== 413)).toEqual([]);

    mend();
    const mended = await spartan(study(server, at, '--json'));
    const unbroken = place(folder, 'unbroken');
    const whole = await spartan(study(server, unbroken, '--json'));
    expect(reportOf(mended).rows.flatMap(({ cells }) => cells)).toEqual(
      reportOf(whole).rows.flatMap(({ cells }) => cells),
    );
    expect(gamesOf(at.db)).toEqual(gamesOf(unbroken.db));
  });
});

describe('void learning games', () => {
  it('leave the playbook as it was written from the others when they are made good', async () => {
    const { server, mend } = await refusing([tableMark(1, 'learning', 0)]);
    const at = place(folder, 'learning');
    const first = await spartan(study(server, at, '--json'));
    expect(first.code).toBe(0);
    expect(voidsOf(at)).toEqual(['R1 learning']);
    const { rows, reflections } = reportOf(first);
    expect(reflections.map(({ written }) => written)).toEqual([expect.stringMatching(/@v1$/)]);

    const before = server.chats().length;
    mend();
    const again = await spartan(study(server, at, '--json'));
    expect(voidsOf(at)).toEqual([]);
    expect(reportOf(again).rows).toEqual(rows);
    expect(reportOf(again).reflections).toEqual(reflections);
    // Only the one game was played: no reflection, no evaluation.
    const asked = server.chats().slice(before);
    expect(asked.length).toBeGreaterThan(0);
    for (const { body } of asked) expect(JSON.stringify(body)).toContain(tableMark(1, 'learning', 0));
    expect(new Set(bodiesOf(server.chats().filter(({ status }) => status === 200))).size).toBe(
      server.chats().filter(({ status }) => status === 200).length,
    );
  });

  it('all of them: the reflection is rejected, and written once one is made good', async () => {
    const { server, mend } = await refusing([tableMark(1, 'learning', 0), tableMark(1, 'learning', 1)]);
    const at = place(folder, 'no-learning');
    const first = await spartan(study(server, at));
    expect(first.code).toBe(0);
    expect(first.out).toContain(
      'R1: the reflection was rejected (every learning game was void); no playbook stayed in use.',
    );
    // Without a playbook the armed conditions are the baseline's games, which are played once.
    const answered = server.chats().filter(({ status }) => status === 200);
    expect(new Set(bodiesOf(answered)).size).toBe(answered.length);
    mend();
    const again = await spartan(study(server, at, '--json'));
    expect(reportOf(again).reflections[0]).toMatchObject({
      rejected: null,
      written: expect.stringMatching(/@v1$/) as unknown,
    });
    expect(voidsOf(at)).toEqual([]);
  });
});
