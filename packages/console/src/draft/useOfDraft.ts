import type { TypedDocument } from '@parley/client';
import type { ReadData } from '../app/server.js';
import { useDataOf } from '../app/useDataOf.js';
import { useDraftState } from './useDraft.js';

/** Reads what follows from the draft, and again `pause` milliseconds after each change that was stored: of one's own, of others, and by undo. */
export function useOfDraft<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  pause?: number,
): ReadData<Data> {
  const revision = useDraftState((state) => state.revision);
  return useDataOf(document, variables, { revision, ...(pause !== undefined && { pause }) });
}
