import { isJsonRecord } from '../documents/jsonRecord.js';
import type { Member, Shape } from '../documents/schemaShape.js';

/** Returns the replacement for a member of an object; undefined removes the member. */
export type Replace = (value: unknown, member: Member) => unknown;

/**
 * A document with members that its schema knows replaced, or removed where the schema allows that; inner members first.
 * Returns the same document when nothing changes.
 */
export function replaceMembers<T>(document: T, shape: Shape, replace: Replace): T {
  // Replaced members have the shape of the schema, so the document is still a T.
  return replaceIn(document, shape, replace) as T;
}

function replaceIn(value: unknown, shape: Shape, replace: Replace): unknown {
  const { members, element } = shape;
  if (Array.isArray(value)) return element ? replaceInList(value, element(), replace) : value;
  return isJsonRecord(value) && members.size > 0 ? replaceInRecord(value, shape, replace) : value;
}

function replaceInList(
  list: readonly unknown[],
  element: Shape,
  replace: Replace,
): readonly unknown[] {
  const replaced = list.map((member) => replaceIn(member, element, replace));
  return replaced.every((member, index) => member === list[index]) ? list : replaced;
}

function replaceInRecord(
  record: Readonly<Record<string, unknown>>,
  { members }: Shape,
  replace: Replace,
): object {
  let isSame = true;
  const kept = Object.entries(record).flatMap(([key, value]) => {
    const member = members.get(key);
    const next = member ? replace(replaceIn(value, member.shape(), replace), member) : value;
    isSame &&= next === value;
    return next === undefined ? [] : [[key, next] as const];
  });
  return isSame ? record : Object.fromEntries(kept);
}

/**
 * A document without the nulls that mean absence: those of optional members for which null is not a value of its own.
 * Editors and programs write either. Returns the same document when it holds no such null.
 */
export function withoutNulls<T>(document: T, shape: Shape): T {
  return replaceMembers(document, shape, (value, { isNullAbsence }) =>
    value === null && isNullAbsence ? undefined : value,
  );
}
