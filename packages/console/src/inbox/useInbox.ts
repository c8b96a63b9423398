import {
  Inbox,
  type InboxQuery,
  WatchInbox,
  type WatchInboxSubscription,
} from '@parley/client/dashboard';
import { useEffect, useState } from 'react';
import { client } from '../app/server.js';

type ChatsPage = NonNullable<NonNullable<InboxQuery['workspace']>['chats']>;

/** A chat in the list. */
export type InboxChat = ChatsPage['nodes'][number];

/** Which chats are listed. */
export interface InboxFilter {
  readonly statuses: readonly ('OPEN' | 'PAUSED' | 'CLOSED' | 'ENDED')[];
  readonly isWaiting?: boolean;
  readonly assigneeId?: string;
  readonly isAssigned?: boolean;
}

/** The chats of an inbox, kept as they are on the server, by their ids. */
export interface InboxState {
  readonly chats: ReadonlyMap<string, InboxChat>;
  readonly fault: string;
}

/** The state after a change: `changed` are in the list now, `removedIds` no longer. */
function withChange(
  chats: ReadonlyMap<string, InboxChat>,
  { changed, removedIds }: Pick<WatchInboxSubscription['chatsChanged'], 'changed' | 'removedIds'>,
): ReadonlyMap<string, InboxChat> {
  const now = new Map(chats);
  for (const chat of changed) now.set(chat.id, chat);
  for (const id of removedIds) now.delete(id);
  return now;
}

const PAGE = 100;

/** Reads the chats that match, and follows them. */
export function useInbox(workspaceId: string, filter: InboxFilter): InboxState {
  const [chats, setChats] = useState<ReadonlyMap<string, InboxChat>>(new Map());
  const [fault, setFault] = useState('');
  const key = JSON.stringify(filter);
  useEffect(() => {
    let isShown = true;
    const variables = { workspaceId, filter: JSON.parse(key) as InboxFilter };
    const load = async (): Promise<void> => {
      const { data, error } = await client
        .query(Inbox, { ...variables, first: PAGE }, { requestPolicy: 'network-only' })
        .toPromise();
      if (!isShown) return;
      setFault(error ? 'The chats cannot be read. Try again in a moment.' : '');
      const nodes = data?.workspace?.chats?.nodes ?? [];
      setChats(new Map(nodes.map((chat) => [chat.id, chat])));
    };
    const { unsubscribe } = client.subscription(WatchInbox, variables).subscribe(({ data }) => {
      if (!data) return;
      if (data.chatsChanged.mustReload) void load();
      else setChats((before) => withChange(before, data.chatsChanged));
    });
    return () => {
      isShown = false;
      unsubscribe();
    };
  }, [workspaceId, key]);
  return { chats, fault };
}
