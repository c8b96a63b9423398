import type { Shown } from './transports.js';

/** Shows every object inside a JSON value, with the path to it. */
export function walkJson(
  value: unknown,
  visit: (part: Shown, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Shown, path); // An object that is no list has members by name.
  for (const [name, part] of Object.entries(value)) walkJson(part, visit, [...path, name]);
}
