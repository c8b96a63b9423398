import type { AnyBlock, BlockContext, BlockResult } from '../blocks/kind/block.js';
import type { InputRequest } from './reply.js';

/** An input block as parsed by the schema of its kind. */
export interface InputBlock extends AnyBlock {
  readonly options?: ({ readonly variableId?: string | undefined } & Fields) | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Rests on an input until the visitor answers; `shown` replaces what its kind shows otherwise. */
export function requestInput(
  block: InputBlock,
  context: BlockContext,
  shown: Partial<InputRequest> = {},
): BlockResult {
  const value = context.value(block.options?.variableId);
  const prefilled = typeof value === 'string' ? { prefilledValue: value } : {};
  return { go: 'user', input: { ...inputRequest(block, context), ...prefilled, ...shown } };
}

/** The input block itself with its variables filled in. */
export function inputRequest(
  { id, type, outgoingEdgeId, options }: InputBlock,
  context: BlockContext,
): InputRequest {
  return {
    id,
    type,
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
    ...(options && { options: context.deep<Fields>(options) }),
  };
}
