import type { z } from 'zod';
import type { Issue } from '../flow/issue.js';

/** A fault as zod tells it. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a schema found. */
export type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly faults: readonly Fault[] };

/** Of faults that are worded; those of all alternatives of a union count. */
const MOST = 10_000;

/** Stands in place of the faults of a value that has too many. */
const TOO_MANY: readonly Fault[] = [{ path: [], message: 'Has more faults than can be listed' }];

/**
 * Checks a value whose sender may have made a hundred thousand faults: where there are more than can be of use, they are not worded,
 * which takes most of the time. zod also overflows the stack where that many come together: it spreads them as arguments.
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

/** Whether so many faults were found that they are not listed. */
export function isTooMany(checked: Checked<unknown>): boolean {
  return !checked.success && checked.faults === TOO_MANY;
}

/** What a schema found wrong, as zod tells it. */
interface Refusal {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** What a schema refuses, as issues. */
export function issuesIn({ issues }: Refusal): Issue[] {
  return issues.map(({ path, message }) => ({
    // JSON has no symbols.
    path: path.filter((key) => typeof key !== 'symbol'),
    message,
  }));
}
