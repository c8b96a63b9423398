import type { Pool } from 'pg';
import { parsedUrl } from '../checks/parsedUrl.js';
import type { FlowDefinition } from '../engine/index.js';
import { findOwnOrigins } from '../storage/ownOrigins.js';

/**
 * The origins of the pages that may run a bot besides its page on this server: those that its settings list
 * (`settings.security.allowedOrigins`), and the domains that its workspace has verified. Empty where any page may.
 */
export async function allowedOriginsOf(
  pool: Pool,
  botId: string,
  { settings }: Pick<FlowDefinition, 'settings'>,
): Promise<string[]> {
  const listed = settings.security?.allowedOrigins ?? [];
  if (listed.length === 0) return [];
  return [...listed.map(originOf), ...(await findOwnOrigins(pool, botId))];
}

/** The longest address that is read, in characters: reading one takes time that grows with the square of its length. */
const LONGEST = 2_000;

/** The origin of an address, as browsers write it: people list `https://acme.com/`, and send `https://acme.com`. */
function originOf(address: string): string {
  const isRead = address.length <= LONGEST && /^https?:\/\//i.test(address);
  return (isRead ? parsedUrl(address)?.origin : undefined) ?? address;
}
