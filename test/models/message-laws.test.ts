import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rngOf, type Rng } from '../../src/base/rng.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { allGames } from '../../src/games/index.js';
import { playGame } from '../../src/loop/play-game.js';
import type { ChatRequest, ModelSettings } from '../../src/models/chat.js';
import { wireMessages } from '../../src/models/complete.js';
import { chatPlayer, type Asker } from '../../src/players/chat/chat-player.js';
import type { GameSpec } from '../../src/players/game-spec.js';
import { openPrompts } from '../../src/prompts/library.js';
import { schemaBrain } from '../fake-server/schema-brain.js';
import { NEVER, reply } from './support.js';

const prompts = openPrompts();
const brain = schemaBrain();

/** Requests looked at in one game; the rest of it is like them. */
const REQUESTS = 15;

/** Enough was asked. */
class Enough extends Error {}

const settingsOf = (wire: ModelSettings['wire']): ModelSettings => ({
  context: null,
  temperature: null,
  topP: null,
  maxOutputTokens: 200,
  wire,
});

/** What a model may say, right or wrong. */
const SAYINGS: readonly ((right: string, rng: Rng) => Parameters<typeof reply>[0])[] = [
  (text) => ({ text }),
  (text) => ({ text: `<think>Hm.</think> I say: ${text}` }),
  () => ({ text: '' }),
  () => ({ text: '', reasoning: 'Hm.' }),
  () => ({ text: '<think>For ever' }),
  () => ({ text: '{"action":"no-such-action"}' }),
  () => ({ text: 'I would rather not.\u0000\u001b[31m' }),
  () => ({ text: '   \n', finish: 'other' }),
  (text) => ({ text: text.slice(0, text.length / 2), finish: 'length' }),
  () => ({ text: 'I cannot help with that.', finish: 'refusal' }),
  () => ({ text: '', finish: 'filter' }),
  (_text, rng) => ({ text: `${'long '.repeat(rng.int(0, 2000))}` }),
];

/** The requests of a game in which models say now this, now that. */
async function requestsOf(
  game: GameDefinition,
  index: number,
  playbook: string | null,
  wire: ModelSettings['wire'],
): Promise<ChatRequest[]> {
  const identity = { provider: 'openai', endpoint: 'http://x', model: 'm', settings: settingsOf(wire) };
  const slot = { player: { kind: 'chat', ...identity }, playbook: null } as const;
  const spec: GameSpec = {
    game: game.id,
    rulesVersion: game.rulesVersion,
    options: game.options.parse({}),
    players: game.players.default,
    promptVersion: 'p',
    lineUp: { by: 'seat', seats: Array.from({ length: game.players.default }, () => slot) },
    seed: { study: 1, purpose: 'test', index },
    replicate: 0,
  };
  const asked: ChatRequest[] = [];
  const rng = rngOf(`sayings/${game.id}/${index}`);
  const asker: Asker = {
    identity,
    ask: (site, request) => {
      if (asked.length >= REQUESTS) return Promise.reject(new Enough());
      asked.push(request);
      const { messages, schema } = request;
      const right = brain({
        wire: 'openai',
        route: 'chat',
        streams: false,
        model: 'm',
        messages,
        schema: schema?.schema ?? null,
        cap: null,
        seed: request.seed ?? null,
        window: null,
        body: {},
        authorization: null,
      });
      // Half of what is said is right, so that games go on.
      const say = rng.float() < 0.5 ? SAYINGS[0] : rng.pick(SAYINGS);
      return Promise.resolve({
        key: '',
        site,
        identity,
        request,
        reply: reply(say?.(right, rng)),
        faults: [],
      });
    },
  };
  try {
    await playGame(game, spec, ({ gameId }) => chatPlayer({ game, gameId, asker, prompts, playbook }), {
      stop: NEVER,
      abort: NEVER,
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return asked;
}

/** Roles as one word: s, u, a. */
const shape = (messages: readonly { readonly role: string }[]): string =>
  messages.map(({ role }) => role.charAt(0)).join('');

describe.each(allGames().map((game) => [game.id, game] as const))('%s', (_id, game) => {
  it('asks with the system text first, then user and assistant in turn, none of them empty', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 10_000 }),
        fc.option(fc.string({ maxLength: 50 })),
        fc.constantFrom('narrow' as const, 'stable' as const),
        async (index, playbook, wire) => {
          const asked = await requestsOf(game, index, playbook, wire);
          expect(asked.length).toBeGreaterThan(0);
          for (const { messages } of asked) {
            // Two corrections at most.
            expect(shape(messages)).toMatch(/^su(au){0,2}$/);
            expect(messages.every(({ content }) => content.trim() !== '')).toBe(true);
            expect(shape(wireMessages({ messages, maxOutputTokens: 1 }, false))).toBe(shape(messages));
            // Folded, for templates without a system role, they still alternate.
            expect(shape(wireMessages({ messages, maxOutputTokens: 1 }, true))).toMatch(/^u(au){0,2}$/);
          }
        },
      ),
      { numRuns: 2 },
    );
  });
});

it('corrections do occur in these games', async () => {
  const asked = await Promise.all(allGames().map((game) => requestsOf(game, 1, null, 'narrow')));
  const shapes = new Set(asked.flat().map(({ messages }) => shape(messages)));
  expect([...shapes].sort()).toEqual(['su', 'suau', 'suauau']);
});
