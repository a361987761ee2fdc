import { UserError } from '../base/errors.js';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a model server is reached. */
export interface Endpoint {
  /** Base URL without user info, query or a slash at its end: what ids, messages and stores may show. */
  readonly url: string;
  readonly host: string;
  readonly port: string;
  /** Query parameters of the base URL, sent with every request (`api-version` of Azure, for one). */
  readonly query: Readonly<Record<string, string>>;
  /** Value of the Authorization header made from the URL's user info; null when it has none. */
  readonly basicAuth: string | null;
  /** What must never be shown. */
  readonly secrets: readonly string[];
}

/**
 * The key in an environment variable; empty when there is none.
 *
 * @throws UserError `input.config` when no HTTP header could hold it
 */
export function wholeKey(env: Environment, variable: string): string {
  const key = env[variable]?.trim() ?? '';
  if (/^[\x21-\x7e\xa0-\xff]*$/.test(key)) return key;
  throw new UserError(
    'input.config',
    `${variable} must be one word of characters that an HTTP header takes, got blanks, line ends or others: set it again`,
  );
}

/**
 * The key in the environment variable that a user named.
 *
 * @throws UserError `model.key-missing` when it is not set
 */
export function keyOf(env: Environment, variable: string, model: string): string {
  const key = wholeKey(env, variable);
  if (key !== '') return key;
  throw new UserError(
    'model.key-missing',
    `${model} takes its key from ${variable} (apiKeyEnv), and that is not set: set it, or leave apiKeyEnv out for a server that needs none`,
  );
}

/** User info is masked before a value that could not be parsed is shown. */
function shown(text: string): string {
  return text
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/^[^/]*@/, '…@')
    .slice(0, 120);
}

/**
 * Reads a base URL.
 *
 * @param source what the user set, for the message: `--base-url`, `OPENAI_BASE_URL`
 * @throws UserError `input.option` when it is no http or https URL
 */
export function parseEndpoint(text: string, source: string): Endpoint {
  let url: URL;
  let userInfo: string;
  try {
    url = new URL(text.trim());
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(url.protocol);
    userInfo =
      url.username + url.password === '' ? '' : decodeURIComponent(`${url.username}:${url.password}`);
  } catch {
    throw new UserError(
      'input.option',
      `${source} must be an http or https URL such as http://localhost:8000/v1, got "${shown(text)}"`,
    );
  }
  const basic = Buffer.from(userInfo, 'utf8').toString('base64');
  const query = Object.fromEntries(url.searchParams);
  return {
    url: `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, ''),
    host: url.hostname,
    port: url.port,
    query,
    basicAuth: basic === '' ? null : `Basic ${basic}`,
    secrets: [userInfo.slice(userInfo.indexOf(':') + 1), basic, ...Object.values(query)].filter(
      (secret) => secret !== '',
    ),
  };
}

const OLLAMA_PORT = '11434';

/**
 * Reads `OLLAMA_HOST` in the forms Ollama takes: `host`, `host:port`, `:port`, or a URL; http and port 11434
 * where left out, except that a URL with a scheme has that scheme's own port. An address that a server
 * listens on everywhere (0.0.0.0) is reached at this machine's loopback.
 *
 * @throws UserError `input.option` when it is none of these
 */
export function ollamaEndpoint(value: string | undefined, source: string): Endpoint {
  const text = (value ?? '').trim().replace(/^["']|["']$/g, '');
  if (text === '') return parseEndpoint(`http://127.0.0.1:${OLLAMA_PORT}`, source);
  const withHost = text.startsWith(':') ? `127.0.0.1${text}` : text;
  const spelled = withHost.includes('://') ? withHost : `http://${withHost}`;
  let endpoint: Endpoint;
  try {
    endpoint = parseEndpoint(spelled, source);
  } catch {
    throw new UserError(
      'input.option',
      `${source} must be a host, host:port or URL such as http://127.0.0.1:11434, got "${shown(text)}"`,
    );
  }
  const portless = spelled !== withHost && !/:\d+(\/|$)/.test(withHost);
  const url = endpoint.url
    .replace(/^(https?:\/\/)([^/]+)/, portless ? `$1$2:${OLLAMA_PORT}` : '$1$2')
    .replace('//0.0.0.0', '//127.0.0.1')
    .replace('//[::]', '//[::1]');
  const { hostname, port } = new URL(url);
  return { ...endpoint, url, host: hostname, port };
}

/** OpenAI's own endpoint, regional ones among them. */
export function isOfficialOpenAi(endpoint: Pick<Endpoint, 'host'>): boolean {
  return endpoint.host === 'api.openai.com' || endpoint.host.endsWith('.api.openai.com');
}

/** Endpoints that serve OpenAI's own models by OpenAI's rules. */
export function servesOpenAiModels(endpoint: Pick<Endpoint, 'host'>): boolean {
  return isOfficialOpenAi(endpoint) || endpoint.host.endsWith('.openai.azure.com');
}
