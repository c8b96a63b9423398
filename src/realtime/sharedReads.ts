import type { Pool } from 'pg';
import type { Context } from '../context/context.js';
import { openInboxReads } from './inboxReads.js';
import { openPacedReads } from './pacedReads.js';

/** Opens the reads that the watchers of this process share. */
export function shareReads(pool: Pool): Pick<Context, 'pacedReads' | 'inboxReads'> {
  const pacedReads = openPacedReads();
  return { pacedReads, inboxReads: openInboxReads(pool, pacedReads) };
}
