/**
 * The code of an error: the SQL state of a failed statement, or the code that Node or a library sets. Undefined if there is none; any value
 * can be thrown.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
