import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { connecting } from './connecting.js';
import { asFetch, type FetchUse } from './fetchThrough.js';
import { createGuard, createUrlJudge } from './guard.js';
import type { Destination, Guard, Resolve } from './guard.js';
import { openMailSocket, type MailHost, type MailSocket } from './mailSocket.js';
import { isStreamed, outgoingOf, redirected } from './outgoing.js';
import type { HttpRequest, Outgoing } from './outgoing.js';
import { BodyTooLarge, readBody, TOO_LARGE } from './readBody.js';
import { orTimeout, startEnd } from './requestEnd.js';
import { NoTunnel } from './tunnel.js';

/** Sends all outgoing requests of this server. */
export interface Http {
  /**
   * Never rejects: a failure is a response, too. A listener receives a stream of events (`text/event-stream`) as it arrives; the body is
   * the whole text in any case.
   */
  send(request: HttpRequest, listener?: Listener): Promise<HttpResponse>;
  /**
   * A `fetch` with the same checks, for the libraries of vendors. It resolves once the headers have arrived, and rejects without a
   * response.
   */
  openFetch(use?: FetchUse): typeof fetch;
  /**
   * Opens a connection to a mail server, for the library that implements the protocol; the signal closes it. Rejects with a message for the
   * author of a flow.
   */
  openMailSocket(to: MailHost, signal: AbortSignal): Promise<MailSocket>;
  /** The reason why a URL is always refused, whatever addresses its host has; undefined if there is none. */
  whyRefused(url: URL): string | undefined;
}

/** Receives a stream of events as it arrives. */
export interface Listener {
  /** Receives the next piece of the text, which may be cut anywhere. */
  receive(text: string): void;
  /** Ends the request when aborted. */
  readonly stopped: AbortSignal;
}

/** A response of any status, or the reason why there is none. Messages are for the author of a flow. */
export type HttpResponse =
  | {
      readonly ok: true;
      readonly status: number;
      /** Names in lower case; values of repeated headers are joined by commas. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | HttpRefusal;

/** The reason why there is no response. */
export interface HttpRefusal {
  readonly ok: false;
  readonly code: HttpFailure;
  readonly message: string;
}

/** A response whose body has not been read. */
export interface Opened {
  readonly ok: true;
  readonly status: number;
  readonly response: http.IncomingMessage;
}

/** Why a request failed. */
export type HttpFailure = 'blocked' | 'timeout' | 'network' | 'tooLarge' | 'badRequest' | 'stopped';

/** The options of outgoing requests. */
export interface HttpOptions {
  /** Hosts that may be private: `host` or `host:port`. */
  readonly allowedHosts: readonly string[];
  /** Logs method, origin, status or failure, and milliseconds of each request. */
  readonly log?: { debug(fields: object, message: string): void };
  readonly limits?: Partial<HttpLimits>;
  /** Resolves host names; by default with the system's resolver. */
  readonly resolve?: Resolve;
}

/** The limits of one request. */
export interface HttpLimits {
  /** Milliseconds for everything, unless the request sets its own. */
  readonly timeoutMs: number;
  readonly requestBytes: number;
  /** Of a response, compressed as well as decompressed. */
  readonly responseBytes: number;
  /** Of the headers of a request and of a response. */
  readonly headerBytes: number;
  readonly redirects: number;
}

/**
 * Creates the client that opens all outgoing connections. It uses Node's own client, which can be restricted to given addresses and needs
 * no library in the most exposed place. Every request has its own connection, so that no response can affect another.
 */
export function createHttp(options: HttpOptions): Http {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const guard = createGuard(options.allowedHosts, options.resolve ?? resolveBySystem);
  const judge = createUrlJudge(options.allowedHosts);
  const note = ({ method, url }: Outgoing, result: object, startedAt: number): void => {
    const ms = Math.round(performance.now() - startedAt);
    options.log?.debug({ method, origin: url.origin, ...result, ms }, 'outgoing request');
  };
  return {
    openFetch: (use = {}) => {
      const own = { ...limits, ...use };
      return asFetch(own, async (outgoing, signal) => {
        const startedAt = performance.now();
        const opened = await follow(outgoing, { guard, limits: own, signal }).catch(
          (error: unknown) => failureOf(error, signal),
        );
        note(outgoing, resultOf(opened), startedAt);
        return opened;
      });
    },
    openMailSocket: (to, signal) => openMailSocket(to, guard, signal),
    whyRefused: (url) => judge(url).refusal?.message,
    send: async (request, listener) => {
      const outgoing = outgoingOf(request, limits);
      if (typeof outgoing === 'string') return failure('badRequest', outgoing);
      const startedAt = performance.now();
      const signals = [listener?.stopped, request.abandoned].filter((end) => end !== undefined);
      const { signal, close } = startEnd(request.timeoutMs ?? limits.timeoutMs, signals);
      const response = await follow(outgoing, { guard, limits, signal })
        .then((opened) => (opened.ok ? readResponse(opened, limits, listener?.receive) : opened))
        .catch((error: unknown) =>
          signals.some(({ aborted }) => aborted) ? STOPPED : failureOf(error, signal),
        );
      close();
      note(outgoing, resultOf(response), startedAt);
      return response;
    },
  };
}

function resultOf(response: Opened | HttpResponse): object {
  return response.ok ? { status: response.status } : { failure: response.code };
}

interface Trip {
  readonly guard: Guard;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
}

const HTTP_LIMITS: HttpLimits = {
  timeoutMs: 10_000,
  requestBytes: 5_000_000,
  responseBytes: 5_000_000,
  headerBytes: 16_384,
  redirects: 5,
};

const OUR_HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Parley',
};

