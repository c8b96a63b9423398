/** The length of a slot in seconds. In every time zone, days begin with a slot. */
export const SLOT_SECONDS = 900;

/** SQL: the slot of an instant, in quarters of an hour since 1970. */
export function slotOf(instant: string): string {
  return `floor(extract(epoch from ${instant}) / ${SLOT_SECONDS})::int`;
}
