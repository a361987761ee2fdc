import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { ollamaEndpoint, parseEndpoint } from '../../src/models/endpoint.js';
import { ollamaProvider } from '../../src/models/ollama.js';
import { openaiProvider } from '../../src/models/openai.js';
import { createModel, modelDeps, parseModelName, PROVIDERS } from '../../src/models/registry.js';
import { testDeps } from './support.js';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const { message } = error as UserError;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('nothing was thrown');
}

describe('a model name', () => {
  it('is split at its first colon', () => {
    expect(parseModelName('ollama:qwen3:8b')).toMatchObject({
      provider: { id: 'ollama' },
      model: 'qwen3:8b',
    });
    expect(parseModelName('openai:gpt-5-mini').model).toBe('gpt-5-mini');
  });

  it('with an unknown provider is refused with the nearest and the list', () => {
    const message = messageOf(() => parseModelName('olama:qwen3:8b', ['builtin']));
    expect(message).toContain('did you mean ollama:qwen3:8b?');
    for (const { id } of PROVIDERS) expect(message).toContain(id);
    expect(message).toContain('builtin');
  });

  it.each(['gpt-5-mini', 'qwen3:8b', '', ':', 'x'.repeat(10_000)])(
    '"%.20s" is refused in one short line',
    (name) => {
      expect(messageOf(() => parseModelName(name)).length).toBeLessThan(400);
    },
  );

  it('without a model says what one looks like', () => {
    expect(messageOf(() => parseModelName('openai:'))).toContain('openai:gpt-5-mini');
    expect(messageOf(() => parseModelName('ollama'))).toContain('OLLAMA_HOST');
  });
});

describe('a key', () => {
  it('is needed at OpenAI, and the message names the variable', () => {
    const error = messageOf(() => createModel('openai:gpt-5-mini', {}, testDeps()));
    expect(error).toContain('OPENAI_API_KEY');
    expect(() => createModel('openai:m', {}, testDeps({ OPENAI_API_KEY: '  ' }))).toThrow(/OPENAI_API_KEY/);
  });

  it('is not needed at a server of one’s own', () => {
    expect(
      createModel('openai:m', { baseUrl: 'http://localhost:8000/v1' }, testDeps()).identity.endpoint,
    ).toBe('http://localhost:8000/v1');
    const env = { OPENAI_BASE_URL: 'http://gpu.lan/v1/' };
    expect(createModel('openai:m', {}, testDeps(env)).identity.endpoint).toBe('http://gpu.lan/v1');
  });
});

describe('addresses', () => {
  // The forms Ollama's own documentation lists.
  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['', 'http://127.0.0.1:11434'],
    ['gpu.lan', 'http://gpu.lan:11434'],
    ['gpu.lan:8080', 'http://gpu.lan:8080'],
    ['gpu.lan:80', 'http://gpu.lan'],
    [':8080', 'http://127.0.0.1:8080'],
    ['http://gpu.lan:8080/', 'http://gpu.lan:8080'],
    ['https://ollama.example.org', 'https://ollama.example.org'],
    ['https://ollama.example.org/proxy/', 'https://ollama.example.org/proxy'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['[::]', 'http://[::1]:11434'],
    [' "gpu.lan" ', 'http://gpu.lan:11434'],
  ])('OLLAMA_HOST %s is %s', (value, url) => {
    expect(ollamaEndpoint(value, 'OLLAMA_HOST').url).toBe(url);
  });

  it.each(['http://', 'ftp://gpu.lan', 'a b', 'gpu.lan:99999', 'http://%zz@h/'])('%s is refused', (value) => {
    expect(messageOf(() => ollamaEndpoint(value, 'OLLAMA_HOST'))).toContain('OLLAMA_HOST must be');
  });

  it('never show user info or query', () => {
    const endpoint = parseEndpoint('https://me:s3cret-pass@x.test:444/v1?token=t0ken-value#f', '--base-url');
    expect(endpoint.url).toBe('https://x.test:444/v1');
    expect(endpoint.secrets).toEqual(expect.arrayContaining(['s3cret-pass', 't0ken-value']));
    // RFC 7617: base64 of user:password.
    expect(endpoint.basicAuth).toBe('Basic bWU6czNjcmV0LXBhc3M=');
    expect(messageOf(() => parseEndpoint('htp://me:s3cret-pass@x.test', '--base-url'))).not.toContain(
      's3cret',
    );
    expect(messageOf(() => parseEndpoint('me:s3cret-pass@x.test', '--base-url'))).not.toContain('s3cret');
  });
});

describe('settings', () => {
  it('have defaults that hang on the provider', () => {
    const ollama = createModel('ollama:m', {}, testDeps()).identity.settings;
    expect(ollama.context).not.toBeNull();
    expect(ollama.wire).toBe('narrow');
    const openai = createModel('openai:m', {}, testDeps({ OPENAI_API_KEY: 'sk-0123456789' })).identity
      .settings;
    expect(openai.context).toBeNull();
    expect(openai.wire).toBe('stable');
    expect(
      createModel('openai:m', { settings: { wire: 'stable' }, baseUrl: 'http://l.test/v1' }, testDeps())
        .identity.settings.wire,
    ).toBe('stable');
  });

  it('choose the wire by endpoint', () => {
    expect(openaiProvider.defaultWire('https://api.openai.com/v1')).toBe('stable');
    expect(openaiProvider.defaultWire('https://eu.api.openai.com/v1')).toBe('stable');
    expect(openaiProvider.defaultWire('https://notapi.openai.com.evil.test/v1')).toBe('narrow');
    expect(openaiProvider.defaultWire('http://localhost:8000/v1')).toBe('narrow');
    expect(ollamaProvider.defaultWire('http://127.0.0.1:11434')).toBe('narrow');
  });

  it.each([
    { context: 0 },
    { context: 1.5 },
    { context: NaN },
    { context: 1e12 },
    { temperature: -1 },
    { temperature: Infinity },
    { topP: 1.01 },
    { maxOutputTokens: 0 },
    { reasoningTokens: -5 },
  ])('%j is refused with its bounds', (settings) => {
    expect(messageOf(() => createModel('ollama:m', { settings }, testDeps()))).toMatch(/from .* to .*, got/);
  });
});

it('passes a line on once', () => {
  const lines: string[] = [];
  const { note } = modelDeps({}, (line) => lines.push(line));
  note('a');
  note('b');
  note('a');
  expect(lines).toEqual(['a', 'b']);
});
