import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { breathe } from '../eventLoop/steps.js';
import type { HttpFailure, HttpLimits, HttpRefusal, Opened } from './http.js';
import { outgoingOf, type HttpRequest, type Outgoing } from './outgoing.js';
import { cutAnswer, type AnswerBounds } from './answerPieces.js';
import { BodyTooLarge } from './readBody.js';
import { startEnd, type RequestEnd } from './requestEnd.js';

/** Options of a `fetch` for a library: limits that differ from the usual ones. */
export type FetchUse = Pick<HttpRequest, 'callKey' | 'abandoned'> &
  Partial<Pick<HttpLimits, 'timeoutMs' | 'requestBytes' | 'responseBytes' | 'redirects'>> & {
    /** Limits of a response that is parsed; without them only its bytes are limited. */
    readonly bounds?: AnswerBounds;
  };

/** A request without a response. The message is for the author of a flow. */
class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly code: HttpFailure;

  constructor({ code, message }: Omit<HttpRefusal, 'ok'>) {
    super(message);
    this.code = code;
  }
}

/**
 * A `fetch` that uses `open`, which follows redirects and resolves before the body is read. The body of a request is collected first; that
 * of a response is decompressed and passed on as it arrives, and breaks off beyond `responseBytes`. The time limit includes the body.
 * Rejects with `NoResponse`.
 */
export function asFetch(
  use: Use,
  open: (outgoing: Outgoing, signal: AbortSignal) => Promise<Opened | HttpRefusal>,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, method } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(request.headers) };
    const whole = { url, method, headers, callKey: use.callKey, ...(body.length > 0 && { body }) };
    const outgoing = outgoingOf(whole, use);
    if (typeof outgoing === 'string') {
      throw new NoResponse({ code: 'badRequest', message: outgoing });
    }
    const signals = [request.signal, use.abandoned].filter((candidate) => candidate !== undefined);
    const end = startEnd(use.timeoutMs, signals);
    const opened = await open(outgoing, end.signal);
    if (opened.ok) return responseOf(opened, use, end);
    end.close();
    request.signal.throwIfAborted();
    throw new NoResponse(opened);
  };
}

/** Statuses of responses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const BODILESS = new Set([204, 205, 304]);

type Use = FetchUse & HttpLimits;

function responseOf({ status, response }: Opened, use: Use, end: RequestEnd): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const isKnown = status >= 200 && status < 600;
  if (!isKnown || BODILESS.has(status)) {
    end.close();
    response.destroy();
    if (!isKnown) throw new NoResponse({ code: 'network', message: 'the answer has no status' });
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(Readable.from(partsOf(response, use, end))), {
    ...{ status, headers },
  });
}

async function* partsOf(
  response: IncomingMessage,
  { responseBytes, bounds = UNBOUNDED }: Use,
  end: RequestEnd,
): AsyncGenerator<Uint8Array> {
  const type = response.headers['content-type'] ?? '';
  const cut = cutAnswer(type.startsWith('text/event-stream'), bounds);
  let size = 0;
  try {
    for await (const bytes of unpacked(response)) {
      size += bytes.length;
      if (size > responseBytes) throw new BodyTooLarge();
      for (const piece of cut(bytes)) {
        await breathe();
        yield piece;
      }
    }
  } finally {
    end.close();
    response.destroy();
  }
}

const UNBOUNDED: AnswerBounds = { longest: Infinity, nested: Infinity, lines: Infinity };

const UNPACKERS = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function unpacked(response: IncomingMessage): AsyncIterable<Buffer> {
  const unpacker = UNPACKERS.get(response.headers['content-encoding'] ?? '');
  // Errors reach the reader of the result.
  return unpacker ? pipeline(response, unpacker(), () => undefined) : response;
}
