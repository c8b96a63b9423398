import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/doors.js';
import { lossyNotices } from '../support/lossyNotices.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

/** How many watch, how often each is cut off, and how many turns they see. */
const [WATCHERS, CUTS, TURNS] = [60, 5, 40] as const;
const LAST = 3 + TURNS * 4;

/** The same chances in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('with a second server on the same database, and wake-ups that get lost', () => {
  const around = {
    patience: { pollEvery: 150 },
    openNotices: lossyNotices(chances(1)),
  };
  const app = useApp({}, around);
  const door = restOf(app);
  let second: TestApp;
  beforeAll(async () => {
    second = await startTestApp({ DATABASE_URL: app().databaseUrl }, undefined, around);
  });
  afterAll(async () => second.close());

  /** Watches from where it was cut off, now here, now there, until it has seen everything. */
  const follow = async (sessionId: string, chance: () => number): Promise<number[]> => {
    const seen: number[] = [];
    for (let cut = 0; seen.length < LAST; cut += 1) {
      const socket = openWatcher((chance() < 0.5 ? app() : second).url);
      const watching = watch(socket, sessionId, seen.at(-1) ?? 0);
      const missing = LAST - seen.length;
      const share = Math.ceil((chance() * 2 * missing) / (CUTS - cut + 1));
      await watching.until(cut < CUTS ? Math.min(share, missing) : missing);
      seen.push(...watching.seen.map(({ seq }) => seq));
      socket.terminate();
    }
    return seen;
  };

  test('every watcher sees each event once and in order, however often it is cut off', async () => {
    const { publicId } = await makePublished(door, botOf(parrot));
    const { sessionId } = await bodyOf(door.startChat({ publicId }));
    const chance = chances(2);
    const following = Array.from({ length: WATCHERS }, () => follow(sessionId, chance));
    for (let turn = 0; turn < TURNS; turn += 1) {
      await bodyOf(door.continueChat({ sessionId, message: String(turn) }));
    }
    const all = Array.from({ length: LAST }, (_, index) => index + 1);
    for (const seen of await Promise.all(following)) expect(seen).toEqual(all);
  });
});
