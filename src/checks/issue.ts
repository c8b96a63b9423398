/** One fault in a request or document: its path from the root, and a description that helps to fix it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The maximum number of issues that are reported of one request or document: a caller may send one with a million. */
export const MAX_ISSUES = 100;

/** The part of zod's `ZodError` that is read. */
interface Refusal {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The issues of a `ZodError`. */
export function issuesIn({ issues }: Refusal): Issue[] {
  return issues.map(({ path, message }) => ({
    // JSON has no symbols.
    path: path.filter((key) => typeof key !== 'symbol'),
    message,
  }));
}
