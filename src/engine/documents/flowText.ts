import type { FlowDefinition } from '../flow/flow.js';

/** The texts of flows, which never change: one that is read is written as it was read. */
const texts = new WeakMap<FlowDefinition, string>();

/** A flow as the JSON it is stored as; made once, since it may have megabytes. */
export function textOfFlow(definition: FlowDefinition): string {
  const text = texts.get(definition) ?? JSON.stringify(definition);
  texts.set(definition, text);
  return text;
}

/** Notes the stored text a flow was read from. */
export function knownAs(text: string, definition: FlowDefinition): FlowDefinition {
  texts.set(definition, text);
  return definition;
}
