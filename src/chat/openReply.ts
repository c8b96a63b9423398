import {
  addToStream,
  closeStream,
  openStream,
  stopStream,
  type StreamPlace,
} from '../storage/streams.js';
import { assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';
import type { ReplySink } from '../integrations/effectOrigin.js';

/** A reply that is being streamed to the watchers of the chat. */
export interface OpenReply extends ReplySink {
  /** Resolves when all text was written. */
  close(): Promise<void>;
}

/** Milliseconds between two writes of text that comes little by little. */
const APART = 100;
/** The number of waiting characters from which text is written at once. */
const MOST_WAITING = 500;
/** The number of intervals without text after which the stream is marked as alive, and a request to stop it is noticed. */
const QUIET_INTERVALS = 10;

/**
 * Opens the stream of a reply, which shows watchers at once what the visitor sent. Text is written in batches, each followed by a wake-up,
 * so that watchers on any process see it; a batch that cannot be written is written with the next. Each write checks whether the stream is
 * to stop, and then aborts `stopped`.
 */
export async function openReply(ports: ChatPorts, place: StreamPlace): Promise<OpenReply> {
  const { sessionId } = place;
  const id = await openStream(ports.pool, place);
  ports.announceText(sessionId);
  const stopped = new AbortController();
  let [waiting, quietIntervals, hasBegun] = ['', 0, false];
  let writing: Promise<void> | undefined;
  const add = async (isOver: boolean): Promise<void> => {
    const text = waiting;
    waiting = '';
    quietIntervals = 0;
    try {
      if (await addToStream(ports.pool, { sessionId, id, text, isOver })) stopped.abort();
      if (text !== '') ports.announceText(sessionId);
    } catch {
      waiting = text + waiting;
    }
  };
  const write = (): void => {
    writing ??= add(false).finally(() => (writing = undefined));
  };
  const timer = setInterval(() => {
    quietIntervals += 1;
    if (waiting !== '' || quietIntervals >= QUIET_INTERVALS) write();
  }, APART);
  return {
    stopped: stopped.signal,
    say(text) {
      waiting += text;
      // The first text, also after a silence, is written at once.
      const isFirst = quietIntervals > 0 || !hasBegun;
      hasBegun = true;
      if (isFirst || waiting.length >= MOST_WAITING) write();
    },
    async close() {
      clearInterval(timer);
      await writing;
      await add(true);
    },
  };
}

/** Withdraws what was shown of a turn that failed. */
export async function withdrawReply(
  ports: ChatPorts,
  turn: Pick<StreamPlace, 'sessionId' | 'turn'>,
): Promise<void> {
  await forgetReply(ports, turn);
  ports.announceText(turn.sessionId);
}

/** Deletes what was streamed up to a turn that is written, whoever wrote it. Where that fails, retention deletes it. */
export async function forgetReply(
  { pool }: ChatPorts,
  turn: Pick<StreamPlace, 'sessionId' | 'turn'>,
): Promise<void> {
  await closeStream(pool, turn).catch(() => undefined);
}

interface StopRequest {
  readonly sessionId: string;
  readonly origin: string | undefined;
}

/**
 * Stops the reply that some process streams in a chat: the text so far is the reply, and the turn continues. False when nothing is being
 * streamed. Fails with `SESSION_NOT_FOUND`, and with `ORIGIN_NOT_ALLOWED` for a page that the bot does not allow.
 */
export async function stopReply(ports: ChatPorts, request: StopRequest): Promise<boolean> {
  const chat = await findChat(ports, { sessionId: request.sessionId });
  assertOrigin(chat.allowedOrigins, request.origin);
  return stopStream(ports.pool, { sessionId: chat.id, turn: chat.turn });
}
