import { Inbox, WatchInbox } from '@parley/client/dashboard';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../app/server.js';
import {
  type Chats,
  type InboxChange,
  type InboxChat,
  inOrder,
  newsOf,
  withAnswer,
  withChange,
} from './inboxList.js';
import { t } from '../i18n/t.js';

/** Which chats are listed, and in which order. */
export interface InboxList {
  readonly filter: {
    readonly statuses: readonly ('OPEN' | 'PAUSED' | 'CLOSED' | 'ENDED')[];
    readonly isWaiting?: boolean;
    readonly assigneeId?: string;
    readonly isAssigned?: boolean;
  };
  readonly orderBy: 'LATEST' | 'WAITING';
}

/** The chats of an inbox, kept as they are on the server. */
export interface InboxState {
  readonly chats: readonly InboxChat[];
  readonly fault: string;
  /** Whether there are chats after those that were read. */
  readonly hasMore: boolean;
  /** Reads the next ones. */
  more(): void;
  /** Keeps a chat as a mutation returned it. */
  keep(chat: InboxChat): void;
}

const PAGE = 100;

/** Reads the first chats of a list, more of them when they are asked for, and follows all; `tell` receives the news. */
export function useInbox(
  workspaceId: string,
  { filter, orderBy }: InboxList,
  tell: (news: readonly InboxChat[]) => void,
): InboxState {
  const [chats, setChats] = useState<Chats>(new Map());
  const [next, setNext] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const known = useRef(chats);
  const latest = useRef(tell);
  latest.current = tell;
  const reading = useRef<string>(undefined);
  const set = (now: Chats): void => {
    known.current = now;
    setChats(now);
  };
  const key = JSON.stringify(filter);
  const read = useCallback(
    async (after: string | null) => {
      const variables = { workspaceId, filter: JSON.parse(key) as InboxList['filter'], orderBy };
      const { data } = await client
        .query(Inbox, { ...variables, first: PAGE, after }, { requestPolicy: 'network-only' })
        .toPromise();
      setFault(data ? '' : t('The chats cannot be read. Try again in a moment.'));
      return data?.workspace?.chats ?? { nodes: [], nextCursor: after };
    },
    [workspaceId, key, orderBy],
  );
  useEffect(() => {
    let isShown = true;
    // Changes that arrive while the list is read, which may be from before them.
    let meanwhile: InboxChange[] | undefined;
    const load = async (): Promise<void> => {
      // As many as before, so that a person who is far down stays there.
      const wanted = known.current.size;
      meanwhile = [];
      const found = new Map<string, InboxChat>();
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(after);
        if (!isShown) return;
        for (const chat of page.nodes) found.set(chat.id, chat);
        after = page.nodes.length === 0 ? null : page.nextCursor;
      } while (after !== null && found.size < wanted);
      set((meanwhile ?? []).reduce<Chats>((all, change) => withChange(all, change), found));
      meanwhile = undefined;
      setNext(after);
    };
    const variables = { workspaceId, filter: JSON.parse(key) as InboxList['filter'] };
    const { unsubscribe } = client.subscription(WatchInbox, variables).subscribe(({ data }) => {
      if (!data) return;
      if (data.chatsChanged.mustReload) return void load();
      meanwhile?.push(data.chatsChanged);
      latest.current(newsOf(known.current, data.chatsChanged));
      set(withChange(known.current, data.chatsChanged));
    });
    return () => {
      isShown = false;
      unsubscribe();
      set(new Map());
      setNext(null);
    };
  }, [workspaceId, key, read]);
  const more = (): void => {
    if (next === null || reading.current === next) return;
    reading.current = next;
    void read(next).then(({ nodes, nextCursor }) => {
      reading.current = undefined;
      set(withChange(known.current, { changed: nodes, removedIds: [] }));
      setNext((now) => (now === next ? nextCursor : now));
    });
  };
  return {
    chats: useMemo(() => inOrder(chats, orderBy), [chats, orderBy]),
    fault,
    hasMore: next !== null,
    more,
    keep: (chat) => set(withAnswer(known.current, chat)),
  };
}
