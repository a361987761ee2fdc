/**
 * A store in which every table and view has rows: one run with a baseline, a reflection and an evaluation,
 * on games made by hand, so that every rate can be worked out with a pencil.
 */
import { sha256 } from '../../src/base/hash.js';
import type { LineUp } from '../../src/players/game-spec.js';
import type { Store } from '../../src/store/index.js';
import { call, identity } from './call.js';
import { novice, playbook, playStep, runStart, slot, smallGame } from './samples.js';

/** The playbook that the alt side carries in the evaluation. */
export const BOOK = 'I wait before I accuse.';

/** The game of the baseline whose calls `1` and `2` are. */
export const CALLED_GAME = smallGame(0, { alt: 1 }).id;

const armed: LineUp = { by: 'side', main: slot(novice), alt: slot(novice, playbook(BOOK)) };

/**
 * Baseline: two games, the alt side wins one and loses one. Evaluation: six games planned, of which the alt
 * side wins two, draws one and loses one; one is void and one not played; its first two seeds are those of the baseline. In the first evaluation game the alt
 * seat and one main seat are forced once each. Utterances repeat by 0.5, 0.1 and (too short) nothing.
 */
export function fill(store: Store): void {
  store.runs.begin(runStart('run', { simulated: false, plannedGames: 8, playbook: 'book' }));
  const baseline = [smallGame(0, { alt: 1 }), smallGame(1, { alt: -1 })];
  store.steps.begin(
    playStep('run', 'base', { role: 'baseline', round: 0 }),
    baseline.map((game, ordinal) => ({ gameId: game.id, ordinal })),
  );
  const recorder = store.recorder('run');
  recorder.save(
    call('1', {
      site: { episode: baseline[0]?.id ?? '' },
      faults: [{ kind: 'transport', status: null, message: 'connection lost' }],
    }),
  );
  recorder.save(
    call('2', { site: { episode: baseline[0]?.id ?? '', turn: 1 }, prompt: 'What do you say now?' }),
  );
  for (const [ordinal, game] of baseline.entries()) {
    store.saveGame(game, { runId: 'run', stepId: 'base', ordinal });
  }
  store.steps.finish('run', 'base', { games: 2 });

  store.steps.begin({ runId: 'run', stepId: 'write', ordinal: 1, kind: 'reflect', role: null, round: 1 });
  recorder.save(call('3', { site: { episode: 'write', seat: null }, reply: { text: BOOK } }));
  const { site, request } = call('x', { site: { episode: 'write', seat: null } });
  recorder.saveFault({ site, identity, request, kind: 'rate-limit', status: 429, message: 'slow down' });
  store.playbooks.save(
    {
      name: 'book',
      version: 1,
      hash: sha256(BOOK),
      runId: 'run',
      stepId: 'write',
      parent: null,
      games: ['resistance'],
      model: 'openai:tiny',
      sourceGames: baseline.map(({ id }) => id),
      tokens: 6,
      promptHash: 'p1',
      checks: { overlap: 0 },
    },
    BOOK,
  );
  store.steps.finish('run', 'write', { version: 1 });

  const evaluation = [
    smallGame(0, { alt: 1, forcedSeats: [0, 1] }, armed),
    smallGame(1, { alt: 1 }, armed),
    smallGame(2, { alt: 0 }, armed),
    smallGame(3, { alt: -1 }, armed),
    smallGame(4, 'void', armed),
  ];
  const unplayed = smallGame(5, 'void', armed);
  store.steps.begin(
    playStep('run', 'eval', { ordinal: 2 }),
    [...evaluation, unplayed].map((game, ordinal) => ({ gameId: game.id, ordinal })),
  );
  for (const [ordinal, game] of evaluation.entries()) {
    const measured =
      ordinal > 0
        ? []
        : [
            { measure: 'parroting', event: 1, seat: 0, value: 0.5 },
            { measure: 'parroting', event: 2, seat: 1, value: 0.1 },
            { measure: 'parroting', event: 3, seat: 2, value: null },
          ];
    store.saveGame(game, { runId: 'run', stepId: 'eval', ordinal }, measured);
  }
}