const resolveBySystem: Resolve = async (host) => {
  const addresses = await lookup(host, { all: true });
  return addresses.map(({ address }) => address);
};

async function follow(first: Outgoing, trip: Trip): Promise<Opened | HttpRefusal> {
  let outgoing = first;
  for (let hop = 0; hop <= trip.limits.redirects; hop += 1) {
    const destination = await orTimeout(trip.guard(outgoing.url), trip.signal);
    if (!destination.ok) return failure(destination.code, destination.message);
    const response = await exchange(outgoing, destination, trip);
    const status = response.statusCode ?? 0;
    const next = redirected(outgoing, status, response.headers.location);
    if (next === undefined) return { ok: true, status, response };
    response.destroy();
    if (next === 'badLocation') return failure('network', 'a redirect leads to no address');
    outgoing = next;
  }
  return failure('network', trip.limits.redirects > 0 ? TOO_MANY_REDIRECTS : REDIRECTED);
}

const TOO_MANY_REDIRECTS = 'there were too many redirects';
const REDIRECTED = 'the address redirects, which is not followed';

/** Sends one request to the checked addresses, without resolving the name again. */
async function exchange(
  outgoing: Outgoing,
  destination: Extract<Destination, { ok: true }>,
  trip: Trip,
): Promise<http.IncomingMessage> {
  const { url, method, headers, body } = outgoing;
  const { limits, signal } = trip;
  const connection = await connecting(outgoing, destination, trip);
  // As bytes, because Node would otherwise encode the headers like a text body.
  const bytes = body === undefined || isStreamed(body) ? body : Buffer.from(body);
  const length = bytes === undefined ? {} : { 'content-length': bytes.length };
  const stream = isStreamed(bytes) ? await bytes.open() : undefined;
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request({
      ...connection,
      host: destination.host,
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: { host: url.host, ...OUR_HEADERS, ...headers, ...length },
      maxHeaderSize: limits.headerBytes,
      signal,
    });
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('the host asked for another protocol'));
    });
    // A failure of the stream is an error of the request, too.
    if (stream) pipeline(stream, sent, () => undefined);
    else sent.end(bytes);
  });
}

async function readResponse(
  { status, response }: Opened,
  limits: HttpLimits,
  onText: Listener['receive'] | undefined,
): Promise<HttpResponse> {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const isStreamed = status < 300 && isEventStream(headers);
  const stream = onText && isStreamed ? withListener(response, onText) : response;
  const body = await readBody(stream, headers, limits.responseBytes);
  return { ok: true, status, headers, body };
}

/** Whether a response is a stream of events to pass on. A compressed one is read completely first. */
function isEventStream({
  'content-type': type = '',
  'content-encoding': encoding = 'identity',
}: Readonly<Record<string, string>>): boolean {
  return /^text\/event-stream\b/i.test(type) && encoding === 'identity';
}

async function* withListener(
  stream: http.IncomingMessage,
  onText: Listener['receive'],
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    onText(decoder.decode(bytes, { stream: true }));
    yield bytes;
  }
}

const STOPPED = failure('stopped', 'the request was stopped');

function failureOf(error: unknown, signal: AbortSignal): HttpRefusal {
  if (signal.aborted) return failure('timeout', 'the request took too long');
  if (error instanceof NoTunnel) return failure(error.code, error.message);
  if (error instanceof BodyTooLarge || codeOf(error) === 'HPE_HEADER_OVERFLOW') {
    return failure('tooLarge', TOO_LARGE);
  }
  return failure('network', 'the host could not be reached or broke off');
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function failure(code: HttpFailure, message: string): HttpRefusal {
  return { ok: false, code, message };
}
