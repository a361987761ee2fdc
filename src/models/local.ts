import { isIP } from 'node:net';
import type { Endpoint } from './endpoint.js';

/** Addresses of private networks (RFC 1918, RFC 4193, RFC 3927, RFC 6598) and of this machine. */
const PRIVATE = [
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^::1$/,
  /^f[cd]/i,
  /^fe[89ab]/i,
];

/** Endings of names that no public server has. */
const LOCAL_NAME = /(^|\.)(localhost|local|lan|internal|intranet|home\.arpa|test)$/i;

/** True when asking a server may cost money: its address is neither this machine nor a private network. */
export function mayCost(endpoint: Pick<Endpoint, 'host'>): boolean {
  const host = endpoint.host.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return !PRIVATE.some((range) => range.test(host));
  return host.includes('.') && !LOCAL_NAME.test(host);
}
