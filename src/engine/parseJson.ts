import { MAX_DEPTH } from './faultOf.js';

/**
 * Reads JSON; whole numbers too large to be exact become texts, so that no digit is lost. Undefined when
 * the text is no JSON, or is nested so deep that it could be neither written as text again nor stored.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isWithin(value, MAX_DEPTH)) return undefined;
    return LONG_NUMBER.test(text) ? JSON.parse(text.replace(TOKEN, exact)) : value;
  } catch {
    return undefined;
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

const LONG_NUMBER = /\d{16}/;

/** A text, which is skipped as a whole, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function exact(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
