/** What went wrong, for the visitor: what the server says, where it said something. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
