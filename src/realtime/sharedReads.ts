import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { PacedReads, SharedByWatchers } from '../context/sharedReads.js';
import { editorsTopic } from '../context/context.js';
import type { EditorWindow, Pointer, Pointers } from '../context/pointers.js';
import { MAX_LISTED } from '../storage/editors.js';
import type { OpenWakeUps } from './wakeUps.js';
import type { TakePlace } from '../rateLimits/places.js';
import { openInboxReads } from './inboxReads.js';
import { openTotalsReads } from './totalsReads.js';
import { openTyping } from './typing.js';

/** The least time between two reads of the same thing, in milliseconds. */
const APART = 1_000;

interface Paced {
  begunAt: number;
  /** The read that has not begun yet. */
  next: Promise<unknown> | undefined;
}

/** Opens the shared reads of a process. */
export function openPacedReads(): PacedReads {
  const reads = new Map<string, Paced>();
  const begin = async <T>(key: string, paced: Paced, load: () => Promise<T>): Promise<T> => {
    // Waits even when there is no time left, so that the read is in `paced.next` when it begins.
    await wait(Math.max(0, paced.begunAt + APART - performance.now()), undefined, { ref: false });
    paced.next = undefined;
    paced.begunAt = performance.now();
    const forget = (): void => {
      if (!paced.next && performance.now() - paced.begunAt >= APART) reads.delete(key);
    };
    setTimeout(forget, APART).unref();
    return load();
  };
  return {
    read<T>(key: string, load: () => Promise<T>): Promise<T> {
      const paced = reads.get(key) ?? { begunAt: -APART, next: undefined };
      reads.set(key, paced);
      paced.next ??= begin(key, paced, load);
      // A key identifies what is read, and so its type.
      return paced.next as Promise<T>;
    },
  };
}

/** Milliseconds for which a pointer counts. */
const GONE_AFTER = 10_000;

/** Where signs are sent and received. */
type Signs = Pick<OpenWakeUps, 'announce' | 'listen'>;

/** Opens the pointers of editors: each is a note of the wake-up for those who follow who has the bot open. */
function openPointers(signs: Signs): Pointers {
  return {
    show({ botId, userId, clientId }, pointer) {
      const at = pointer ? [Math.round(pointer.x), Math.round(pointer.y)] : [];
      signs.announce(`${editorsTopic(botId)}|${[userId, clientId, ...at].join(',')}`);
    },
    follow(botId) {
      const known = new LRUCache<string, Pointer>({ max: MAX_LISTED, ttl: GONE_AFTER });
      const close = signs.listen(editorsTopic(botId), (note) => {
        const [userId = '', clientId = '', x, y] = (note ?? '').split(',');
        const key = keyOf({ userId, clientId });
        if (x === undefined) known.delete(key);
        else known.set(key, { x: Number(x), y: Number(y) });
      });
      return { of: (window) => known.get(keyOf(window)) ?? null, close };
    },
  };
}

function keyOf({ userId, clientId }: Omit<EditorWindow, 'botId'>): string {
  return `${userId} ${clientId}`;
}

/** Opens what the watchers of this process share, besides the tails of chats. */
export function shareReads(
  pool: Pool,
  wakeUps: OpenWakeUps,
  takePlace?: TakePlace,
): Omit<SharedByWatchers, 'chatTails'> {
  const pacedReads = openPacedReads();
  const inboxReads = openInboxReads(pool, pacedReads);
  const totalsReads = openTotalsReads({ pool, wakeUps }, pacedReads);
  return {
    pacedReads,
    inboxReads,
    totalsReads,
    typing: openTyping(wakeUps, takePlace),
    pointers: openPointers(wakeUps),
  };
}
