/**
 * The code of an error: the SQL state of a statement that failed, or the word that Node or a library gives to a kind of
 * failure. Undefined where there is none; any value can be thrown.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
