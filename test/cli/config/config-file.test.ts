import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { looksLikeKey, urlHoldsSecret } from '../../../src/cli/config/key-like.js';
import { lineUpsOf, withLineUp } from '../../../src/cli/config/line-ups.js';
import { parseConfig } from '../../../src/cli/config/read.js';
import { reasoningOf } from '../../../src/cli/config/reasoning.js';

const parse = (text: string) => parseConfig(text, 'spartan.config.yaml', '/somewhere/spartan.config.yaml');

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const { message } = error as UserError;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('nothing was refused');
}

const GOOD = `# A study of mine
games: 20
endpoints:
  gpu:
    baseUrl: http://gpu.lan:8000/v1
    width: 16
    callSeconds: 900
players:
  student:
    model: openai:qwen3
    endpoint: gpu
    width: 4
    context: 2048
    temperature: 0.7
    think: false
    extraBody: { top_k: 20 }
`;

describe('a configuration file', () => {
  it('is YAML or JSON, and may be empty', () => {
    expect(parse(GOOD).value.games).toBe(20);
    expect(parse('{\n\t"games": 20,\n\t"players": {}\n}').value).toEqual({ games: 20, players: {} });
    expect(parse('').value).toEqual({});
    expect(parse('# nothing yet\n').value).toEqual({});
  });

  it('knows the line of everything in it', () => {
    const file = parse(GOOD);
    expect(file.where(['games'])).toBe('spartan.config.yaml line 2');
    expect(file.where(['players', 'student', 'temperature'])).toBe('spartan.config.yaml line 14');
    expect(file.where(['players', 'student', 'extraBody', 'top_k'])).toBe('spartan.config.yaml line 16');
  });

  it.each([
    ['games: 20\nlearn-games: 3\n', 'line 2: "learn-games" is no setting; did you mean "learnGames"?'],
    ['gamse: 20\n', 'line 1: "gamse" is no setting; did you mean "games"?'],
    [
      'players:\n  a:\n    model: ollama:x\n    temprature: 1\n',
      'line 4: "temprature" is no setting; did you mean "temperature"?',
    ],
    ['baseUrl: http://x.test\n', 'line 1: "baseUrl" belongs to one of the endpoints or players'],
    ['games: many\n', 'line 1: games must be a whole number from 1 to 100000, or auto, got "many"'],
    [
      'players:\n  a: { model: ollama:x, temperature: hot }\n',
      'line 2: players.a.temperature must be a number from 0 to 2, got "hot"',
    ],
    [
      'players:\n  a: { model: ollama:x, topP: 1.5 }\n',
      'players.a.topP must be a number from 0 to 1, got 1.5',
    ],
    [
      'players:\n  a: { context: 4096 }\n',
      'line 2: players.a.model must be PROVIDER:MODEL or builtin:PROFILE, and is missing',
    ],
    [
      'players:\n  a: { model: qwen3 }\n',
      'players.a.model must be PROVIDER:MODEL or builtin:PROFILE, got "qwen3"',
    ],
    ['players:\n  a:b: { model: ollama:x }\n', 'a name must be a letter, then letters'],
    [
      'endpoints: { gpu: {} }\nplayers:\n  a: { model: ollama:x, endpoint: gpus }\n',
      'line 3: players.a.endpoint must be the name of one of the endpoints, got "gpus"; did you mean "gpu"?',
    ],
    ['games: 1\ngames: 2\n', 'line 2: a name stands twice'],
    ['games: [1\n', 'no JSON or YAML'],
    ['- games\n', 'the file must be settings by their names'],
    ['just words\n', 'the file must be settings by their names'],
    [
      'players: { a: { model: "ollama:x", keepAlive: soon } }\n',
      'players.a.keepAlive must be seconds or a time such as 10m',
    ],
  ])('%j is refused with its line and what to do', (text, message) => {
    expect(refusal(() => parse(text))).toContain(message);
  });

  it('says something in one line whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect((error as Error).message).not.toMatch(/[\n\u0000-\u0008\u001b]/);
        }
      }),
    );
  });
});

/** Made up, in the shapes that makers give their keys. */
const KEYS = [
  'sk-proj-abcdefGHIJKL0123456789',
  'sk-ant-REDACTED',
  'gsk_AbCdEfGhIjKlMnOpQrStUv0123456789',
  'hf_AbCdEfGhIjKlMnOpQrStUvWxYz',
  'xai-AbCdEfGhIjKlMnOpQrStUv0123456789',
  'AIzaSyA0123456789abcdefghijklmnopqrstuv',
  '0123456789abcdef0123456789abcdef',
  'Bearer abcdefgh12345678',
];

