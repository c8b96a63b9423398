/** A JSON value as an object; one without members where it is something else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON has unknown members.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A JSON value as a text; empty where it is something else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
