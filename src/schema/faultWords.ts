import type { z } from 'zod';
import { brief, oneOf, someOf } from '../errors/errors.js';

/**
 * The message for an invalid value, without terms of schemas: `Must be text, not a number`. zod calls this wherever a schema has no message
 * of its own. Messages are short whatever the value is.
 */
export function faultWords(fault: z.core.$ZodRawIssue): string {
  if (fault.input === undefined && isOfType(fault.code)) return 'Required';
  switch (fault.code) {
    case 'invalid_type':
      return wrongType(fault.expected, fault.input);
    case 'invalid_value':
      return oneOf(fault.values);
    case 'invalid_union':
      return fitsNone(fault);
    case 'unrecognized_keys':
      return `Unknown: ${someOf(fault.keys)}`;
    case 'too_big':
      return tooBig(fault);
    case 'too_small':
      return tooSmall(fault);
    default:
      return 'Not allowed here';
  }
}

function isOfType(code: string | undefined): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
}

/** The names of types for people, by zod's names. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

function nameOf(type: string): string {
  return TYPES[type] ?? type;
}

function wrongType(expected: string, input: unknown): string {
  const wanted = `Must be ${nameOf(expected)}`;
  // Only a number is checked for being whole.
  return expected === 'int' ? wanted : `${wanted}, not ${typeOf(input)}`;
}

/** The name of a JSON value's type; `true`, `false` and `null` are named as they are. */
function typeOf(input: unknown): string {
  if (input === null || typeof input === 'boolean') return String(input);
  return nameOf(Array.isArray(input) ? 'array' : typeof input);
}

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean;
}

function tooBig({ origin, inclusive, maximum }: Bound & { maximum: number | bigint }): string {
  if (origin === 'string') return `May not be longer than ${maximum} characters`;
  if (origin === 'array') return `May not hold more than ${maximum}`;
  return inclusive ? `Must be ${maximum} or less` : `Must be less than ${maximum}`;
}

function tooSmall({ origin, inclusive, minimum }: Bound & { minimum: number | bigint }): string {
  if (origin === 'string' || origin === 'array')
    return minimum === 1 ? 'May not be empty' : `Must have a length of at least ${minimum}`;
  return inclusive ? `Must be ${minimum} or more` : `Must be more than ${minimum}`;
}

type Finished = z.core.$ZodIssue;

interface Union {
  readonly input?: unknown;
  readonly errors: readonly (readonly Finished[])[];
  readonly options?: readonly unknown[] | undefined;
}

/**
 * The message for a value that fits none of several alternatives: its wrong type; or, if it has the type of only one alternative, the fault
 * found there. Otherwise the intended alternative is unknown.
 */
function fitsNone({ input, errors, options }: Union): string {
  // A discriminator that may be absent is `undefined` among the options.
  if (options) return oneOf(options.filter((option) => option !== undefined));
  const faults = firstFaults(errors);
  const types = faults.flatMap((fault) => (isWrongType(fault) ? [nameOf(fault.expected)] : []));
  const [inner, ...others] = faults.filter((fault) => !isWrongType(fault));
  if (!inner) return `Must be ${[...new Set(types)].join(' or ')}, not ${typeOf(input)}`;
  if (others.length > 0) return 'Fits none of the forms that are allowed here';
  const path = inner.path.slice(0, 10).map(brief).join('.');
  return path === '' ? inner.message : `${path}: ${inner.message}`;
}

/** The first fault of each alternative, including those of nested unions. */
function firstFaults(errors: readonly (readonly Finished[])[]): Finished[] {
  return errors.flatMap(([first]) => {
    if (!first) return [];
    const isUnion = first.code === 'invalid_union' && first.path.length === 0;
    return isUnion && first.errors.length > 0 ? firstFaults(first.errors) : [first];
  });
}

function isWrongType(fault: Finished): fault is z.core.$ZodIssueInvalidType {
  return fault.code === 'invalid_type' && fault.path.length === 0;
}
