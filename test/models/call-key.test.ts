import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callKey } from '../../src/models/call-key.js';
import type { CallSite, ChatRequest, ModelIdentity, ModelSettings } from '../../src/models/chat.js';
import { createModel, type ModelOptions } from '../../src/models/registry.js';
import { testDeps } from './support.js';

const identity: ModelIdentity = {
  provider: 'openai',
  endpoint: 'http://a.test/v1',
  model: 'm',
  settings: { context: 8192, temperature: 0.5, topP: 0.9, maxOutputTokens: 300, wire: 'narrow' },
};
const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'rules' },
    { role: 'user', content: 'log' },
  ],
  schema: {
    name: 'vote',
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
  },
  maxOutputTokens: 300,
  seed: 5,
};
const site: CallSite = { episode: 'game', seat: 1, turn: 2, attempt: 0 };

const key = (
  i: Partial<ModelIdentity> = {},
  r: Partial<ChatRequest> = {},
  s: Partial<CallSite> = {},
): string => callKey({ ...identity, ...i }, { ...request, ...r }, { ...site, ...s });

describe('a key', () => {
  it('is the same for equal calls, however they were made', () => {
    expect(key()).toBe(callKey(structuredClone(identity), structuredClone(request), structuredClone(site)));
    expect(key()).toMatch(/^[0-9a-f]{32}$/);
    // The order in which settings were written down says nothing.
    const turned = Object.fromEntries(
      Object.entries(identity.settings).reverse(),
    ) as unknown as ModelIdentity['settings'];
    expect(key({ settings: turned })).toBe(key());
  });

  it('takes an absent setting for one that is null', () => {
    const settings = {
      ...identity.settings,
      reasoning: null,
      reasoningTokens: null,
      extraBody: null,
      foldSystem: null,
    };
    expect(key({ settings })).toBe(key());
  });

  const schema = request.schema;
  if (schema === undefined) throw new Error('the request has a schema');
  const settings = (change: Partial<ModelIdentity['settings']>): Partial<ModelIdentity> => ({
    settings: { ...identity.settings, ...change },
  });
  const changes: [string, string][] = [
    ['provider', key({ provider: 'ollama' })],
    ['endpoint', key({ endpoint: 'http://b.test/v1' })],
    ['model', key({ model: 'n' })],
    ['context', key(settings({ context: 4096 }))],
    ['no context', key(settings({ context: null }))],
    ['temperature', key(settings({ temperature: 0 }))],
    ['top-p', key(settings({ topP: 0.5 }))],
    ['cap in settings', key(settings({ maxOutputTokens: 301 }))],
    ['wire', key(settings({ wire: 'stable' }))],
    ['reasoning', key(settings({ reasoning: 'high' }))],
    ['reasoning room', key(settings({ reasoningTokens: 10 }))],
    ['folding', key(settings({ foldSystem: true }))],
    ['extra body', key(settings({ extraBody: { top_k: 1 } }))],
    [
      'message text',
      key(
        {},
        {
          messages: [
            { role: 'system', content: 'rules' },
            { role: 'user', content: 'log ' },
          ],
        },
      ),
    ],
    [
      'message role',
      key(
        {},
        {
          messages: [
            { role: 'user', content: 'rules' },
            { role: 'user', content: 'log' },
          ],
        },
      ),
    ],
    [
      'message boundary',
      key(
        {},
        {
          messages: [
            { role: 'system', content: 'rule' },
            { role: 'user', content: 'slog' },
          ],
        },
      ),
    ],
    ['message order', key({}, { messages: [...request.messages].reverse() })],
    ['schema name', key({}, { schema: { ...schema, name: 'v' } })],
    ['schema', key({}, { schema: { ...schema, schema: { type: 'object' } } })],
    [
      'order of properties',
      key(
        {},
        {
          schema: {
            ...schema,
            schema: { type: 'object', properties: { b: { type: 'string' }, a: { type: 'string' } } },
          },
        },
      ),
    ],
    ['cap', key({}, { maxOutputTokens: 600 })],
    ['seed', key({}, { seed: 6 })],
    ['episode', key({}, {}, { episode: 'game2' })],
    ['seat', key({}, {}, { seat: 0 })],
    ['no seat', key({}, {}, { seat: null })],
    ['turn', key({}, {}, { turn: 3 })],
    ['attempt', key({}, {}, { attempt: 1 })],
  ];

  it('differs by each field that can change the reply', () => {
    const all = [key(), ...changes.map(([, changed]) => changed)];
    const doubles = changes.filter(([, changed]) => all.filter((other) => other === changed).length > 1);
    expect(doubles).toEqual([]);
  });

  it('differs for a request without schema or seed', () => {
    const without = (name: keyof ChatRequest): ChatRequest =>
      Object.fromEntries(Object.entries(request).filter(([own]) => own !== name)) as unknown as ChatRequest;
    expect(
      new Set([key(), callKey(identity, without('schema'), site), callKey(identity, without('seed'), site)])
        .size,
    ).toBe(3);
  });

  it('is one to one with what was asked', () => {
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string(),
    });
    const call = fc.record({
      messages: fc.array(message, { maxLength: 4 }),
      seed: fc.nat({ max: 3 }),
      turn: fc.nat({ max: 3 }),
      episode: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(call, call, (a, b) => {
        const keyOf = (of: typeof a): string =>
          key({}, { messages: of.messages, seed: of.seed }, { turn: of.turn, episode: of.episode });
        expect(keyOf(a) === keyOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  /** Two values of every setting: a setting that is added and not named here does not compile. */
  const SETTINGS: {
    readonly [Name in keyof Required<ModelSettings>]: readonly [ModelSettings[Name], ModelSettings[Name]];
  } = {
    context: [4096, 8192],
    temperature: [0.1, 0.2],
    topP: [0.8, 0.9],
    maxOutputTokens: [200, 201],
    wire: ['narrow', 'stable'],
    reasoning: ['low', 'high'],
    reasoningTokens: [100, 200],
    foldSystem: [true, false],
    extraBody: [{ top_k: 1 }, { top_k: 2 }],
  };

  it('changes with every setting, and with each pair of them', () => {
    const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }), (changed) => {
        const at = (which: (name: keyof typeof SETTINGS) => 0 | 1): string =>
          key({
            settings: Object.fromEntries(
              names.map((name) => [name, SETTINGS[name][which(name)]]),
            ) as unknown as ModelSettings,
          });
        expect(at((name) => (changed.includes(name) ? 1 : 0))).not.toBe(at(() => 0));
      }),
    );
  });

  it('changes with nothing that only says how a server is reached or used', () => {
    const keyOf = (
      more: ModelOptions,
      baseUrl = 'http://a.test/v1',
      env: Record<string, string> = {},
    ): string => {
      const model = createModel('openai:m', { baseUrl, ...more }, testDeps(env));
      return callKey(model.identity, request, site);
    };
    const plain = keyOf({});
    fc.assert(
      fc.property(
        fc.record(
          {
            width: fc.integer({ min: 1, max: 64 }),
            callSeconds: fc.integer({ min: 1, max: 3600 }),
            apiKeyEnv: fc.constantFrom('MY_KEY', 'OTHER_KEY'),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom(
          'http://a.test/v1',
          'http://a.test/v1/',
          'http://me:secret-word@a.test/v1?api-version=2',
        ),
        fc.string({ unit: fc.constantFrom('a', 'B', '7', '-'), minLength: 8, maxLength: 20 }),
        (more, baseUrl, secret) => {
          const env = { OPENAI_API_KEY: secret, MY_KEY: secret, OTHER_KEY: secret };
          expect(keyOf(more, baseUrl, env)).toBe(plain);
        },
      ),
    );
    expect(keyOf({}, 'http://b.test/v1')).not.toBe(plain);
  });
});
