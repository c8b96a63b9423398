import type { InboxQuery, WatchInboxSubscription } from '@parley/client/dashboard';

/** Chats of a list that follow each other, and where the next ones begin. */
export type ChatsPage = NonNullable<NonNullable<InboxQuery['workspace']>['chats']>;

/** A chat in the list. */
export type InboxChat = ChatsPage['nodes'][number];

/** Chats by their ids. */
export type Chats = ReadonlyMap<string, InboxChat>;

/** What changed in a list: `changed` are in it now, `removedIds` no longer. */
export type InboxChange = Pick<WatchInboxSubscription['chatsChanged'], 'changed' | 'removedIds'>;

/** The chats after a change; what is older than what is known, such as an event that comes after the answer to a mutation, changes nothing. */
export function withChange(chats: Chats, { changed, removedIds }: InboxChange): Chats {
  const now = new Map(chats);
  for (const chat of changed) {
    if (chat.revision >= (now.get(chat.id)?.revision ?? 0)) now.set(chat.id, chat);
  }
  for (const id of removedIds) now.delete(id);
  return now;
}

/** The chats after the answer to a mutation. One that left the list before the answer came does not come back: news say when it does. */
export function withAnswer(chats: Chats, chat: InboxChat): Chats {
  return chats.has(chat.id) ? withChange(chats, { changed: [chat], removedIds: [] }) : chats;
}

/** Which of the changed chats are news: those that began to wait for a person, and those in which a visitor wrote. */
export function newsOf(chats: Chats, { changed }: InboxChange): readonly InboxChat[] {
  return changed.filter((chat) => {
    const before = chats.get(chat.id);
    const began = chat.waitingSince !== null && before?.waitingSince !== chat.waitingSince;
    return began || chat.unread > (before?.unread ?? 0);
  });
}

/** The chats in the order of the server: `WAITING`: the longest waiting first; `LATEST`: the newest message first. */
export function inOrder(chats: Chats, orderBy: 'LATEST' | 'WAITING'): readonly InboxChat[] {
  const all = [...chats.values()];
  return orderBy === 'LATEST'
    ? all.sort((one, other) => other.activeAt.localeCompare(one.activeAt))
    : all.sort((one, other) =>
        (one.waitingSince ?? '9999').localeCompare(other.waitingSince ?? '9999'),
      );
}

/** The chats in the order in which they were shown, new ones after them. */
export function inHeldOrder(
  chats: readonly InboxChat[],
  shown: readonly InboxChat[],
): readonly InboxChat[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: InboxChat): number => places.get(id) ?? shown.length;
  return chats.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The chat so many places further in a list than the one with this id; from none, the first. */
export function stepFrom(
  list: readonly InboxChat[],
  id: string | null,
  by: number,
): InboxChat | undefined {
  const place = list.findIndex((chat) => chat.id === id);
  return place < 0 ? list[0] : list[Math.min(Math.max(place + by, 0), list.length - 1)];
}
