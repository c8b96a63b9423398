import type { Context } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { settleDomain, takeDueDomain } from '../storage/domainHolds.js';
import type { Storage } from '../storage/orm.js';

interface DomainServices {
  readonly storage: Storage;
  readonly lookUpDomain: Context['lookUpDomain'];
}

/**
 * Looks up a domain that is due, to see whether its proof still stands; a domain that a workspace holds is due once a day. Returns whether
 * there was one. If the process stops meanwhile, another looks the domain up, some minutes later.
 */
export async function checkNextDomain({ storage, lookUpDomain }: DomainServices): Promise<boolean> {
  const due = await takeDueDomain(storage.pool);
  if (!due) return false;
  const found = await lookUpDomain(due.name);
  try {
    await settleDomain(storage.openUnit(), due, found);
  } catch (error) {
    // Another workspace proved the domain during the lookup, and holds it now.
    if (!(error instanceof Failure && error.reason === 'DOMAIN_HELD')) throw error;
  }
  return true;
}
