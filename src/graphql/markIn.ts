import { isRecord } from './record.js';

/** The `clientMutationId` by which a caller marked the input of a mutation, whose payload has the same; null where there is none. */
export function markIn(input: unknown): string | null {
  const mark = isRecord(input) ? input['clientMutationId'] : undefined;
  return typeof mark === 'string' ? mark : null;
}
