/**
 * Whether a text is the IANA name of a time zone. Offsets such as +02:00 are refused: JavaScript accepts them, but PostgreSQL reads them
 * with the opposite sign.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
