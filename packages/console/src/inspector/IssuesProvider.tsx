import { BotIssues } from '@parley/client/dashboard';
import { createContext, type ReactNode, useContext } from 'react';
import { useOfDraft } from '../draft/useOfDraft.js';
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
  const { data } = useOfDraft(BotIssues, { botId }, PAUSE);
  return <IssuesContext value={data?.bot?.issues ?? NONE}>{children}</IssuesContext>;
}

/** What is wrong with the draft, as it was stored a moment ago. */
export function useIssues(): readonly Issue[] {
  return useContext(IssuesContext);
}
