import { TokenScope } from '../../schema/enums.js';
import { OauthError } from './oauthError.js';

/**
 * A parameter of a request; undefined when it is absent or empty. One that comes twice is refused, because another server in
 * front could read the other one (RFC 6749, section 3.1).
 */
export function parameterIn(sent: URLSearchParams, name: string): string | undefined {
  const values = sent.getAll(name);
  if (values.length > 1) throw new OauthError('invalid_request', `${name} is sent more than once`);
  return values[0] || undefined;
}

/** The same for a parameter that is needed. */
export function requiredIn(sent: URLSearchParams, name: string): string {
  const value = parameterIn(sent, name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing`);
  return value;
}

/** The scopes that are requested (RFC 6749, section 3.3); null without any. */
export function scopesIn(sent: URLSearchParams): TokenScope[] | null {
  const text = parameterIn(sent, 'scope');
  if (text === undefined) return null;
  const words = [...new Set(text.split(' '))];
  const scopes = words.filter(isScope);
  if (scopes.length === words.length) return scopes;
  const known = Object.keys(TokenScope).join(' ');
  throw new OauthError('invalid_scope', `scope must be some of: ${known}`);
}

function isScope(word: string): word is TokenScope {
  return Object.hasOwn(TokenScope, word);
}
