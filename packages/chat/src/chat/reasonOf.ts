/** The message of an error, for a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
