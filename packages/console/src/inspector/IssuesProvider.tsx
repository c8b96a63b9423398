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
  const known = data?.bot?.revision;
  useEffect(() => {
    if (known === undefined || known >= revision) return undefined;
    const timer = setTimeout(() => latest.current(), PAUSE);
    return () => clearTimeout(timer);
  }, [known, revision]);
  return <IssuesContext value={data?.bot?.issues ?? NONE}>{children}</IssuesContext>;
}

/** What is wrong with the draft, as it was stored a moment ago. */
export function useIssues(): readonly Issue[] {
  return useContext(IssuesContext);
}
