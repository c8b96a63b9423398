import type { Caller } from '../auth/caller.js';
import { auditedUnit, type Auditor } from '../storage/audit.js';
import type { Context } from './context.js';

/** The same context for an operation whose writes are noted in the audit log. */
export function notedContext(context: Context, operation: string): Context {
  const auditor = async () => {
    const caller = await context.caller();
    return caller && auditorOf(caller, operation);
  };
  return { ...context, auditor, openUnit: () => auditedUnit(context.openUnit(), auditor) };
}

/** A caller as the audit log names them. */
export function auditorOf({ userId, tokenId, signInId }: Caller, operation: string): Auditor {
  return { operation, actorId: userId, tokenId, signInId };
}
