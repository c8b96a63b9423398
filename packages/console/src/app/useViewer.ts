import { SignedIn, type SignedInQuery } from '@parley/client/dashboard';
import { useEffect, useRef } from 'react';
import { onSignedOut, useData } from './server.js';

/** Who is signed in, as far as it is known. */
export interface Viewing {
  /** Null is nobody; undefined until the server has answered once. */
  readonly viewer: SignedInQuery['viewer'] | undefined;
  readonly fault: string | undefined;
  /** Whether somebody was signed in since the page was opened. */
  readonly wasSignedIn: boolean;
}

/**
 * Who is signed in. The server is asked again when the page comes to the front, and when it refuses something because nobody is: another tab
 * may have signed out, or in. For another person the page is loaded again, so that nothing of the one before is left in it.
 */
export function useViewer(): Viewing {
  const { data, fault, reload } = useData(SignedIn, {});
  // A server that cannot be reached for a moment has signed nobody out.
  const last = useRef(data?.viewer);
  if (data) last.current = data.viewer;
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const forget = onSignedOut(() => latest.current());
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      forget();
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const first = useRef<string>(undefined);
  const userId = last.current?.user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    first.current ??= userId;
    if (first.current !== userId) location.reload();
  }, [userId]);
  return { viewer: last.current, fault, wasSignedIn: first.current !== undefined };
}
