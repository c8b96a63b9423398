import { MAX_DEPTH } from '../documents/jsonFault.js';
import { isTooMuchJson } from '../../checks/jsonSize.js';

/**
 * Parses JSON; integers too large to be exact become texts, so that no digit is lost. Undefined when the text is no
 * JSON, exceeds a limit, or is nested so deep that it could be neither serialized again nor stored.
 */
export function parseJson(text: string): unknown {
  const value = parsed(text);
  return value !== undefined && LONG_NUMBER.test(text)
    ? JSON.parse(text.replace(TOKEN, exact))
    : value;
}

/** Whether `parseJson` accepts a text. */
export function isJson(text: string): boolean {
  return parsed(text) !== undefined;
}

/** The maximum number of lists, objects and members of a text. */
const MOST_PARTS = 200_000;

function parsed(text: string): unknown {
  if (isTooMuchJson(text, MOST_PARTS)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON is nested so little that it can be walked through, serialized again and stored. */
export function isShallow(value: unknown): boolean {
  return isWithin(value, MAX_DEPTH);
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
