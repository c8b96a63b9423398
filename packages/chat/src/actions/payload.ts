/** A part of an action as a record; one without members where it is none. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object of JSON has unknown members.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A text of an action; empty where there is none. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
