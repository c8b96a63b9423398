import type { Http } from './http.js';
import { signedHeaders } from './standardWebhooks.js';

/** A signed request to a webhook. */
export interface WebhookMessage {
  /** The same in every attempt, so that receivers recognise duplicates. */
  readonly id: string;
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  /** `whsec_` and base64; the request has a signature with each secret. */
  readonly secrets: readonly string[];
  /** The time of this attempt. */
  readonly at: Date;
}

/** The outcome of a request: the status of the response, or the reason why there was none. */
export interface WebhookAnswer {
  readonly statusCode: number | null;
  /** The beginning of its body, as UTF-8. */
  readonly response: string | null;
  readonly error: string | null;
  /** In milliseconds. */
  readonly duration: number;
}

/** Sends messages to webhooks. Never rejects. */
export type SendWebhook = (
  message: WebhookMessage,
  abandoned: AbortSignal,
) => Promise<WebhookAnswer>;

/** Bytes of a response that are kept. */
const KEPT = 2_000;

/**
 * Sends by the rules of Standard Webhooks (https://www.standardwebhooks.com): redirects are not followed, and only the status counts, not
 * the body. `within` is the time limit in milliseconds; a body that takes longer is cut off.
 */
export function createSendWebhook(http: Http, within: number): SendWebhook {
  return async ({ id, url, body, secrets, at }, abandoned) => {
    const startedAt = performance.now();
    const since = () => Math.round(performance.now() - startedAt);
    const signature = signedHeaders({ id, body, at }, secrets);
    const headers = { 'content-type': 'application/json', ...signature };
    const limits = { timeoutMs: within, redirects: 0, requestBytes: REQUEST_BYTES, abandoned };
    try {
      const answer = await http.openFetch(limits)(url, { method: 'POST', headers, body });
      const response = await beginningOf(answer);
      return { statusCode: answer.status, response, error: null, duration: since() };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { statusCode: null, response: null, error: why, duration: since() };
    }
  };
}

/** In bytes: more than a result can have (docs/data-model.md). */
const REQUEST_BYTES = 50_000_000;

/** Reads the part of a body that is kept. A body that breaks off is accepted, because the status had arrived before. */
async function beginningOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  const body: ReadableStream<Uint8Array> | null = answer.body;
  const reader = body?.getReader();
  try {
    for (let size = 0; reader && size < KEPT; size += parts.at(-1)?.length ?? 0) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
    }
    await reader?.cancel();
  } catch {
    // What has arrived is kept.
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, KEPT));
  return text.replaceAll('\0', '');
}
