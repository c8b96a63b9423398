import type { Pool } from 'pg';
import { parsedUrl } from '../checks/parsedUrl.js';
import type { FlowDefinition } from '../engine/index.js';
import { findOwnOrigins } from '../storage/ownOrigins.js';

/**
 * The origins of the pages that may run a bot besides its page on this server: those that its settings list
 * (`settings.security.allowedOrigins`), and the verified domains of its workspace. Empty where any page may run it.
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

/** The longest address that is parsed, in characters: the time for parsing grows with the square of the length. */
const LONGEST = 2_000;

/** The origin of an address, as browsers send it: people list `https://acme.com/`, browsers send `https://acme.com`. */
function originOf(address: string): string {
  const isRead = address.length <= LONGEST && /^https?:\/\//i.test(address);
  return (isRead ? parsedUrl(address)?.origin : undefined) ?? address;
}
