/** A value as JSON, also in a page where an old library has given arrays a `toJSON`, by which a list became a text. */
export function jsonOf(value: unknown): string {
  const asItIs = function (this: Readonly<Record<string, unknown>>, key: string): unknown {
    return this[key];
  };
  return JSON.stringify(value, asItIs);
}
