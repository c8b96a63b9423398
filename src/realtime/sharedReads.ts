import type { Pool } from 'pg';
import type { SharedByWatchers } from '../context/sharedReads.js';
import type { TakePlace } from '../rateLimits/places.js';
import { openInboxReads } from './inboxReads.js';
import { openPacedReads } from './pacedReads.js';
import { openTotalsReads } from './totalsReads.js';
import { openPointers } from './pointers.js';
import { openTyping } from './typing.js';
import type { OpenWakeUps } from './wakeUps.js';

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
