import { describe, expect, it } from 'vitest';
import { faultOfConnection, faultOfProblem, readProblem, retryAfterMs } from '../../src/models/faults.js';
import { redactor } from '../../src/models/redact.js';

const NO_SECRETS = redactor([]);
const server = {
  provider: 'openai',
  url: 'http://x.test/v1',
  keyVariable: 'OPENAI_API_KEY',
  whenUnreachable: 'start it',
  whenNotFound: 'check the name',
};

describe('the wait a server asks for', () => {
  const noon = Date.parse('2026-09-01T12:00:00Z');

  it.each([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['a fraction of seconds', { 'retry-after': '1.5' }, 1500],
    ['milliseconds, which are finer', { 'retry-after': '1', 'retry-after-ms': '350' }, 350],
    ['a date by our clock', { 'retry-after': 'Tue, 01 Sep 2026 12:00:45 GMT' }, 45_000],
    [
      'a date by the server’s clock, which is ten minutes ahead of ours',
      { 'retry-after': 'Tue, 01 Sep 2026 12:10:45 GMT', date: 'Tue, 01 Sep 2026 12:10:00 GMT' },
      45_000,
    ],
    ['a date in the past', { 'retry-after': 'Tue, 01 Sep 2026 11:00:00 GMT' }, 0],
    ['nothing', {}, null],
    ['words', { 'retry-after': 'later' }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['empty', { 'retry-after': '' }, null],
  ])('as %s', (_name, headers, expected) => {
    expect(retryAfterMs(new Headers(headers), noon)).toBe(expected);
  });
});

describe('what a server said is read from', () => {
  it.each([
    [
      'OpenAI',
      '{"error":{"message":"Bad thing","type":"t","param":"max_tokens","code":"c"}}',
      ['c', 't'],
      'max_tokens',
    ],
    [
      'vLLM before 0.9',
      '{"object":"error","message":"Bad thing","type":"BadRequestError","param":null,"code":400}',
      ['BadRequestError'],
      null,
    ],
    ['Ollama', '{"error":"Bad thing"}', [], null],
    ['FastAPI', '{"detail":[{"loc":["body"],"msg":"Bad thing"}]}', [], null],
    ['FastAPI in short', '{"detail":"Bad thing"}', [], null],
    ['a proxy', '<html><body><h1>Bad thing</h1></body></html>', [], null],
    [
      'nested parameters',
      '{"error":{"message":"Bad thing","param":"response_format.json_schema"}}',
      [],
      'response_format',
    ],
  ])('%s', (_name, text, codes, param) => {
    const problem = readProblem(400, new Headers(), text, NO_SECRETS, 0);
    expect(problem).toMatchObject({ text: 'Bad thing', codes, param });
  });

  it('one clean line of bounded length', () => {
    const text = JSON.stringify({ error: `a\n\u001b[31mb\u0007 ${'c'.repeat(5000)}` });
    const problem = readProblem(500, new Headers(), text, NO_SECRETS, 0);
    expect(problem.text.startsWith('a b cc')).toBe(true);
    expect(problem.text.length).toBeLessThanOrEqual(300);
  });
});

describe('a fault', () => {
  const of = (status: number, text = '{}'): ReturnType<typeof faultOfProblem> =>
    faultOfProblem(server, readProblem(status, new Headers(), text, NO_SECRETS, 0));

  it('is decided by status and code, never by words', () => {
    expect(of(400, '{"error":{"message":"insufficient_quota rate limit 429 not found"}}').kind).toBe(
      'rejected',
    );
    expect(of(429, '{"error":{"message":"slow down","code":"insufficient_quota"}}').kind).toBe('quota');
    expect(of(403, '{"error":{"message":"no","code":"billing_not_active"}}').kind).toBe('quota');
    expect(of(500, '{"error":{"message":"no","code":"insufficient_quota"}}').kind).toBe('transport');
  });

  it('advises by kind', () => {
    expect(of(401).message).toContain('check OPENAI_API_KEY');
    expect(of(404).message).toContain('check the name');
  });

  it('of a connection names the cause deep down, and holds no error that could hold the request', () => {
    const deep = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const fault = faultOfConnection(server, new TypeError('fetch failed', { cause: deep }), NO_SECRETS);
    expect(fault).toMatchObject({ kind: 'transport', status: null, code: 'ECONNREFUSED' });
    expect(fault.message).toBe(
      'no complete answer from the openai server http://x.test/v1 (ECONNREFUSED): start it',
    );
    expect(fault.cause).toBeUndefined();
  });
});
