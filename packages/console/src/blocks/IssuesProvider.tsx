import { BotIssues } from '@parley/client/dashboard';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { useOfDraft } from '../draft/useOfDraft.js';
import { useFormWords } from '../i18n/useFormWords.js';
import { useKinds } from './BlockTypesProvider.js';
import {
  fixInWords,
  type Issue,
  issueInWords,
  placeInWords,
  type ToldIssue,
} from './issueWords.js';

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

/** An issue in the language that is shown: its message does not say where it is. */
export type SaidIssue = Issue & { readonly place: string };

/** What is wrong with the draft, in the language that is shown. */
export function useSaidIssues(): readonly SaidIssue[] {
  const issues = useIssues();
  const inWords = useIssueWords();
  const words = useFormWords();
  return useMemo(
    () =>
      issues.map((issue) => ({
        ...issue,
        ...inWords(issue),
        fixes: issue.fixes.map((fix) => ({ ...fix, title: fixInWords(fix.title, words?.fixes) })),
      })),
    [issues, inWords, words],
  );
}

/** Says where an issue of the draft is, and what is wrong; in English until the words of the language are loaded. */
export function useIssueWords(): (issue: ToldIssue) => Pick<SaidIssue, 'place' | 'message'> {
  const words = useFormWords();
  const kinds = useKinds();
  const groups = useDraftState(({ flow }) => flow.groups);
  return useCallback(
    (issue) => ({
      place: placeInWords(issue, groups, kinds),
      message: issueInWords(issue, words?.issues),
    }),
    [groups, kinds, words],
  );
}
