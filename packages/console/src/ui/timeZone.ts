let known: string | undefined;

/** The time zone of the browser, as `Europe/Berlin`. */
export function timeZone(): string {
  // The first format of dates of a page takes a while to make: not before one is needed.
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
