import { namesIn } from './template.js';

/**
 * The variables that decide to which host an address leads: those before its path, query and fragment. A variable that an address
 * begins with is taken for a base such as `https://example.com/in/`, after which the path goes on, unless
 * a colon follows: then it is the scheme, or a host with its port.
 */
export function namesInHost(url: string): Iterable<string> {
  return namesIn(HOST.exec(url)?.[0] ?? '');
}

/** A mail address and a telephone number have no host. */
const HOST =
  /^(?:\{\{[^{}]*\}\}(?!:)|(?!(?:mailto|tel|sms):)(?:(?:\{\{[^{}]*\}\}|[a-z][a-z\d+.-]*):)?[\\/]*(?:\{\{[^{}]*\}\}|[^\\/?#])*)/i;
