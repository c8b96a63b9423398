import { isJsonRecord } from './jsonRecord.js';

/**
 * A checked document with its keys in the order they were sent, because checking puts the known keys first. Members
 * that were not sent come last.
 */
export function inOrderOf<T>(sent: unknown, checked: T): T {
  // The same members in another order are still a T, which the compiler cannot infer.
  return reordered(sent, checked) as T;
}

function reordered(sent: unknown, checked: unknown): unknown {
  if (sent === checked) return checked;
  if (Array.isArray(sent) && Array.isArray(checked))
    return checked.map((member, index) => reordered(sent[index], member));
  if (!isJsonRecord(sent) || !isJsonRecord(checked)) return checked;
  const kept = Object.keys(sent).filter((key) => Object.hasOwn(checked, key));
  const keys = new Set([...kept, ...Object.keys(checked)]);
  return Object.fromEntries([...keys].map((key) => [key, reordered(sent[key], checked[key])]));
}
