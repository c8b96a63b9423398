/** One fault in a document: where it is, as a path from the document's root, and a description that helps to fix it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The most issues that are named of one request or document: more would help nobody, and what a caller sends can have a
 * million.
 */
export const MAX_ISSUES = 100;
