import type { TypedDocument } from '@parley/client';
import { useEffect, useRef } from 'react';
import { type ReadData, useData } from './server.js';

/** Reads what follows from something else, and again `pause` milliseconds after that has another revision. */
export function useDataOf<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { revision, pause = 0 }: { readonly revision: number; readonly pause?: number },
): ReadData<Data> {
  const shown = useData(document, variables);
  const latest = useRef(shown.reload);
  latest.current = shown.reload;
  // The revision in the cache does not say which one was read: the answer to a change renews it, but not what follows from it.
  const read = useRef(revision);
  useEffect(() => {
    if (read.current === revision) return undefined;
    const timer = setTimeout(() => {
      read.current = revision;
      latest.current();
    }, pause);
    return () => clearTimeout(timer);
  }, [revision]);
  return shown;
}
