import type { z } from 'zod';
import type { Issue } from '../flow/issue.js';

/** What a schema refuses, as issues; none without an error. */
export function issuesIn(error: Pick<z.ZodError, 'issues'> | undefined): Issue[] {
  return (error?.issues ?? []).map(({ path, message }) => ({
    // JSON has no symbols.
    path: path.filter((key) => typeof key !== 'symbol'),
    message,
  }));
}
