import { replaceMembers } from '../flow/replaceMembers.js';
import type { Shape } from './schemaShape.js';

/**
 * A document without the nulls that mean absence: those of optional members for which null is not a value of its own.
 * Editors and programs write either. Returns the same document when it holds no such null.
 */
export function withoutNulls<T>(document: T, shape: Shape): T {
  return replaceMembers(document, shape, (value, { isNullAbsence }) =>
    value === null && isNullAbsence ? undefined : value,
  );
}
