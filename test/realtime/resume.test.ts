import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { lossyNotices } from '../support/lossyNotices.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

/** The number of watchers, of the cuts of each, and of the turns that they see. */
const [WATCHERS, CUTS, TURNS] = [60, 5, 40] as const;
const LAST = 3 + TURNS * 4;

/** A random generator with a fixed seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('with a second server on the same database, and wake-ups that get lost', () => {
  const around = { timeouts: { pollEvery: 150 }, openNotices: lossyNotices(chances(1)) };
  const app = useApp({}, around);
  const transport = restOf(app);
  let second: TestApp;
  beforeAll(async () => {
    second = await startTestApp({ DATABASE_URL: app().databaseUrl }, undefined, around);
  });
  afterAll(async () => second.close());

  /** Watches on one or the other server from where it was cut off, until it has seen everything. */
  const follow = async (sessionId: string, chance: () => number) => {
    const seen: number[] = [];
    let cuts = 0;
    while (seen.length < LAST) {
      const socket = openWatcher((chance() < 0.5 ? app() : second).url);
      const watching = watch(socket, sessionId, seen.at(-1) ?? 0);
      const missing = LAST - seen.length;
      const share = Math.ceil((chance() * 2 * missing) / (CUTS - cuts + 1));
      const isCut = cuts < CUTS;
      // At least one event remains for each later cut, and one for the end.
      const taken = isCut ? Math.max(1, Math.min(share, missing - (CUTS - cuts))) : missing;
      await watching.until(taken);
      // Events that arrive at the moment of the cut are lost.
      seen.push(...watching.seen.slice(0, taken).map(({ seq }) => seq));
      if (isCut) cuts += 1;
      socket.terminate();
    }
    return { seen, cuts };
  };

  test('every watcher sees each event once and in order, however often it is cut off', async () => {
    const { publicId } = await makePublished(transport, botOf(parrot));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const chance = chances(2);
    const following = Array.from({ length: WATCHERS }, () => follow(sessionId, chance));
    for (let turn = 0; turn < TURNS; turn += 1) {
      await bodyOf(transport.continueChat({ sessionId, message: String(turn) }));
    }
    const all = Array.from({ length: LAST }, (_, index) => index + 1);
    for (const one of await Promise.all(following)) expect(one).toEqual({ seen: all, cuts: CUTS });
  });
});
