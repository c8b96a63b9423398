import { publishBot } from '../publishBot.js';
import type { BenchServer } from '../server.js';
import { talker } from './flows.js';
import { follow, type Following } from './follow.js';
import { memberOf, request } from './request.js';
import { until, wait } from './times.js';

/** Streams whose readers stopped reading, while more is to be sent than fits on the way. */
export interface StalledStreams {
  /** How many are still open. */
  open(): number;
  /**
   * Waits until the server is about to want to say to them, one after the other, that it is still there: it begins to end
   * streams a second after it was told to stop, and is to do so in the middle of that.
   */
  untilComments(): Promise<void>;
  /** Cuts them off. */
  cut(): void;
}

/** What the bot says in every second turn, in characters, and in how many turns: more than the buffers between hold. */
const [SAID, TURNS] = [100_000, 140] as const;
/** How many readers there are, and how long after each other they come, in milliseconds. */
export const STALLED = 12;
const OPEN_EVERY = 50;
/** How often a stream is sent a comment, and when a server that was told to stop ends streams, in milliseconds. */
const [COMMENTS_EVERY, ENDS_STREAMS_AFTER] = [15_000, 1_000] as const;
/** How long the first event may take, in milliseconds. */
const OPENS_WITHIN = 10_000;

/** Lets a chat get a log that nobody reads at one go; gives its session id. */
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
