import { BotIssues } from '@parley/client/dashboard';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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
const TouchContext = createContext<(...blockIds: readonly string[]) => void>(() => undefined);

/** Milliseconds after a stored change before the issues are read: somebody who edits changes more than one thing. */
const PAUSE = 700;

/** Milliseconds after a change of a block until its issues are shown again; they are read in between. */
const SETTLES = 2 * PAUSE;

const NOTHING: ReadonlySet<string> = new Set();

/** Reads what is wrong with the draft, again after each change that was stored; what it says of a block that is being changed is no longer true. */
export function IssuesProvider({
  botId,
  children,
}: {
  readonly botId: string;
  readonly children: ReactNode;
}): ReactNode {
  const { data } = useOfDraft(BotIssues, { botId }, PAUSE);
  const { changing, touch } = useChanging();
  const read = data?.bot?.issues ?? NONE;
  const issues = useMemo(
    () => (changing.size === 0 ? read : read.filter(({ blockId }) => !changing.has(blockId ?? ''))),
    [read, changing],
  );
  return (
    <TouchContext value={touch}>
      <IssuesContext value={issues}>{children}</IssuesContext>
    </TouchContext>
  );
}

/** The blocks that changed a moment ago, and a function that says of more that they change. */
function useChanging() {
  const groups = useDraftState(({ flow }) => flow.groups);
  const before = useRef(groups);
  const timer = useRef<number>(undefined);
  const [changing, setChanging] = useState(NOTHING);
  const touch = useCallback((...ids: readonly string[]) => {
    // A transition is rendered after the event of a key: within it, an editor has not read its new text yet, and would lose it.
    startTransition(() =>
      setChanging((all) => (ids.every((id) => all.has(id)) ? all : new Set([...all, ...ids]))),
    );
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setChanging(NOTHING), SETTLES);
  }, []);
  useEffect(() => {
    const known = new Set(before.current.flatMap(({ blocks }) => blocks));
    const changed = groups.flatMap(({ blocks }) => blocks).filter((block) => !known.has(block));
    before.current = groups;
    if (changed.length > 0) touch(...changed.map(({ id }) => id));
  }, [groups, touch]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { changing, touch };
}

/** Says of a block that a person is writing in it, before that is stored. */
export function useTouch(): (blockId: string) => void {
  return useContext(TouchContext);
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
