import { isSecretName } from '../../../checks/texts.js';
import type { BlockFault } from '../../blocks/kind/blockFault.js';
import type { RequestOptions } from './requestOptions.js';

/** What is wrong with where a request goes, and with what it carries. */
export function* requestFaults(options: RequestOptions = {}): Generator<BlockFault> {
  const { webhook = {}, isExecutedOnClient } = options;
  const host = HOST.exec(webhook.url?.trim() ?? '')?.[1];
  if (host !== undefined && !isExecutedOnClient && isPrivate(host.toLowerCase()))
    yield { code: 'REQUEST_TO_PRIVATE_ADDRESS', about: host, path: 'options.webhook.url' };
  yield* secretsIn(webhook.headers, 'headers');
  yield* secretsIn(webhook.queryParams, 'queryParams');
}

type Pairs = NonNullable<RequestOptions['webhook']>['headers'];

function* secretsIn(pairs: Pairs = [], list: string): Generator<BlockFault> {
  for (const [index, { key = '', value = '' }] of pairs.entries())
    if (isSecretName(key.trim()) && isWritten(value))
      yield { code: 'SECRET_IN_FLOW', about: key, path: `options.webhook.${list}[${index}].value` };
}

const HOST = /^(?:https?:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i;

/** Whether a host is one of this machine or its network, by its name or by an address as it is usually written. */
function isPrivate(host: string): boolean {
  return PRIVATE_NAME.test(host) || PRIVATE_ADDRESS.test(host);
}

const PRIVATE_NAME = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa))\.?$/;
const PRIVATE_ADDRESS =
  /^(?:(?:127|10|0)\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|169\.254\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[(?:::1?|f[cd][\da-f]{2}:.*|fe80:.*)\])$/;

/** Shorter values are words, not secrets. */
const SHORTEST_SECRET = 8;

/** Whether a value is a secret as such, and not a variable or the name of a scheme before one. */
function isWritten(value: string): boolean {
  const own = value.replace(/\{\{[^{}]*\}\}/g, '').replace(/^\s*(?:bearer|basic|token)\b/i, '');
  return own.trim().length >= SHORTEST_SECRET;
}
