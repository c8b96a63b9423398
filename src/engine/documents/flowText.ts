import type { FlowDefinition } from '../flow/flow.js';

/** The stored texts of flows, which never change: a flow that was read is written as the text it was read from. */
const texts = new WeakMap<FlowDefinition, string>();

/** The JSON a flow is stored as; made once, because it may have megabytes. */
export function textOfFlow(definition: FlowDefinition): string {
  const text = texts.get(definition) ?? JSON.stringify(definition);
  texts.set(definition, text);
  return text;
}

/** The flow of a stored text. */
export function flowOfText(text: string): FlowDefinition {
  // Only flows that were checked are stored.
  return knownAs(text, JSON.parse(text) as FlowDefinition);
}

/** Records the stored text that a flow was read from. */
export function knownAs(text: string, definition: FlowDefinition): FlowDefinition {
  texts.set(definition, text);
  return definition;
}
