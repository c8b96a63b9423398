import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Config } from './config.js';

/** What may be logged about, at pino's levels; `child` adds fields such as a request's id. */
export type Log = Logger;

const hidden = '[hidden]';

/** Fields that carry a secret, wherever they stand in the first three levels of a log line. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'adminToken',
  'ADMIN_TOKEN',
  'password',
  'secret',
  'databaseUrl',
  'DATABASE_URL',
  'sessionId',
  'idempotency-key',
];
const secretPaths = ['', '*.', '*.*.'].flatMap((prefix) =>
  secretFields.map((field) => `${prefix.replace(/\.$/, '')}["${field}"]`),
);

/**
 * The server's log: JSON lines in production, readable lines elsewhere. Secrets are hidden by the
 * name of their field, and in any `url` the session id (it lets its bearer continue the chat), the
 * codes of links that sign in, invite or download, and the values of the query.
 */
export function createLog(
  config: Pick<Config, 'isProduction' | 'logLevel'>,
  destination?: DestinationStream,
): Log {
  const options = {
    level: config.logLevel,
    redact: { paths: secretPaths, censor: hidden },
    serializers: { url: hideInUrl, err: pino.stdSerializers.err },
  };
  const out = destination ?? pino.destination({ dest: 1, sync: true });
  if (config.isProduction) return pino(options, out);
  return pino(options, PinoPretty({ ignore: 'pid,hostname', destination: out }));
}

/** What in an address lets its bearer do something, and what stands before it. */
const SECRET_PLACES = [
  /(\/sessions\/)[^/?#]+/g,
  /^(\/(?:sign-in\/link|invitations)\/)[^/?#]+/i,
  /(\/exports\/[^/?#]+\/)[^/?#]+/g,
];

/** A request's address as it may be written down. */
export function hideInUrl(url: unknown): unknown {
  if (typeof url !== 'string') return url;
  const bare = SECRET_PLACES.reduce((text, place) => text.replace(place, `$1${hidden}`), url);
  return bare.replace(/([?&][^=&#]+=)[^&#]*/g, `$1${hidden}`);
}
