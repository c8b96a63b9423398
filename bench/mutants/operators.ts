import { conditionOperators } from './conditionOperators.js';
import type { FlowJson } from './flowParts.js';
import { inputOperators } from './inputOperators.js';
import { textOperators } from './textOperators.js';
import { variableOperators } from './variableOperators.js';
import { wayOperators } from './wayOperators.js';

/** The places of a flow at which an operator applies: each makes the change in place, and says where it was. */
export type Operator = (flow: FlowJson) => Site[];

/** Where an operator applies. */
export interface Site {
  /** For the reader of the list of mutants. */
  readonly at: string;
  readonly change: () => void;
}

/** Mistakes that people make in flows, one at a time. */
export const operators: Readonly<Record<string, Operator>> = {
  ...wayOperators,
  ...textOperators,
  ...variableOperators,
  ...conditionOperators,
  ...inputOperators,
};
