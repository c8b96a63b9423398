/** Replaces half characters and drops NUL, neither of which a database can keep. */
export function cleanText(text: string): string {
  return text.replace(HALF_CHARACTER, '\uFFFD').replaceAll('\0', '');
}

const HALF_CHARACTER = /\p{Surrogate}/gu;
