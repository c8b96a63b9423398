import { kindOf } from '../blocks/index.js';
import type { FlowDefinition } from './flow.js';
import type { Group } from '../documents/group.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import { setsTranscript } from '../transcript/keepsTranscript.js';

/**
 * The flow as it is stored: a variable that an input fills is part of the results, even where the file marks it as a
 * session variable, and one that holds a transcript never is.
 */
export function settleVariables(definition: FlowDefinition): FlowDefinition {
  const blocks = definition.groups.flatMap((group) => group.blocks);
  const answered = new Set(blocks.filter(isInput).map(variableOf));
  const transcribed = new Set(blocks.filter(setsTranscript).map(variableOf));
  const variables = definition.variables.map((variable) => {
    const { id, isSessionVariable = false } = variable;
    const isSettled = !answered.has(id) && (transcribed.has(id) || isSessionVariable);
    return isSettled === isSessionVariable
      ? variable
      : { ...variable, isSessionVariable: isSettled };
  });
  return { ...definition, variables };
}

type StoredBlock = Group['blocks'][number];

function isInput({ type }: StoredBlock): boolean {
  return kindOf(type).family === 'input';
}

function variableOf({ options }: StoredBlock): unknown {
  return isJsonRecord(options) ? options['variableId'] : undefined;
}
