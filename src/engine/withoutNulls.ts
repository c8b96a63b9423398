import { isJsonRecord } from './jsonRecord.js';
import type { Shape } from './schemaShape.js';

/**
 * A document without the nulls that say no more than absence: those of members that may be left out and for which null is
 * no value of its own. Editors and programs write either. What holds none comes back as it is.
 */
export function withoutNulls<T>(document: T, shape: Shape): T {
  // Only members that may be absent are left out, so what was a T still is one.
  return strip(document, shape) as T;
}

function strip(value: unknown, shape: Shape): unknown {
  const { members, element } = shape;
  if (Array.isArray(value)) return element ? stripList(value, element()) : value;
  return isJsonRecord(value) && members.size > 0 ? stripRecord(value, shape) : value;
}

function stripList(list: readonly unknown[], element: Shape): readonly unknown[] {
  const stripped = list.map((member) => strip(member, element));
  return stripped.every((member, index) => member === list[index]) ? list : stripped;
}

function stripRecord(record: Readonly<Record<string, unknown>>, { members }: Shape): object {
  let isSame = true;
  const kept = Object.entries(record).flatMap(([key, value]) => {
    const member = members.get(key);
    const stripped = member ? strip(value, member.shape()) : value;
    const isLeftOut = stripped === null && member?.isNullAbsence === true;
    isSame &&= !isLeftOut && stripped === value;
    return isLeftOut ? [] : [[key, stripped] as const];
  });
  return isSame ? record : Object.fromEntries(kept);
}
