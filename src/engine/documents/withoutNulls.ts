import { replaceMembers } from '../flow/replaceMembers.js';
import type { Shape } from './schemaShape.js';

/**
 * A document without the nulls that say no more than absence: those of members that may be left out and for which null is
 * no value of its own. Editors and programs write either. What holds none comes back as it is.
 */
export function withoutNulls<T>(document: T, shape: Shape): T {
  return replaceMembers(document, shape, (value, { isNullAbsence }) =>
    value === null && isNullAbsence ? undefined : value,
  );
}
