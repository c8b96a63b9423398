import { type Flow, randomKey } from '@parley/client';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { client, socket } from '../app/server.js';
import { Loading } from '../ui/Loading.js';
import { Draft } from './draft.js';
import type { DraftState } from './draftState.js';
import { type KeptGestures, openKept } from './keptGestures.js';
import { serverSource } from './serverSource.js';

const DraftContext = createContext<Draft | undefined>(undefined);

/** What the draft of a bot begins with. */
interface Opened {
  /** The person here. */
  readonly userId: string;
  readonly botId: string;
  readonly flow: Flow;
  readonly revision: number;
  readonly isReadOnly: boolean;
}

/** Opens the draft of a bot for the screens in it. */
export function DraftProvider({
  children,
  ...opened
}: Opened & { readonly children: ReactNode }): ReactNode {
  const [draft, setDraft] = useState<Draft>();
  const { botId, userId } = opened;
  useEffect(() => {
    const key = `${userId} ${botId}`;
    const shown = drafts.get(key) ?? openDraft(opened);
    drafts.set(key, shown);
    shown.comeBack();
    shown.ended.addEventListener('abort', () => drafts.get(key) === shown && drafts.delete(key));
    setDraft(shown);
    return () => shown.leave();
    // The flow is that of the first read: the draft itself knows what comes later.
  }, [botId, userId]);
  if (!draft) return <Loading />;
  return <DraftContext value={draft}>{children}</DraftContext>;
}

/** The drafts that are open, and those that were left while something waited, by person and bot. */
const drafts = new Map<string, Draft>();

/** Opens a draft, which takes over what windows that are closed did not store. */
function openDraft({ userId, botId, flow, revision, isReadOnly }: Opened): Draft {
  const kept = openKept(localStorage, { userId, botId });
  const windowId = randomKey();
  const draft = new Draft({
    source: serverSource({ client, socket }, { botId, userId }),
    stored: { flow, revision },
    newMark: randomKey,
    isReadOnly,
    keep: (unsent) => void kept.keep(windowId, unsent),
  });
  void whileOpen(windowId, draft.ended);
  for (const other of kept.windows()) void adoptFrom(other, { draft, kept, windowId });
  return draft;
}

const lockOf = (windowId: string): string => `parley-draft ${windowId}`;

/** Holds the lock of a window, by which the others know that it is open. */
async function whileOpen(windowId: string, ended: AbortSignal): Promise<void> {
  await locked(lockOf(windowId), ended, async () => {
    await new Promise((resolve) => ended.addEventListener('abort', resolve));
  });
}

/** Takes over what another window did not store, once that is closed. */
async function adoptFrom(
  other: string,
  { draft, kept, windowId }: { draft: Draft; kept: KeptGestures; windowId: string },
): Promise<void> {
  await locked(lockOf(other), draft.ended, async () => {
    const gestures = kept.of(other);
    draft.adopt(gestures);
    const marks = new Set(kept.of(windowId).map(({ mark }) => mark));
    if (gestures.every(({ mark }) => marks.has(mark))) kept.keep(other, []);
  });
}

/** Runs something while it has a lock; at once where the browser has no locks, which is so without HTTPS. */
async function locked(name: string, ended: AbortSignal, run: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  try {
    if (locks) await locks.request(name, { signal: ended }, run);
    else await run();
  } catch {
    // The draft ended before the other window did.
  }
}

/** The draft of the bot that is open. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('No draft is open here');
  return draft;
}

/** The state of the draft, or a part of it: drawn again when that is another. */
export function useDraftState<Part>(part: (state: DraftState) => Part): Part {
  const draft = useDraft();
  return useSyncExternalStore(draft.subscribe, () => part(draft.state()));
}
