import { toValue } from '../values/value.js';
import type { FlowDefinition } from './flow.js';
import { replaceCredentials } from './replaceCredentials.js';

/** What a stage has of its own. */
export interface StageValues {
  /** What variables begin with, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly credentials: readonly {
    readonly credentialsId: string;
    readonly replacementId: string;
  }[];
}

/** A flow with what a stage has of its own: what its variables begin with, and the credentials that its blocks use. */
export function flowOfStage(flow: FlowDefinition, own: StageValues): FlowDefinition {
  const others = new Map(own.credentials.map((one) => [one.credentialsId, one.replacementId]));
  const values = new Map(Object.entries(own.variables));
  const replaced = replaceCredentials(flow, (id) => others.get(id) ?? id);
  const variables = flow.variables.map((variable) => {
    if (!values.has(variable.name)) return variable;
    const value = toValue(values.get(variable.name));
    return { ...variable, value: typeof value === 'object' ? value && [...value] : value };
  });
  return { ...replaced, variables };
}
