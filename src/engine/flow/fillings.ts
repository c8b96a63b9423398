import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import type { Flow } from './flow.js';
import { linkedVariableId } from './linkedVariable.js';
import { namesSetIn } from '../text/names.js';
import { idsIn, referencesIn, textsIn } from './references.js';

/** A variable that a block sets, and the source of the value: the author, or an input of a type. */
export interface Filling {
  readonly variableId: string;
  /** `AUTHOR`, or the type of the input. */
  readonly by: string;
}

/** The value comes from the flow or a service, not from a visitor. */
export const AUTHOR = 'author';

/**
 * The variables that a block sets. Left out are values that the client computes, because a visitor can choose them,
 * and values computed from the previous one, such as a sum. Options that only read a variable count, too, so that
 * authors get no needless warnings.
 */
export function* fillingsIn(block: AnyBlock, flow: Flow): Generator<Filling> {
  const { family } = kindOf(block.type);
  if (family === 'input') yield* answerOf(block);
  if (family === 'input' || isRunByClient(block)) return;
  const ids = family === 'integration' || FILLING.has(block.type) ? idsIn(block, 'variable') : [];
  for (const variableId of ids)
    if (!buildsOn(variableId, block, flow)) yield { variableId, by: AUTHOR };
  yield* setByCode(block, flow);
}

/** Blocks of other families that set variables. */
const FILLING = new Set(['Set variable', 'webhook']);

function* answerOf(block: AnyBlock): Generator<Filling> {
  const variableId = linkedVariableId(block);
  if (variableId !== undefined)
    yield { variableId, by: hasOwnChoices(block) ? AUTHOR : block.type };
}

/** Whether an input only takes one of the texts that its author wrote. */
function hasOwnChoices(block: AnyBlock): boolean {
  if (block.type !== 'choice input' && block.type !== 'picture choice input') return false;
  const isDynamic = idsIn(block, 'variable').length > 1;
  return !isDynamic && [...textsIn(block)].every((text) => !text.includes('{{'));
}

/** Whether the client runs a block, and not the server. No schema, because searches of a flow ask it of each block several times. */
export function isRunByClient(block: AnyBlock): boolean {
  const options = 'options' in block ? block.options : undefined;
  const asked = isJsonRecord(options) ? options['isExecutedOnClient'] : undefined;
  return typeof asked === 'boolean' ? asked : block.type === 'Code';
}

/** Kinds of values computed from the previous value. */
const continuingSchema = z.object({
  options: z.object({ type: z.enum(['Append value(s)', 'Pop', 'Shift']) }),
});

function buildsOn(variableId: string, block: AnyBlock, flow: Flow): boolean {
  if (block.type !== 'Set variable' || linkedVariableId(block) !== variableId) return false;
  if (continuingSchema.safeParse(block).success) return true;
  const name = flow.variable(variableId)?.name;
  for (const reference of referencesIn(block))
    if ('name' in reference && reference.name === name) return true;
  return false;
}

/** The variables that code on the server sets by `setVariable` with a literal name. */
function* setByCode(block: AnyBlock, flow: Flow): Generator<Filling> {
  for (const text of textsIn(block))
    for (const name of namesSetIn(text)) {
      const variable = flow.variableNamed(name);
      if (variable) yield { variableId: variable.id, by: AUTHOR };
    }
}
