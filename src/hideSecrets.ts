import { pino } from 'pino';

/** What stands in the place of a secret. */
const HIDDEN = '[hidden]';

/** Names of fields that carry a secret, in lower case. */
const SECRET_FIELDS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'token',
  'admintoken',
  'admin_token',
  'password',
  'secret',
  'secretkey',
  'secret_key',
  'apikey',
  'api_key',
  'x-api-key',
  'databaseurl',
  'database_url',
  'sessionid',
  'idempotency-key',
  'idempotencykey',
]);

/** How deep a log entry is looked through; what lies deeper is left out. */
const DEEPEST = 6;

/**
 * The fields of a log entry without their secrets: what is named like one, at any depth and also in errors and their causes,
 * and the user and password of an address in any text.
 */
export function hideInFields(fields: object): Record<string, unknown> {
  return hideInEntries(fields, [fields]);
}

function hideWithin(value: unknown, around: readonly object[]): unknown {
  if (typeof value === 'string') return hideUsers(value);
  if (typeof value !== 'object' || value === null) return value;
  if (around.includes(value) || around.length >= DEEPEST) return undefined;
  const within = [...around, value];
  if (Array.isArray(value)) return value.map((item) => hideWithin(item, within));
  if (value instanceof Error) return hideInError(value, within);
  const toJson: unknown = Reflect.get(value, 'toJSON');
  if (typeof toJson === 'function') return hideWithin(toJson.call(value), within);
  return hideInEntries(value, within);
}

/** Without the users and passwords of `scheme://user:password@host`. */
function hideUsers(text: string): string {
  return text.replace(/:\/\/[^/?#\s@]+@/g, `://${HIDDEN}@`);
}

function hideInEntries(value: object, within: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isSecret = SECRET_FIELDS.has(name.toLowerCase());
      return [name, isSecret ? HIDDEN : hideWithin(member, within)];
    }),
  );
}

/** An error's own fields, with a message and a stack that hold those of its causes too. */
function hideInError(error: Error, within: readonly object[]): Record<string, unknown> {
  return hideInEntries(pino.stdSerializers.err(error), within);
}

/** The parts of a path that are secrets: the id of a chat, the code of a link. The first group is what stands before. */
const SECRET_IN_PATH = /(\/(?:sessions|sign-in\/link|invitations)\/|\/exports\/[^/?#]+\/)[^/?#]+/gi;

/** The value of a query parameter, or the whole of one that has no name. */
const QUERY_VALUE = /([?&](?:[^=&#?]*=)?)[^&#]*/g;

/**
 * A request's address as it may be written down: without the id of a session, which lets its bearer continue the chat, the
 * codes of links that sign in, invite or download, and the values of the query.
 */
export function hideInUrl(url: string): string {
  const start = url.indexOf('?');
  const path = hideInPath(start < 0 ? url : url.slice(0, start));
  return start < 0 ? path : path + url.slice(start).replace(QUERY_VALUE, `$1${HIDDEN}`);
}

/** Unescaped first: a path may write any of its letters as `%73`. */
function hideInPath(path: string): string {
  const plain = path.includes('%') ? unescaped(path) : path;
  return hideUsers(plain.replace(SECRET_IN_PATH, `$1${HIDDEN}`));
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.slice(0, path.indexOf('%')) + HIDDEN;
  }
}
