/** Replaces unpaired surrogates and drops NUL; PostgreSQL can store neither. */
export function cleanText(text: string): string {
  const whole = text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
