import type { AnyBlock, Here, Move } from '../blocks/kind/block.js';
import type { InputRequest } from './reply.js';

/** An input block as its kind's schema leaves it. */
export interface InputBlock extends AnyBlock {
  readonly options?: ({ readonly variableId?: string | undefined } & Fields) | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Rests on an input until the person answers; `shown` replaces what its kind shows otherwise (engine §3.9). */
export function askUser(block: InputBlock, here: Here, shown: Partial<InputRequest> = {}): Move {
  const value = here.value(block.options?.variableId);
  const prefilled = typeof value === 'string' ? { prefilledValue: value } : {};
  return { go: 'user', input: { ...inputRequest(block, here), ...prefilled, ...shown } };
}

/** The input block itself with its variables filled in. */
export function inputRequest(
  { id, type, outgoingEdgeId, options }: InputBlock,
  here: Here,
): InputRequest {
  return {
    id,
    type,
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
    ...(options && { options: here.deep<Fields>(options) }),
  };
}
