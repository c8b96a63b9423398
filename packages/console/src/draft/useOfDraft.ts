import type { TypedDocument } from '@parley/client';
import { useEffect, useRef } from 'react';
import { type Shown, useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';

/** Reads what follows from the draft, again after each change that was stored: of one's own, of others, and by undo. */
export function useOfDraft<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Shown<Data> {
  const revision = useDraftState((state) => state.revision);
  const shown = useData(document, variables);
  const latest = useRef(shown.reload);
  latest.current = shown.reload;
  const read = useRef(revision);
  useEffect(() => {
    if (read.current === revision) return;
    read.current = revision;
    latest.current();
  }, [revision]);
  return shown;
}
