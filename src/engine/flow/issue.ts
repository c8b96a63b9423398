/** One fault in a document: where it is, as a path from the document's root, and a description that helps to fix it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
