import type { Issue } from '../flow/issue.js';
import { isJsonRecord } from './jsonRecord.js';

/** Real flows stay below 30 levels; rich text with nested lists is the deepest part. */
export const MAX_DEPTH = 200;
/** Real flows hold about 20 values for each kB; a flow of 10 000 groups with a text and an input each holds 350 000. */
const MAX_VALUES = 500_000;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The first reason why a JSON value cannot be stored safely, or undefined: nested too deep, too many values, text that
 * PostgreSQL cannot hold (a NUL character, half a surrogate pair), or a key that would replace the prototype of an
 * object.
 */
export function jsonFault(value: unknown): Issue | undefined {
  return faultIn(value, { path: [], valuesLeft: MAX_VALUES });
}

interface Walk {
  readonly path: (string | number)[];
  valuesLeft: number;
}

function faultIn(value: unknown, walk: Walk): Issue | undefined {
  walk.valuesLeft -= 1;
  if (walk.valuesLeft < 0) return issueAt([], `holds more than ${MAX_VALUES} values`);
  if (typeof value === 'string') return textFault(value, walk);
  if (Array.isArray(value)) return memberFault(value.entries(), walk);
  return isJsonRecord(value) ? memberFault(Object.entries(value), walk) : undefined;
}

function memberFault(
  members: Iterable<readonly [string | number, unknown]>,
  walk: Walk,
): Issue | undefined {
  if (walk.path.length >= MAX_DEPTH)
    return issueAt([], `is nested deeper than ${MAX_DEPTH} levels`);
  for (const [key, member] of members) {
    walk.path.push(key);
    const fault = keyFault(key, walk) ?? faultIn(member, walk);
    if (fault) return fault;
    walk.path.pop();
  }
  return undefined;
}

function keyFault(key: string | number, walk: Walk): Issue | undefined {
  if (typeof key === 'number') return undefined;
  if (key === '__proto__') return issueAt(walk.path, 'a key may not be called "__proto__"');
  return textFault(key, walk);
}

function textFault(text: string, walk: Walk): Issue | undefined {
  if (text.includes('\0')) return issueAt(walk.path, 'text may not contain a NUL character');
  if (!LONE_SURROGATE.test(text)) return undefined;
  return issueAt(walk.path, 'text must be well-formed Unicode: it holds half a surrogate pair');
}

function issueAt(path: readonly (string | number)[], message: string): Issue {
  return { path: [...path], message };
}
