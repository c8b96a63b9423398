/** One fault in what was sent: where it is, counted from the document itself, and what is wrong, so that a person can mend it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
