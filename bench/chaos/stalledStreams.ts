import { publishBot } from '../publishBot.js';
import type { BenchServer } from '../server.js';
import { talker } from './flows.js';
import { follow, type Following } from './follow.js';
import { memberOf, request } from './request.js';
import { until, wait } from './times.js';

/** Streams whose readers stopped reading, while more is to be sent than the buffers hold. */
export interface StalledStreams {
  /** The number of open ones. */
  open(): number;
  /**
   * Waits until the server is about to send a comment to each of them: it begins to end streams a second after the
   * signal to stop, in the middle of these comments.
   */
  untilComments(): Promise<void>;
  /** Cuts them off. */
  cut(): void;
}

/** The message of the bot in every second turn, in characters, and the number of turns: more than the buffers hold. */
const [SAID, TURNS] = [100_000, 140] as const;
/** The number of readers, and the time between their arrivals, in milliseconds. */
export const STALLED = 12;
const OPEN_EVERY = 50;
/** How often a stream is sent a comment, and when a server ends streams after the signal to stop, in milliseconds. */
const [COMMENTS_EVERY, ENDS_STREAMS_AFTER] = [15_000, 1_000] as const;
/** How long the first event may take, in milliseconds. */
const OPENS_WITHIN = 10_000;

/** Makes a chat whose log is larger than the buffers; returns its session id. */
export async function fillLog(server: BenchServer): Promise<string> {
  const { port } = server;
  const publicId = await publishBot(server, talker(SAID));
  const started = await request({ port, path: `/api/v1/bots/${publicId}/startChat`, body: {} });
  const sessionId = String(memberOf(started.text, 'sessionId'));
  const path = `/api/v1/sessions/${sessionId}/continueChat`;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await request({ port, path, body: { message: 'more' } });
  }
  return sessionId;
}

/** Opens streams of that log on one server, one after the other; each reader stops at the first event. */
export async function openStalled(port: number, sessionId: string): Promise<StalledStreams> {
  const begun = performance.now();
  let [stopped, over] = [0, 0];
  const readers: Following[] = [];
  for (let count = 0; count < STALLED; count += 1) {
    const reader = follow({ port, transport: 'stream', sessionId, after: 0 }, (seq) => {
      reader.pause();
      if (seq === 1) stopped += 1;
    });
    void reader.ended.then(() => (over += 1));
    readers.push(reader);
    await wait(OPEN_EVERY);
  }
  const opened = performance.now();
  await until(() => stopped === STALLED, OPENS_WITHIN);
  return {
    open: () => stopped - over,
    async untilComments() {
      const middle = (begun + opened) / 2 - ENDS_STREAMS_AFTER;
      const rounds = Math.ceil((performance.now() - middle) / COMMENTS_EVERY);
      await wait(Math.max(0, middle + rounds * COMMENTS_EVERY - performance.now()));
    },
    cut() {
      for (const { cut } of readers) cut();
    },
  };
}
