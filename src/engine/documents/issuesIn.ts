import type { Issue } from '../flow/issue.js';

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
