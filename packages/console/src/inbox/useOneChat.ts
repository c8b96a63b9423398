import { randomKey } from '@parley/client';
import {
  AboutChat,
  type AboutChatQuery,
  WatchChatViewers,
  type WatchChatViewersSubscription,
  WatchInbox,
  type WatchInboxSubscription,
} from '@parley/client/dashboard';
import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { useDataOf } from '../app/useDataOf.js';
import type { InboxChat } from './inboxList.js';
import { t } from '../i18n/t.js';

/** What is known of a chat besides its row in a list. */
export type ChatAbout = NonNullable<AboutChatQuery['chat']>;

/** A chat as the inbox has it. */
export interface OneChat {
  /** The newest that is known of it, whatever list it is in. */
  readonly chat: InboxChat | undefined;
  readonly about: ChatAbout | undefined;
  /** Whether the person may not take part in it. */
  readonly isReadOnly: boolean;
}

/** Milliseconds after a message before what the chat collected is read again. */
const PAUSE = 1_000;

/** Follows one chat of the inbox; `listed` is its row in the list, and `lastSeq` grows with what is said. */
export function useOneChat(
  { workspaceId, sessionId }: { readonly workspaceId: string; readonly sessionId: string },
  { listed, lastSeq }: { readonly listed: InboxChat | undefined; readonly lastSeq: number },
): OneChat {
  const read = useDataOf(AboutChat, { sessionId }, { revision: lastSeq, pause: PAUSE });
  const about = read.data?.chat ?? undefined;
  const filter = { ids: [sessionId] };
  const [{ data }] = useSubscription<WatchInboxSubscription>({
    query: WatchInbox,
    variables: { workspaceId, filter },
  });
  // What changed meanwhile may be missed.
  useEffect(() => {
    if (data?.chatsChanged.mustReload) read.reload();
  }, [data]);
  const newest = useRef<InboxChat>(undefined);
  for (const one of [listed, about, data?.chatsChanged.changed[0]])
    if (one && one.revision >= (newest.current?.revision ?? 0)) newest.current = one;
  return { chat: newest.current, about, isReadOnly: read.isForbidden && about === undefined };
}

const clientId = randomKey();

/** The names of the other agents who have a chat open; shows them that this person has. */
export function useViewers(sessionId: string, userId: string): readonly string[] {
  const [{ data }] = useSubscription<WatchChatViewersSubscription>({
    query: WatchChatViewers,
    variables: { sessionId, clientId },
  });
  const names = (data?.chatViewers ?? []).flatMap(({ user }) =>
    user?.id === userId ? [] : [user?.name ?? t('Somebody')],
  );
  return [...new Set(names)];
}
