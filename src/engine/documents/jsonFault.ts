import type { Issue } from '../../checks/issue.js';
import type { JsonRecord } from './jsonRecord.js';

/** Real flows stay below 30 levels; rich text with nested lists is the deepest part. */
export const MAX_DEPTH = 200;
/** Real flows hold about 20 values for each kB; a flow of 10 000 groups with a text and an input each holds 350 000. */
const MAX_VALUES = 500_000;
/** Real objects hold some dozen members; V8 takes long to list those of a very large one, which cannot be done in steps. */
const MAX_MEMBERS = 50_000;

/**
 * The first reason why a JSON value cannot be stored safely, or undefined: nested too deep, too many values, text that
 * PostgreSQL cannot hold (a NUL character, half a surrogate pair), or a key that would replace the prototype of an
 * object.
 */
export function jsonFault(value: unknown): Issue | undefined {
  return inspectJson(value).fault;
}

/** The same, and the number of values that were looked at: all of them, when there is no fault. */
export function inspectJson(value: unknown): {
  readonly fault: Issue | undefined;
  readonly values: number;
} {
  const walk = { valuesLeft: MAX_VALUES, depth: 0 };
  const found = faultIn(value, walk);
  const fault = found && { path: found.path?.reverse() ?? [], message: found.message };
  return { fault, values: MAX_VALUES - walk.valuesLeft };
}

interface Walk {
  valuesLeft: number;
  depth: number;
}

/** A fault, and the path to it in reverse. A fault of the whole value has no path. */
interface Fault {
  readonly message: string;
  readonly path?: (string | number)[];
}

function faultIn(value: unknown, walk: Walk): Fault | undefined {
  walk.valuesLeft -= 1;
  if (walk.valuesLeft < 0) return { message: `Holds more than ${MAX_VALUES} values` };
  if (typeof value === 'string') return textFault(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (walk.depth >= MAX_DEPTH) return { message: `Is nested deeper than ${MAX_DEPTH} levels` };
  walk.depth += 1;
  // An object of JSON is a list or a record.
  const fault = Array.isArray(value)
    ? listFault(value, walk)
    : recordFault(value as JsonRecord, walk);
  walk.depth -= 1;
  return fault;
}

function listFault(list: readonly unknown[], walk: Walk): Fault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = faultIn(list[index], walk);
    if (fault) return within(index, fault);
  }
  return undefined;
}

function recordFault(record: JsonRecord, walk: Walk): Fault | undefined {
  const keys = Object.keys(record);
  if (keys.length > MAX_MEMBERS)
    return { path: [], message: `Holds more than ${MAX_MEMBERS} members` };
  for (const key of keys) {
    const fault = keyFault(key) ?? faultIn(record[key], walk);
    if (fault) return within(key, fault);
  }
  return undefined;
}

function within(key: string | number, fault: Fault): Fault {
  fault.path?.push(key);
  return fault;
}

function keyFault(key: string): Fault | undefined {
  if (key === '__proto__') return { path: [], message: 'A key may not be called "__proto__"' };
  return textFault(key);
}

/** The reason why a text cannot be stored, or undefined. */
export function textFault(text: string): Fault | undefined {
  if (text.includes('\0')) return { path: [], message: 'Text may not contain a NUL character' };
  if (text.isWellFormed()) return undefined;
  const message = 'Text must be well-formed Unicode: it holds half a surrogate pair';
  return { path: [], message };
}
