import type { Meter } from '../interpreter/budget.js';

/**
 * Fills every text inside plain objects and the objects inside lists. Keys, ids and texts that are direct
 * members of a list stay as they are.
 */
export function fillDeep<T>(document: T, filling: Filling): T {
  // The shape does not change: texts stay texts, so the result has the type of the argument.
  return fillIn(document, filling) as T;
}

/** Fills texts and charges for them; everything else is charged through `charge`. */
export interface Filling extends Meter {
  fill(template: string): string;
}

/** The steps it takes to copy a member of an object. */
const MEMBER_STEPS = 8;

function fillIn(value: unknown, filling: Filling): unknown {
  if (Array.isArray(value)) {
    filling.charge(value.length);
    return value.map((member: unknown) => fillIn(member, filling));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value);
  filling.charge(members.length * MEMBER_STEPS);
  return Object.fromEntries(
    members.map(([key, member]) => [
      key,
      typeof member === 'string' && !isIdKey(key) ? filling.fill(member) : fillIn(member, filling),
    ]),
  );
}

function isIdKey(key: string): boolean {
  return key === 'id' || key.endsWith('Id');
}
