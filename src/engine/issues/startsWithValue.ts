import type { Flow } from '../flow/flow.js';

/** Whether a variable has a value with which every chat begins. */
export function startsWithValue(flow: Flow, variableId: string | null): boolean {
  return Boolean(flow.variable(String(variableId))?.value?.length);
}
