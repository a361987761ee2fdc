import { UserError } from '../base/errors.js';
import type { Environment } from './endpoint.js';

/** The proxies that the environment names, as curl and most programs read it. */
export interface Proxies {
  /** For http: addresses; empty when there is none. */
  readonly http: string;
  /** For https: addresses; when it is empty the other one serves both. */
  readonly https: string;
  /** Hosts that are reached without one, in the form of `NO_PROXY`. */
  readonly no: string;
}

/** Never asked of a proxy: it would look for the server on its own machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

function read(env: Environment, name: string): { readonly value: string; readonly variable: string } {
  const lower = env[name.toLowerCase()]?.trim() ?? '';
  return lower === ''
    ? { value: env[name]?.trim() ?? '', variable: name }
    : { value: lower, variable: name.toLowerCase() };
}

function proxyUrl(env: Environment, name: string): string {
  const { value, variable } = read(env, name);
  if (value === '') return '';
  const spelled = value.includes('://') ? value : `http://${value}`;
  try {
    const url = new URL(spelled);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  } catch {
    // Said below; the value is not shown, since it may hold a password.
  }
  throw new UserError(
    'input.config',
    `${variable} must be the http or https URL of a proxy such as http://proxy.example:8080, and is not: correct it, or unset it`,
  );
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in lower case too, which wins.
 *
 * @returns null when there is no proxy
 * @throws UserError `input.config` when one cannot be read
 */
export function proxiesOf(env: Environment): Proxies | null {
  const http = proxyUrl(env, 'HTTP_PROXY');
  const https = proxyUrl(env, 'HTTPS_PROXY');
  if (http === '' && https === '') return null;
  const no = read(env, 'NO_PROXY').value;
  return {
    http,
    https,
    no: no === '*' ? no : [...no.split(/[,\s]+/), ...THIS_MACHINE].filter(Boolean).join(','),
  };
}

/** The proxy of an address as a message names it, without user and password; null when there is none. */
export function proxyFor(proxies: Proxies, address: string): string | null {
  const url = new URL(address);
  const proxy = url.protocol === 'https:' ? proxies.https || proxies.http : proxies.http;
  return proxy === '' ? null : new URL(proxy).host;
}
