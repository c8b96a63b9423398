import { BotIssues } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import type { Issue } from './formContext.js';

const NONE: readonly Issue[] = [];
const IssuesContext = createContext(NONE);

/** Milliseconds after a stored change before the issues are read: somebody who edits changes more than one thing. */
const PAUSE = 700;

/** Reads what is wrong with the draft, again after each change that was stored. */
export function IssuesProvider({
  botId,
  children,
}: {
  readonly botId: string;
  readonly children: ReactNode;
}): ReactNode {
  const revision = useDraftState((state) => state.revision);
  const { data, reload } = useData(BotIssues, { botId });
  const latest = useRef(reload);
  latest.current = reload;
  // The revision in the answer does not say it: the answer to a change renews that, and not the issues.
  const read = useRef(revision);
  useEffect(() => {
    if (read.current === revision) return undefined;
    const timer = setTimeout(() => {
      read.current = revision;
      latest.current();
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [revision]);
  return <IssuesContext value={data?.bot?.issues ?? NONE}>{children}</IssuesContext>;
}

/** What is wrong with the draft, as it was stored a moment ago. */
export function useIssues(): readonly Issue[] {
  return useContext(IssuesContext);
}
