import { type Flow, randomKey, resume } from '@parley/client';
import {
  EditFlow,
  MyChanges,
  OpenEditor,
  WatchBot,
  type WatchBotSubscription,
} from '@parley/client/dashboard';
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
import type { Change, DraftSource, Gesture, Stored } from './draftSource.js';
import { Draft, type DraftState } from './draft.js';
import { type OwnChange, pastOf } from './past.js';

const DraftContext = createContext<Draft | undefined>(undefined);

/** Opens the draft of a bot for the screens in it. */
export function DraftProvider({
  botId,
  flow,
  revision,
  ownChanges,
  children,
}: {
  readonly botId: string;
  readonly flow: Flow;
  readonly revision: number;
  /** What this person changed last; see `readOwnChanges`. */
  readonly ownChanges: Promise<readonly OwnChange[]>;
  readonly children: ReactNode;
}): ReactNode {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    const closing = new AbortController();
    void ownChanges.then((changes) => {
      if (closing.signal.aborted) return;
      const opened = new Draft({
        source: sourceOf(botId),
        stored: { flow, revision },
        newMark: randomKey,
        past: pastOf(changes, revision),
        unsent: readUnsent(botId),
        keep: (unsent) => keepUnsent(botId, unsent),
      });
      closing.signal.addEventListener('abort', () => opened.close());
      setDraft(opened);
    });
    return () => closing.abort();
    // `flow` and `revision` are those of the first read: the draft itself knows what comes later.
  }, [botId]);
  if (!draft) return <Loading />;
  return <DraftContext value={draft}>{children}</DraftContext>;
}

/** Reads what this person changed last, so that it can be undone after a reload; nothing if it cannot be read. */
export async function readOwnChanges(botId: string): Promise<readonly OwnChange[]> {
  const { data } = await client
    .query(MyChanges, { botId }, { requestPolicy: 'network-only' })
    .toPromise();
  return data?.bot?.changes.nodes ?? [];
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

function sourceOf(botId: string): DraftSource {
  return {
    load: async () => load(botId),
    async send({ mark, edits, undoes = null }, ifRevision) {
      const input = { botId, edits, ifRevision, clientMutationId: mark, undoes };
      const { data, error } = await client.mutation(EditFlow, { input }).toPromise();
      const fault = error?.graphQLErrors[0] ?? data?.editFlow.userErrors[0];
      if (fault) return { revision: ifRevision, refusal: fault.message };
      if (!data) throw error ?? new Error('The server did not answer');
      return { revision: data.editFlow.bot?.revision ?? ifRevision };
    },
    watch: (after, signal) => watch(botId, after, signal),
  };
}

async function load(botId: string): Promise<Stored> {
  const answer = await client
    .query(OpenEditor, { botId }, { requestPolicy: 'network-only' })
    .toPromise();
  const bot = answer.data?.bot;
  if (!bot) throw answer.error ?? new Error('There is no such bot any more');
  return { flow: bot.draft, revision: bot.revision };
}

async function* watch(botId: string, after: number, signal: AbortSignal): AsyncIterable<Change> {
  const events = resume({
    after,
    signal,
    open: (afterRevision) =>
      socket.iterate<WatchBotSubscription>({
        query: WatchBot,
        variables: { botId, afterRevision },
      }),
    numberOf: ({ data }) => data?.botChanged.revision,
    retry: { attempts: Infinity, longestWait: 5_000 },
  });
  for await (const { data } of events) {
    if (!data) continue;
    const { revision, edits, clientMutationId, author } = data.botChanged;
    yield { revision, edits, mark: clientMutationId, author: author?.name ?? null };
  }
}

const keyOf = (botId: string): string => `parley-unsent-${botId}`;

function readUnsent(botId: string): readonly Gesture[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(botId)) ?? '[]') as Gesture[];
  } catch {
    return [];
  }
}

function keepUnsent(botId: string, unsent: readonly Gesture[]): void {
  try {
    if (unsent.length === 0) localStorage.removeItem(keyOf(botId));
    else localStorage.setItem(keyOf(botId), JSON.stringify(unsent));
  } catch {
    // Without room, what waits is lost if the page is closed before it is sent; the status says that it waits.
  }
}