describe('a key in the file', () => {
  it.each(KEYS)('%.6s… is refused wherever it stands, and never shown', (key) => {
    expect(looksLikeKey(key)).toBe(true);
    const places = [
      `model: "${key}"\n`,
      `players:\n  a: { model: ollama:x, apiKeyEnv: "${key}" }\n`,
      `players:\n  a: { model: ollama:x, apiKey: "${key}" }\n`,
      `players:\n  a: { model: ollama:x, extraBody: { deep: { list: ["${key}"] } } }\n`,
      `unknown: "${key}"\n`,
      `endpoints:\n  a: { baseUrl: "https://x.test/v1?api_key=${key}" }\n`,
    ];
    for (const text of places) {
      const message = refusal(() => parse(text));
      expect(message).not.toContain(key.slice(0, 12));
      expect(message).toContain('apiKeyEnv');
      expect(message).toMatch(/^spartan\.config\.yaml line \d+: /);
    }
  });

  it('is refused by the name of its field and in an address, too', () => {
    for (const text of [
      'endpoints:\n  a: { apiKey: short }\n',
      'players:\n  a: { model: ollama:x, extraBody: { Authorization: hunter2 } }\n',
      'endpoints:\n  a: { baseUrl: "http://me:hunter2@x.test/v1" }\n',
    ]) {
      const message = refusal(() => parse(text));
      expect(message).toContain('apiKeyEnv');
      expect(message).not.toContain('hunter2');
    }
  });

  it('is not taken for one where it is an ordinary word', () => {
    for (const word of [
      'openai:gpt-4o-mini-2024-07-18',
      'ollama:hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M',
      'results/2026-09-01-resistance-run3.sqlite',
      'MY_COMPANY_OPENAI_KEY',
      'keep-alive',
    ]) {
      expect(looksLikeKey(word)).toBe(false);
    }
    expect(urlHoldsSecret('https://me.openai.azure.com/openai/v1?api-version=2025-04-01-preview')).toBe(
      false,
    );
  });
});

describe('line-ups', () => {
  it('hold what the player says above what its endpoint says', () => {
    const student = lineUpsOf(parse(GOOD)).get('student');
    expect(student).toMatchObject({
      model: 'openai:qwen3',
      options: {
        baseUrl: 'http://gpu.lan:8000/v1',
        width: 4,
        callSeconds: 900,
        settings: { context: 2048, temperature: 0.7, reasoning: 'off', extraBody: { top_k: 20 } },
      },
    });
  });

  it('stand below what was typed, and above what the file says for all', () => {
    const student = lineUpsOf(parse(GOOD)).get('student');
    if (student === undefined) throw new Error('no student');
    const command = { settings: { temperature: 0.1, topP: 0.5, context: 9000 } };
    expect(withLineUp(student, command, new Set()).settings).toMatchObject({
      temperature: 0.7,
      topP: 0.5,
      context: 2048,
    });
    expect(withLineUp(student, command, new Set(['temperature', 'db'])).settings).toMatchObject({
      temperature: 0.1,
      context: 2048,
    });
    expect(
      withLineUp(student, { settings: { reasoning: 'high' } }, new Set(['reasoningEffort'])).settings,
    ).toMatchObject({ reasoning: 'high' });
  });

  it('of a builtin player have no settings', () => {
    const text = 'players:\n  rookie: { model: builtin:novice, temperature: 1 }\n';
    expect(refusal(() => lineUpsOf(parse(text)))).toContain('has no settings');
  });
});

describe('the two spellings of reasoning', () => {
  it.each([
    [{}, undefined],
    [{ reasoningEffort: 'none' }, 'off'],
    [{ reasoningEffort: 'minimal' }, 'minimal'],
    [{ think: true }, 'on'],
    [{ think: false }, 'off'],
    [{ think: 'low' }, 'low'],
    [{ think: 'on', reasoningEffort: 'high' }, 'high'],
    [{ think: 'off', reasoningEffort: 'none' }, 'off'],
  ] as const)('%j is %s', (words, reasoning) => {
    expect(reasoningOf(words)).toBe(reasoning);
  });

  it('may not contradict each other', () => {
    expect(refusal(() => reasoningOf({ think: 'off', reasoningEffort: 'high' }))).toContain('contradict');
    expect(refusal(() => reasoningOf({ think: 'on', reasoningEffort: 'none' }))).toContain('contradict');
  });
});
