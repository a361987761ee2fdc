import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/games/engine/actions.js';
import { pending, startGame, viewFor } from '../../../src/games/engine/engine.js';
import type { View } from '../../../src/games/engine/definition.js';
import { dealNames } from '../../../src/games/engine/seeds.js';
import { gameById } from '../../../src/games/index.js';
import type { ChatRequest, ModelIdentity, TokenUsage } from '../../../src/models/chat.js';
import { estimateTokens } from '../../../src/models/tokens.js';
import { chatPlayer } from '../../../src/players/chat/chat-player.js';
import { countTokens } from '../../../src/playbooks/tokens.js';
import { openPrompts } from '../../../src/prompts/library.js';

const game = gameById('resistance');
const prompts = openPrompts();
const never = new AbortController().signal;

/** The table of a game at its start, with `talk` utterances already said. */
function table(talk: number): { readonly view: View; readonly decision: Decision } {
  const state = startGame(game, {
    names: dealNames('resistance', { study: 1, purpose: 'test', index: 0 }, 5),
    seed: 'fit',
    options: game.options.parse({}),
    deal: { study: 1, purpose: 'test', index: 0 },
  });
  const [open] = pending(game, state);
  if (open === undefined) throw new Error('nobody is asked');
  const view = viewFor(state, open.seat);
  const words =
    'I have watched this vote closely and I would rather wait for another team before I say more.';
  const said = Array.from({ length: talk }, () => ({
    type: 'speech',
    audience: 'all' as const,
    data: { speaker: view.players[1] ?? '', player: view.players[1] ?? '', text: words },
    talk: { seat: 1, discussion: 1 },
  }));
  return { view: { ...view, events: [...view.events, ...said] }, decision: open.decision };
}

/** Asks one seat a list of questions, each with so much talk before it; answers what was sent. */
async function prompted(
  endpoint: string,
  context: number,
  talks: readonly number[],
  usage: (request: ChatRequest) => TokenUsage | null,
): Promise<ChatRequest[]> {
  const identity: ModelIdentity = {
    provider: 'openai',
    endpoint,
    model: 'm',
    settings: { context, temperature: null, topP: null, maxOutputTokens: 100, wire: 'narrow' },
  };
  const sent: ChatRequest[] = [];
  const asker = {
    identity,
    ask: (site: Parameters<Parameters<typeof chatPlayer>[0]['asker']['ask']>[0], request: ChatRequest) => {
      sent.push(request);
      const reply = {
        text: '{}',
        reasoning: '',
        finish: 'stop',
        usage: usage(request),
        raw: {},
        sent: {},
        durationMs: 1,
      } as const;
      return Promise.resolve({ key: '', site, identity, request, reply, faults: [] });
    },
  };
  const player = chatPlayer({ game, gameId: 'g', asker, prompts, playbook: null });
  for (const [turn, talk] of talks.entries()) {
    await player.decide({ ...table(talk), turn, corrections: [] }, never);
  }
  return sent;
}

const textOf = (request: ChatRequest | undefined): string =>
  request?.messages.map(({ content }) => content).join('\n') ?? '';
const utterances = (request: ChatRequest | undefined): number =>
  textOf(request).split('watched this vote').length - 1;
const estimateOf = (request: ChatRequest): number =>
  request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
const counted =
  (times: number) =>
  (request: ChatRequest): TokenUsage => ({
    input: Math.round(estimateOf(request) * times),
    cachedInput: 0,
    cacheWrite: 0,
    output: 5,
    reasoning: 0,
  });

const LOCAL = 'http://localhost:8000/v1';
const OPENAI = 'https://api.openai.com/v1';

describe('what fits a window', () => {
  it('is counted exactly where OpenAI answers: more is kept than by an estimate on the high side', async () => {
    const [exact] = await prompted(OPENAI, 3000, [120], () => null);
    const [guessed] = await prompted(LOCAL, 3000, [120], () => null);
    expect(utterances(exact)).toBeGreaterThan(utterances(guessed));
    expect(utterances(exact)).toBeLessThan(120);
    const schema = JSON.stringify(exact?.schema?.schema ?? {});
    expect((await countTokens(textOf(exact))) + (await countTokens(schema))).toBeLessThanOrEqual(3000 - 100);
  });

  it('shrinks once the server was seen to count more than was estimated, and never grows', async () => {
    const honest = await prompted(LOCAL, 3000, [90, 90], counted(1));
    const heavy = await prompted(LOCAL, 3000, [90, 90], counted(1.5));
    const light = await prompted(LOCAL, 3000, [90, 90], counted(0.5));
    expect(utterances(heavy[0])).toBe(utterances(honest[0]));
    expect(utterances(heavy[1])).toBeLessThan(utterances(honest[1]));
    expect(utterances(light[1])).toBe(utterances(honest[1]));
    const last = heavy[1];
    if (last === undefined) throw new Error('nothing was asked');
    expect(1.5 * estimateOf(last)).toBeLessThanOrEqual(3000);
  });

  it('is the same again for a game that is replayed from its recorded counts', async () => {
    const talks = [20, 60, 90, 120];
    const first = await prompted(LOCAL, 3000, talks, counted(1.3));
    expect(await prompted(LOCAL, 3000, talks, counted(1.3))).toEqual(first);
  });
});
