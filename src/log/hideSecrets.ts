import { pino } from 'pino';
import { isSecretName } from '../checks/texts.js';
import { withSources } from './sourceStack.js';

const HIDDEN = '[hidden]';

/** The depth to which a log entry is searched; deeper members are left out. */
const DEEPEST = 6;

/**
 * The fields of a log entry without secrets: values of fields with a secret name are hidden, at any depth and also in
 * errors and their causes, and in every text the user and password of an address.
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
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return hideWithin(value.toJSON.call(value), within);
  return hideInEntries(value, within);
}

/** Hides the user and password in `scheme://user:password@host`. */
function hideUsers(text: string): string {
  return text.replace(/:\/\/[^/?#\s@]+@/g, `://${HIDDEN}@`);
}

function hideInEntries(value: object, within: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isSecret = isSecretName(name);
      return [name, isSecret ? HIDDEN : hideWithin(member, within)];
    }),
  );
}

/** The fields of an error; its message and stack include those of its causes. */
function hideInError(error: Error, within: readonly object[]): Record<string, unknown> {
  const fields = pino.stdSerializers.err(error);
  return hideInEntries({ ...fields, stack: withSources(fields.stack) }, within);
}

/** Secrets in a path: the id of a chat, the code of a link, also behind two slashes. The first group is the part before it. */
const SECRET_IN_PATH =
  /(\/(?:sessions|sign-in\/+link|sign-in\/+email|invitations)\/+|\/exports\/+[^/?#]+\/+)[^/?#]+/gi;

/** A query parameter; the first group is its name, so that only the value is hidden. */
const QUERY_VALUE = /([?&](?:[^=&#?]*=)?)[^&#]*/g;

/**
 * The address of a request as it may be logged: without ids of sessions, which allow anybody to continue the chat,
 * without the codes of links that sign in, invite or download, and without the values of the query.
 */
export function hideInUrl(url: string): string {
  const start = url.indexOf('?');
  const path = hideInPath(start < 0 ? url : url.slice(0, start));
  return start < 0 ? path : path + url.slice(start).replace(QUERY_VALUE, `$1${HIDDEN}`);
}

/** The path is unescaped first, because any of its letters may be written like `%73`. */
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
