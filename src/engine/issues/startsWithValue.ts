import type { Flow } from '../flow/flow.js';

/** Whether a variable has a value with which every chat begins. */
export function startsWithValue(flow: Flow, variableId: string | null): boolean {
  const value = flow.variable(variableId ?? '')?.value;
  return value !== undefined && value !== null && value.length > 0;
}
