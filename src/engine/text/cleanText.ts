/** Replaces half characters and drops NUL, neither of which a database can keep. */
export function cleanText(text: string): string {
  const whole = text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
