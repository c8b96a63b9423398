import { isJsonRecord } from '../documents/jsonRecord.js';
import type { Member, Shape } from '../documents/schemaShape.js';

/** Gives what to put in place of a member of an object; undefined leaves the member out. */
export type Replace = (value: unknown, member: Member) => unknown;

/**
 * A document in which members that its schema knows are replaced, or left out where they may be; those within a member
 * come before it. A document of which nothing changes comes back as it is.
 */
export function replaceMembers<T>(document: T, shape: Shape, replace: Replace): T {
  // Whoever replaces members leaves them in the shape of the schema, so what was a T still is one.
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
