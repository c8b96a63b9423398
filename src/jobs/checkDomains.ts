import type { Context } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { settleDomain, takeDueDomain } from '../storage/domainHolds.js';
import type { Storage } from '../storage/orm.js';

/** What domains are looked up with. */
interface DomainServices {
  readonly storage: Storage;
  readonly lookUpDomain: Context['lookUpDomain'];
}

/**
 * Looks up a domain that a workspace holds, once a day: whether its proof still stands. Gives whether there was one that was due.
 * A process that stops in the middle leaves it to another, some minutes later.
 */
export async function checkNextDomain({ storage, lookUpDomain }: DomainServices): Promise<boolean> {
  const due = await takeDueDomain(storage.pool);
  if (!due) return false;
  const found = await lookUpDomain(due.name);
  try {
    await settleDomain(storage.openUnit(), due, found);
  } catch (error) {
    // Another workspace proved the domain during the look-up, and holds it now.
    if (!(error instanceof Failure && error.reason === 'DOMAIN_HELD')) throw error;
  }
  return true;
}
