/** The length of a slot in seconds. Days of all zones begin with one. */
export const SLOT_SECONDS = 900;

/** The slot an instant falls into, in SQL: quarters of an hour since 1970. */
export function slotOf(instant: string): string {
  return `floor(extract(epoch from ${instant}) / ${SLOT_SECONDS})::int`;
}
