import type { AnyBlock } from '../blocks/kind/block.js';
import { kindOf } from '../blocks/index.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import { oncePer } from '../documents/oncePer.js';
import type { NamedAnswer } from './session.js';
import { linkedVariableId } from '../flow/linkedVariable.js';

/**
 * The name under which an input's answers are shown: the name of its variable, else the title of its group, with "
 * (1)", " (2)" for the second, third … input of the group.
 */
export function answerKey(flow: Flow, { block, group, index }: LocatedBlock): string {
  const variable = linkedVariable(flow, block);
  if (variable) return variable.name;
  const before = inputsBefore(group)[index];
  return before === 0 ? group.title : `${group.title} (${before})`;
}

/** The number of inputs before each block of a group. */
const inputsBefore = oncePer(({ blocks }: LocatedBlock['group']) => {
  let count = 0;
  return blocks.map(({ type }) => (kindOf(type).family === 'input' ? count++ : count));
});

/** Answers with newer ones added. Of two answers with the same name only the newer one is kept, at the end. */
export function withAnswers(
  answers: readonly NamedAnswer[],
  since: readonly NamedAnswer[],
): NamedAnswer[] {
  const named = new Map<string, NamedAnswer>();
  for (const answer of [...answers, ...since]) {
    named.delete(answer.key);
    named.set(answer.key, answer);
  }
  return [...named.values()];
}

function linkedVariable(flow: Flow, block: AnyBlock): { readonly name: string } | undefined {
  const variableId = linkedVariableId(block);
  return variableId === undefined ? undefined : flow.variable(variableId);
}
