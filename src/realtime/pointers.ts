import { LRUCache } from 'lru-cache';
import { editorsTopic } from '../context/context.js';
import type { EditorWindow, Pointer, Pointers } from '../context/pointers.js';
import { MAX_LISTED } from '../storage/editors.js';
import type { OpenWakeUps } from './wakeUps.js';

/** Milliseconds for which a pointer counts. */
const GONE_AFTER = 10_000;

/** Where signs are sent and received. */
type Signs = Pick<OpenWakeUps, 'announce' | 'listen'>;

/** Opens the pointers of editors: each is a note of the wake-up for those who follow who has the bot open. */
export function openPointers(signs: Signs): Pointers {
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
