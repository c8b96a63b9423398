/**
 * Whether a text is the IANA name of a time zone. An offset such as +02:00 is none, though JavaScript accepts it;
 * PostgreSQL reads it with the opposite sign.
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
