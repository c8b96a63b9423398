import { format } from 'date-fns/format';

/**
 * Writes a date by a pattern of Unicode TR35 fields, such as `dd/MM/yyyy`, in English and in the date's own zone. Never
 * fails: letters that are not fields stay as they are, and `D` and `Y` mean the day and the year, as most authors expect.
 */
export function formatDate(date: Date, pattern: string): string {
  return pattern.slice(0, MAX_LENGTH).replace(TOKEN, (token) => formatToken(date, token));
}

/** In characters. Real patterns are shorter, and each field of one takes time. */
const MAX_LENGTH = 500;

/** A quoted text, a date with its time in words, an ordinal, or a run of one letter. */
const TOKEN = /''|'(?:''|[^'])+'?|(?<!P)P+p+|[A-Za-z]o|([A-Za-z])\1*/g;

function formatToken(date: Date, token: string): string {
  try {
    return format(date, token.startsWith("'") ? token : token.replace(/[DY]/g, lowerCase));
  } catch {
    return token;
  }
}

function lowerCase(letters: string): string {
  return letters.toLowerCase();
}
