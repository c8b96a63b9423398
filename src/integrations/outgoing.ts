import type { Readable } from 'node:stream';
import { parseUrl } from './parseUrl.js';

/** A request, as the author of a flow wrote it. */
export interface HttpRequest {
  readonly url: string;
  /** GET when absent. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out of GET and HEAD requests. */
  readonly body?: string | Uint8Array | StreamedBody;
  /** Milliseconds for everything, including redirects. */
  readonly timeoutMs?: number;
  /** Identifies an action that must be done once: sent as `Idempotency-Key` if the author sets none and the method changes something. */
  readonly callKey?: string | undefined;
  /** Cancels the request when aborted. */
  readonly abandoned?: AbortSignal | undefined;
  readonly connection?: Connection;
}

/** A body that is read while it is sent, so that it need not fit in memory. */
export interface StreamedBody {
  /** In bytes. */
  readonly length: number;
  /** Opens it from the start; called again if the request is repeated. */
  open(): Promise<Readable>;
}

/** Whether a body that is held in memory is longer than the limit. */
function isLonger(body: string | Uint8Array | StreamedBody, most: number): boolean {
  return !isStreamed(body) && Buffer.byteLength(body) > most;
}

/** Whether a body is read while it is sent. */
export function isStreamed(body: HttpRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'open' in body;
}

/** How a request reaches its host. None of it is sent to the host as a header. */
export interface Connection {
  /** The URL of the proxy, which may contain a user name and a password. */
  readonly proxy?: string | undefined;
  /** The client certificate, which is presented only to this origin. */
  readonly certificate?:
    { readonly origin: string; readonly pair: Readonly<Record<string, string>> } | undefined;
}

/** A request that has been checked and can be sent. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | StreamedBody;
  readonly connection?: Connection | undefined;
}

/** The size limits of a request. */
export interface OutgoingLimits {
  readonly requestBytes: number;
  readonly headerBytes: number;
}

/** Checks a request before a connection is opened. Returns a message if it is refused. */
export function outgoingOf(request: HttpRequest, limits: OutgoingLimits): Outgoing | string {
  const method = (request.method ?? 'GET').toUpperCase();
  if (!METHODS.has(method)) return 'the method is not supported';
  const url = parseUrl(request.url.trim());
  if (url === undefined) return 'the address is not a URL';
  if (url.href.length > limits.headerBytes) return 'the address is too long';
  const headers = headersOf(request.headers ?? {}, limits.headerBytes);
  if (typeof headers === 'string') return headers;
  const { connection, callKey } = request;
  const target = { url, method, headers: withKey(headers, method, callKey), connection };
  if (request.body === undefined || BODILESS.has(method)) return target;
  const { body } = request;
  return isLonger(body, limits.requestBytes) ? 'the body is too large' : { ...target, body };
}

/**
 * The request that follows a redirect, by the rules of browsers (https://fetch.spec.whatwg.org/#http-redirect-fetch): 303 is followed with
 * GET, and so are 301 and 302 after a POST. Credentials are not sent to another origin. Undefined if the response is no redirect.
 */
export function redirected(
  from: Outgoing,
  status: number,
  location: string | undefined,
): Outgoing | 'badLocation' | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const url = parseUrl(location, from.url.href);
  if (url === undefined) return 'badLocation';
  const isNewOrigin = url.origin !== from.url.origin;
  const keptHeaders = isNewOrigin ? without(from.headers, CREDENTIALS) : from.headers;
  const becomesGet =
    (status === 303 && from.method !== 'HEAD') || (status < 303 && from.method === 'POST');
  if (!becomesGet) return { ...from, url, headers: keptHeaders };
  const { body: _, ...target } = from;
  return { ...target, url, method: 'GET', headers: without(keptHeaders, CONTENT) };
}

function withKey(
  headers: Readonly<Record<string, string>>,
  method: string,
  callKey: string | undefined,
): Readonly<Record<string, string>> {
  if (callKey === undefined || SAFE.has(method)) return headers;
  return { 'idempotency-key': callKey, ...headers };
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BODILESS = new Set(['GET', 'HEAD']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers of the connection, which only this server may set. */
const CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that metadata services require as proof that a request is meant for them. */
const METADATA =
  /^(metadata|metadata-flavor|x-google-metadata-request|x-(aws|aliyun)-.*metadata.*)$/;

const CREDENTIALS =
  /^(authorization|cookie|proxy-authorization|([\w-]+-)?api-key|x-auth-token|xc-token)$/;
const CONTENT = /^content-/;

function headersOf(
  given: Readonly<Record<string, string>>,
  maxBytes: number,
): Record<string, string> | string {
  const headers: [string, string][] = [];
  let size = 0;
  for (const [name, text] of Object.entries(given)) {
    const key = name.trim().toLowerCase();
    const value = text.trim();
    if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(key)) return 'a header has an impossible name';
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'a header has an impossible value';
    if (METADATA.test(key)) return 'a header is reserved for cloud metadata';
    if (CONNECTION.has(key)) continue;
    headers.push([key, value]);
    size += key.length + value.length;
  }
  return size > maxBytes ? 'the headers are too large' : Object.fromEntries(headers);
}

function without(headers: Readonly<Record<string, string>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
}
