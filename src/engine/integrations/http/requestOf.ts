import type { BlockContext } from '../../blocks/kind/block.js';
import { cleanText } from '../../text/cleanText.js';
import type { HttpRequestEffect } from '../../interpreter/effect.js';
import { sentBody } from './requestBody.js';
import type { RequestSource } from './requestOptions.js';

/** A request with everything filled in, and the headers that its author set. */
export type FilledRequest = Pick<HttpRequestEffect, 'method' | 'url' | 'headers' | 'body'>;

/** The request a block's options describe; undefined when it has no address. */
export function requestOf(source: RequestSource, context: BlockContext): FilledRequest | undefined {
  const { webhook } = source;
  const url = context.text(webhook.url ?? '').trim();
  if (url === '') return undefined;
  const method = webhook.method ?? 'POST';
  const target = { method, url: withQuery(url, filledPairs(webhook.queryParams, context)) };
  const headers = Object.fromEntries(filledPairs(webhook.headers, context).map(encodedCredentials));
  const body = method === 'GET' ? undefined : sentBody(source, headers, context);
  return { ...target, headers, ...(body !== undefined && { body }) };
}

type Pair = readonly [key: string, value: string];

/** Pairs without a key or a value are left out. */
function filledPairs(
  pairs: RequestSource['webhook']['headers'] = [],
  context: BlockContext,
): Pair[] {
  return pairs
    .map(({ key = '', value = '' }): Pair => [context.text(key), context.text(value)])
    .filter(([key, value]) => key !== '' && value !== '');
}

function withQuery(url: string, params: readonly Pair[]): string {
  if (params.length === 0) return url;
  const query = params.map((pair) => pair.map((part) => encodeURIComponent(cleanText(part))));
  return `${url}${url.includes('?') ? '&' : '?'}${query.map((pair) => pair.join('=')).join('&')}`;
}

/** Authors write `Basic user:password`; the header must contain Base64 of UTF-8. */
function encodedCredentials([name, value]: Pair): Pair {
  const credentials = /^Basic\s+(\S.*)$/is.exec(value)?.[1];
  if (name.trim().toLowerCase() !== 'authorization' || !credentials?.includes(':'))
    return [name, value];
  const bytes = new TextEncoder().encode(credentials);
  return [name, `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`];
}
