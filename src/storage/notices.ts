import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';

/** Short texts between all processes on one database, by LISTEN and NOTIFY. None is kept: any may be lost. */
export interface Notices {
  /** Sends a text below 8000 bytes to all, also to this process. Rejects when the database cannot be reached. */
  send(text: string): Promise<void>;
  /** Whether what others send arrives here now. */
  isHearing(): boolean;
  close(): Promise<void>;
}

/** Who is told what. */
export interface NoticeHandlers {
  /** A text somebody sent. */
  onNotice(text: string): void;
  /** Texts arrive from now on; some may have been missed before. */
  onHearing(): void;
  /** Texts will not arrive for a while, or at all: said once for each time they stop. */
  onDeaf(reason: string): void;
}

const CHANNEL = 'parley_grown';

/** First and longest wait, in milliseconds, before the connection is made anew. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/** How long, in milliseconds, connecting may take, and our own test text to arrive. */
const [CONNECTS_WITHIN, ARRIVES_WITHIN] = [5_000, 3_000] as const;

/** How a test text begins: it is for the connection that listens, not for its handlers. */
const PROBE = 'probe ';

/**
 * Listens on a connection of its own, made anew whenever it breaks. Never rejects: without a connection that hears, such as
 * behind a pooler that lends one for each transaction, nothing arrives, and `onDeaf` says so.
 */
export function openNotices(
  place: { readonly url: string; readonly pool: Pool },
  handlers: NoticeHandlers,
): Notices {
  const state: Listening = { isClosed: false, isHearing: false, wasTold: false };
  const send = async (text: string): Promise<void> => {
    await place.pool.query({
      name: 'notice_send',
      text: 'select pg_notify($1, $2)',
      values: [CHANNEL, text],
    });
  };
  const listening = keepListening(place.url, { state, handlers, send });
  return {
    send,
    isHearing: () => state.isHearing,
    async close() {
      state.isClosed = true;
      state.stop?.();
      await listening;
    },
  };
}

/** What is known of the listening connection. */
interface Listening {
  isClosed: boolean;
  isHearing: boolean;
  /** Whether `onDeaf` was called since texts arrived last. */
  wasTold: boolean;
  /** Ends whatever is waited for. */
  stop?: () => void;
}

interface Listener {
  readonly state: Listening;
  readonly handlers: NoticeHandlers;
  send(text: string): Promise<void>;
}

async function keepListening(url: string, listener: Listener): Promise<void> {
  const { state, handlers } = listener;
  let pause: number = FIRST_WAIT;
  while (!state.isClosed) {
    const reason = await listenUntilBroken(url, listener);
    if (state.isHearing) pause = FIRST_WAIT;
    state.isHearing = false;
    if (state.isClosed) return;
    if (!state.wasTold) handlers.onDeaf(reason);
    state.wasTold = true;
    const { promise, cancel } = waitFor(pause * (0.5 + Math.random()));
    state.stop = cancel;
    await promise;
    pause = Math.min(pause * 2, LONGEST_WAIT);
  }
}

/** Settles with why texts no longer arrive. */
async function listenUntilBroken(
  url: string,
  { state, handlers, send }: Listener,
): Promise<string> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTS_WITHIN,
    application_name: 'parley notices',
  });
  const { promise: late, cancel } = waitFor(CONNECTS_WITHIN + ARRIVES_WITHIN);
  try {
    const broken = new Promise<string>((resolve) => {
      client.on('error', (error) => resolve(error.message));
      client.on('end', () => resolve('the connection ended'));
      state.stop = () => resolve('closed');
    });
    await client.connect();
    const probe = PROBE + randomUUID();
    const arrived = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload = '' }) => {
        if (payload === probe) resolve(true);
        else if (!payload.startsWith(PROBE)) handlers.onNotice(payload);
      });
    });
    await client.query(`listen ${CHANNEL}`);
    await send(probe);
    const isHeard = await Promise.race([arrived, broken.then(() => false), late.then(() => false)]);
    if (!isHeard) return 'the connection does not pass on what it listens for';
    state.isHearing = true;
    state.wasTold = false;
    handlers.onHearing();
    return await broken;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    cancel();
    await client.end().catch(() => undefined);
  }
}

/** Settles after so many milliseconds, or when it is cancelled. */
function waitFor(milliseconds: number): { promise: Promise<void>; cancel: () => void } {
  let cancel = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    cancel = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { promise, cancel };
}
