import { addToStream, closeStream, openStream, type StreamPlace } from '../storage/streams.js';
import type { ChatPorts, ReplySink } from './ports.js';

/** A reply that is being streamed to whoever watches the chat. */
export interface OpenReply extends ReplySink {
  /** Settles when everything said was written down. */
  close(): Promise<void>;
}

/** Milliseconds between two writes, for text that comes little by little. */
const APART = 100;
/** So much text is not held back. */
const MOST_WAITING = 500;
/** After so many looks without text the stream says that it is alive, and learns whether to stop. */
const QUIET_LOOKS = 10;

/**
 * Opens the stream of a reply. Text is written down in batches, each followed by a wake-up, so that watchers on any
 * process see it; a batch that cannot be written is tried again with the next. Somebody's wish to stop is learnt with a
 * write, and given on as `stopped`.
 */
export async function openReply(ports: ChatPorts, place: StreamPlace): Promise<OpenReply> {
  const { sessionId } = place;
  const id = await openStream(ports.pool, place);
  const stopped = new AbortController();
  let waiting = '';
  let quietLooks = 0;
  let writing: Promise<void> | undefined;
  const add = async (isOver: boolean): Promise<void> => {
    const text = waiting;
    waiting = '';
    quietLooks = 0;
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
    quietLooks += 1;
    if (waiting !== '' || quietLooks >= QUIET_LOOKS) write();
  }, APART);
  return {
    stopped: stopped.signal,
    say(text) {
      waiting += text;
      // What comes after a silence is shown at once.
      if (quietLooks > 0 || waiting.length >= MOST_WAITING) write();
    },
    async close() {
      clearInterval(timer);
      await writing;
      await add(true);
    },
  };
}

/** Forgets what was streamed up to a turn that is written now, by whomever. Where that fails, age does it. */
export async function forgetReply(
  { pool }: ChatPorts,
  turn: Pick<StreamPlace, 'sessionId' | 'turn'>,
): Promise<void> {
  await closeStream(pool, turn).catch(() => undefined);
}
