import { connectionLost, failureOf, ParleyError, recordIn } from './failure.js';
import { waitBefore, type RetryOptions } from './server.js';

/** A stream of numbered events that can be opened after any number. */
export interface Resumable<T> {
  /**
   * Opens it: the events after this number, in order. Called again after each cut, with the number of the last event. An event
   * with `errors`, as GraphQL sends them, counts as a failure.
   */
  open(after: number): AsyncIterable<T>;
  /** The number of an event; undefined for one that is not stored, such as a piece of a streamed reply. */
  numberOf(event: T): number | undefined;
  /** The number of the last event that the caller already has. Default 0: everything. */
  readonly after?: number | undefined;
  /** Whether `open` gets a new token each time, so that an expired token does not end the stream. */
  readonly canRenew?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly retry?: RetryOptions | undefined;
}

/**
 * Reads a numbered stream across lost connections: each event once and in order. Ends when the stream ends by itself, or
 * when aborted. Throws `ParleyError` when the server refuses the stream, or could not be reached in `retry.attempts`
 * attempts in a row.
 */
export async function* resume<T>(source: Resumable<T>): AsyncGenerator<T, void> {
  const { signal } = source;
  let last = source.after ?? 0;
  let failed = 0;
  while (!signal?.aborted) {
    try {
      for await (const event of unseen(source, last)) {
        failed = 0;
        last = source.numberOf(event) ?? last;
        yield event;
      }
      return;
    } catch (error) {
      failed += 1;
      await waitAfter(error, failed, source);
    }
  }
}

/** The events of one connection, without those that the caller already has. */
async function* unseen<T>(source: Resumable<T>, after: number): AsyncGenerator<T, void> {
  let last = after;
  for await (const event of source.open(after)) {
    if (source.signal?.aborted) return;
    const { errors } = recordIn(event);
    if (Array.isArray(errors)) throw failureOf(errors[0]);
    const number = source.numberOf(event);
    // A client that reconnects by itself repeats the old number.
    if (number !== undefined && number <= last) continue;
    last = number ?? last;
    yield event;
  }
}

/** Waits before the next attempt; throws if another cannot succeed. Ends at once when aborted. */
async function waitAfter<T>(error: unknown, failed: number, source: Resumable<T>): Promise<void> {
  if (source.signal?.aborted) return;
  const failure = asFailure(error);
  const isExpired = source.canRenew === true && failed === 1 && EXPIRED.has(failure.reason);
  if (!failure.isPassing && !isExpired) throw failure;
  if (failed >= (source.retry?.attempts ?? 20)) throw failure;
  await waitBefore(failed, source, failure.retryAfter).catch(() => undefined);
}

/** The reasons with which a server refuses a token that is no longer valid. */
const EXPIRED = new Set(['UNAUTHENTICATED', 'CLOSED_4403']);

/** Close codes after which the same connection would be closed again; docs/PROTOCOL.md lists them. */
const FINAL_CLOSES = new Set([1002, 1009, 4004, 4005, 4400, 4401, 4403, 4406, 4409, 4429]);

/** Converts what a stream threw: a `ParleyError`, GraphQL errors, the close event of a socket, or anything else. */
function asFailure(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  if (Array.isArray(error)) return failureOf(error[0]);
  const { code, reason, message } = error as {
    code?: unknown;
    reason?: unknown;
    message?: unknown;
  };
  const why = [reason, message].find((text) => typeof text === 'string' && text !== '');
  const text = typeof why === 'string' ? why : 'The connection was lost';
  if (typeof code !== 'number' || !FINAL_CLOSES.has(code)) return connectionLost(text);
  return new ParleyError({ reason: `CLOSED_${code}`, message: text, isPassing: false });
}
