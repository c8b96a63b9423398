import { setTimeout as pause } from 'node:timers/promises';
import type { Http, HttpResponse } from '../http.js';
import type { HttpRequest } from '../outgoing.js';

/** A request, and how often it may be sent again. */
export interface RepeatedRequest extends HttpRequest {
  readonly method: string;
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * Sends a request, and again while it fails in passing and may be repeated: later each time, and as late as the host asks. All
 * of it takes no longer than the time limit of the request; a wait that would end after it is not begun.
 */
export async function sendWithRetries(
  http: Http,
  { retries, timeoutMs, ...request }: RepeatedRequest,
): Promise<HttpResponse> {
  const until = performance.now() + timeoutMs;
  const most = mayRepeat(request) ? retries : 0;
  for (let tries = 0; ; tries += 1) {
    const left = Math.max(1, until - performance.now());
    const response = await http.send({ ...request, timeoutMs: left });
    const wait = waitAfter(response, tries);
    const isOver = tries >= most || performance.now() + wait >= until;
    if (isOver || !isPassing(response)) return response;
    await pause(wait, undefined, { signal: request.abandoned }).catch(() => undefined);
  }
}

/** Methods that may be repeated (RFC 9110, section 9.2.2). */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/** Other methods may where the author sends a key, by which the host knows the same request again. */
function mayRepeat({ method = '', headers = {} }: HttpRequest): boolean {
  const names = Object.keys(headers).map((name) => name.trim().toLowerCase());
  return REPEATABLE.has(method) || names.includes('idempotency-key');
}

/** Statuses that may differ the next time. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

function isPassing(response: HttpResponse): boolean {
  return response.ok ? PASSING.has(response.status) : response.code === 'network';
}

/** In milliseconds: doubled each time, and a little different for each chat. */
const FIRST_WAIT = 200;

function waitAfter(response: HttpResponse, tries: number): number {
  const asked = response.ok ? Number(response.headers['retry-after']) : Number.NaN;
  if (asked >= 0) return asked * 1000;
  return FIRST_WAIT * 2 ** tries * (1 + Math.random() / 4);
}
