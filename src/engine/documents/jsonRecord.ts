/** A JSON object whose members are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Tells a JSON object from everything else; a list or a date is none. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return Object.prototype.toString.call(value) === '[object Object]';
}
