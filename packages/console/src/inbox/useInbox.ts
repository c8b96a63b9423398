import { Inbox, WatchInbox } from '@parley/client/dashboard';
import { useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../app/server.js';
import { noteUnread } from '../app/unread.js';
import type { InboxList } from './inboxFilter.js';
import {
  type Chats,
  type ChatsPage,
  type InboxChange,
  type InboxChat,
  inOrder,
  newsOf,
  withAnswer,
  withChange,
} from './inboxList.js';
import { t } from '../i18n/t.js';

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

type ListOf = InboxList & { readonly workspaceId: string };

/** Reads the first chats of a list, more of them when they are asked for, and follows all; `tell` receives the news. */
export function useInbox(
  workspaceId: string,
  { filter, orderBy }: InboxList,
  tell: (news: readonly InboxChat[]) => void,
): InboxState {
  const [chats, setChats] = useState<Chats>(new Map());
  const [next, setNext] = useState<string | null>(null);
  const known = useRef(chats);
  const { fault, note } = useNoted(known);
  const latest = useRef(tell);
  latest.current = tell;
  const reading = useRef<string>(undefined);
  const key = JSON.stringify(filter);
  const list = useMemo<ListOf>(
    () => ({ workspaceId, filter: JSON.parse(key) as InboxList['filter'], orderBy }),
    [workspaceId, key, orderBy],
  );
  const shown = useRef<ListOf>(undefined);
  const set = (now: Chats): void => {
    known.current = now;
    setChats(now);
  };
  useEffect(() => {
    shown.current = list;
    // Changes that arrive while the list is read, which may be from before them.
    let meanwhile: InboxChange[] | undefined;
    let loads = 0;
    const load = async (): Promise<void> => {
      loads += 1;
      const own = loads;
      meanwhile = [];
      // As many as before, so that a person who is far down stays there.
      const found = await readList(list, known.current.size);
      if (shown.current !== list || own !== loads) return;
      note(found ? undefined : () => void load());
      if (found) {
        set(meanwhile.reduce<Chats>((all, change) => withChange(all, change), found.chats));
        setNext(found.next);
      }
      meanwhile = undefined;
    };
    const watched = { workspaceId: list.workspaceId, filter: list.filter };
    const { unsubscribe } = client.subscription(WatchInbox, watched).subscribe(({ data }) => {
      if (!data) return;
      if (data.chatsChanged.mustReload) return void load();
      meanwhile?.push(data.chatsChanged);
      latest.current(newsOf(known.current, data.chatsChanged));
      set(withChange(known.current, data.chatsChanged));
    });
    return () => {
      shown.current = undefined;
      unsubscribe();
      note(undefined);
      set(new Map());
      setNext(null);
    };
  }, [list]);
  const more = (): void => {
    if (next === null || reading.current === next) return;
    reading.current = next;
    void readPage(list, next).then((page) => {
      reading.current = undefined;
      if (shown.current !== list) return;
      note(page ? undefined : more);
      if (!page) return;
      set(withChange(known.current, { changed: page.nodes, removedIds: [] }));
      setNext((now) => (now === next ? page.nextCursor : now));
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

/** Why a list cannot be read; while it cannot, the page offers to read it again. `note` receives how, or nothing once it was read. */
function useNoted(list: object) {
  const [fault, setFault] = useState('');
  const note = (again: (() => void) | undefined): void => {
    setFault(again ? t('The chats cannot be read. Try again in a moment.') : '');
    noteUnread(list, again);
  };
  return { fault, note };
}

/** The first chats of a list, at least so many where there are, and where the next ones begin; undefined where it cannot be read. */
async function readList(list: ListOf, wanted: number) {
  const chats = new Map<string, InboxChat>();
  let next: string | null = null;
  do {
    const page = await readPage(list, next);
    if (!page) return undefined;
    for (const chat of page.nodes) chats.set(chat.id, chat);
    next = page.nodes.length === 0 ? null : page.nextCursor;
  } while (next !== null && chats.size < wanted);
  return { chats, next };
}

async function readPage(list: ListOf, after: string | null): Promise<ChatsPage | undefined> {
  const { data } = await client
    .query(Inbox, { ...list, first: PAGE, after }, { requestPolicy: 'network-only' })
    .toPromise();
  return data && (data.workspace?.chats ?? { nodes: [], nextCursor: null });
}
