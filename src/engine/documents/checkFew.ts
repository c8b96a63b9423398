import type { z } from 'zod';
import { MAX_ISSUES } from '../../checks/issue.js';

/** A fault as zod reports it. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The result of a check. */
export type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly faults: readonly Fault[] };

/** The maximum number of faults of a check, including those of all alternatives of a union. */
const MOST = 10_000;

/** The only fault of a value that has too many. */
const TOO_MANY: readonly Fault[] = [{ path: [], message: 'Has more faults than can be listed' }];

/**
 * Checks a value that may have a hundred thousand faults, and stops at `MOST`: writing the messages takes most of the
 * time, and zod overflows the stack, because it spreads faults as arguments.
 */
export function checkFew<T>(schema: z.ZodType<T>, value: unknown): Checked<T> {
  let left = MOST;
  const error = (): undefined => {
    left -= 1;
    if (left < 0) throw new RangeError('Enough faults are known');
  };
  try {
    const checked = schema.safeParse(value, { error });
    if (checked.success) return { success: true, data: checked.data };
    return { success: false, faults: checked.error.issues };
  } catch {
    return { success: false, faults: TOO_MANY };
  }
}

/** Whether a value has more faults than are listed. */
export function isTooMany(checked: Checked<unknown>): boolean {
  return !checked.success && checked.faults === TOO_MANY;
}

/** Reports faults to zod, at most 100. */
export function addIssues(context: z.RefinementCtx, faults: readonly Fault[]): void {
  for (const { path, message } of faults.slice(0, MAX_ISSUES))
    context.addIssue({ code: 'custom', path: [...path], message });
}
