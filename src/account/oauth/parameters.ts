import { TokenScope } from '../../schema/enums.js';
import { OauthError } from './oauthError.js';

/**
 * A parameter of a request; undefined if it is absent or empty. A repeated parameter is refused, because a server in front could use the
 * other value (RFC 6749, section 3.1).
 */
export function parameterIn(sent: URLSearchParams, name: string): string | undefined {
  const values = sent.getAll(name);
  if (values.length > 1) throw new OauthError('invalid_request', `${name} is sent more than once`);
  return values[0] || undefined;
}

/** The same for a required parameter. */
export function requiredIn(sent: URLSearchParams, name: string): string {
  const value = parameterIn(sent, name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing`);
  return value;
}

/** The requested scopes (RFC 6749, section 3.3); null without any. */
export function scopesIn(sent: URLSearchParams): TokenScope[] | null {
  const text = parameterIn(sent, 'scope');
  if (text === undefined) return null;
  const words = [...new Set(text.split(' '))];
  const scopes = words.filter(isScope);
  if (scopes.length === words.length) return scopes;
  const scopeNames = Object.keys(TokenScope).join(' ');
  throw new OauthError('invalid_scope', `scope must be some of: ${scopeNames}`);
}

function isScope(word: string): word is TokenScope {
  return Object.hasOwn(TokenScope, word);
}
