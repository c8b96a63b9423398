import type { ChatReply, ChatStarted } from './chat.js';
import { connectionLost, failureOf, ParleyError, recordIn } from './failure.js';
import type { JsonObject } from './flow.js';
import { authorizationOf, type Server, waitBefore } from './server.js';

/** A chat to start. */
export interface Start extends Server {
  /** The public id of a published bot. */
  readonly publicId: string;
  /** A first message. */
  readonly message?: Sent | undefined;
  readonly prefilledVariables?: JsonObject | undefined;
  /**
   * The result of an earlier chat with the same person, which this chat continues. Its variables and answers are kept if the
   * settings of the bot remember users, and replaced otherwise. An unknown result is ignored.
   */
  readonly resultId?: string | undefined;
  /** Runs nothing before the first message, so that the whole chat can be watched. */
  readonly isOnlyRegistering?: boolean | undefined;
  /** An IANA time zone, such as `Europe/Madrid`. */
  readonly timeZone?: string | undefined;
  /** The languages that the person reads: tags, the most wanted first, with commas between them, such as `de-AT,de,en`. */
  readonly locale?: string | undefined;
  /** The idempotency key: the same key starts no second chat. A random one by default. */
  readonly idempotencyKey?: string | undefined;
}

/** A message of the visitor: a text, or an object as the REST interface accepts it. */
export type Sent = string | JsonObject;

/** A message to send to a chat. */
export interface Message extends Server {
  readonly sessionId: string;
  readonly message?: Sent | undefined;
  /** The last turn that the sender has seen (`turn` of a reply or event). After a later one the message is refused: `TURN_CONFLICT`. */
  readonly expectedTurn?: number | undefined;
  /** The idempotency key: a message with the same key is accepted once. A random one by default. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Starts a chat. An attempt whose response was lost is repeated with the same key, so that only one chat is started. Throws
 * `ParleyError` when the server refuses, or could not be reached in `retry.attempts` attempts.
 */
export async function startChat(start: Start): Promise<ChatStarted> {
  const { publicId, message, prefilledVariables, resultId, isOnlyRegistering } = start;
  const { timeZone, locale } = start;
  const path = `bots/${encodeURIComponent(publicId)}/startChat`;
  const body = { message, prefilledVariables, resultId, isOnlyRegistering, timeZone, locale };
  // The body of this endpoint, as docs/openapi.json has it.
  return (await postOnce(start, path, body)) as ChatStarted;
}

/** A flow to preview: an exported bot, one that is being edited, or a bot of the server. */
export interface Preview extends Omit<Start, 'publicId' | 'resultId'> {
  readonly flow?: JsonObject | undefined;
  /** The id of a bot of the server, whose stored draft is run if no flow is sent along. */
  readonly botId?: string | undefined;
}

/**
 * Starts a preview of a flow that is sent along, or of a stored draft: a chat that leaves no result. Without a token
 * it is restricted: it runs code, but sends no requests. Repeats and throws as `startChat` does.
 */
export async function startPreview(start: Preview): Promise<ChatStarted> {
  const { flow: bot, botId = 'preview' } = start;
  const { message, prefilledVariables, isOnlyRegistering, timeZone, locale } = start;
  const body = { bot, message, prefilledVariables, isOnlyRegistering, timeZone, locale };
  const path = `bots/${encodeURIComponent(botId)}/preview/startChat`;
  // With a flow, the bot in the path need not exist. The body of this endpoint is as docs/openapi.json has it.
  return (await postOnce(start, path, body)) as ChatStarted;
}

/** Sends a message to a chat, once, and returns the reply; repeats and throws as `startChat` does. */
export async function send(sent: Message): Promise<ChatReply> {
  const path = `sessions/${encodeURIComponent(sent.sessionId)}/continueChat`;
  // The body of this endpoint, as docs/openapi.json has it.
  const { message, expectedTurn } = sent;
  return (await postOnce(sent, path, { message, expectedTurn })) as ChatReply;
}

type Request = Server & Pick<Message, 'idempotencyKey'>;

/** Posts a request with one key until it gets a response. */
async function postOnce(request: Request, path: string, body: object): Promise<unknown> {
  const { signal, retry, idempotencyKey = randomKey() } = request;
  for (let failed = 1; ; failed += 1) {
    const answer = await post({ ...request, idempotencyKey }, path, body).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        return error instanceof ParleyError ? error : connectionLost(String(error));
      },
    );
    if (!(answer instanceof ParleyError)) return answer;
    if (!canPass(answer, body) || failed >= (retry?.attempts ?? 6)) throw answer;
    await waitBefore(failed, request, answer.retryAfter);
  }
}

/** Whether the same request can succeed later; with an expected turn that is over it cannot. */
function canPass({ isPassing, reason }: ParleyError, body: object): boolean {
  const { expectedTurn } = recordIn(body);
  return isPassing && !(reason === 'TURN_CONFLICT' && expectedTurn !== undefined);
}

async function post(request: Request, path: string, body: object): Promise<unknown> {
  const { url, signal, idempotencyKey = '' } = request;
  const response = await fetch(`${url.replace(/\/$/, '')}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(await authorizationOf(request)),
    },
    body: jsonOf(body),
    ...(signal && { signal }),
  });
  if (response.ok) {
    const turn = Number(response.headers.get('parley-turn')) || undefined;
    return { ...recordIn(await response.json()), ...(turn && { turn }) };
  }
  // A proxy may send a date instead of seconds.
  const retryAfter = Number(response.headers.get('retry-after')) || 0;
  const described: unknown = await response.json().catch(() => undefined);
  const isPassing = response.status >= 500 || response.status === 429 || response.status === 408;
  throw failureOf({ ...recordIn(described), retryAfter }, isPassing);
}

/**
 * 128 random bits as text, to name a message in every attempt at sending it. `crypto.randomUUID` is missing in pages
 * that were not loaded over TLS.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A value as JSON, also in a page whose old library has added a `toJSON` to arrays that turns lists into texts. */
export function jsonOf(value: unknown): string {
  const asItIs = function (this: Readonly<Record<string, unknown>>, key: string): unknown {
    return this[key];
  };
  return JSON.stringify(value, asItIs);
}
