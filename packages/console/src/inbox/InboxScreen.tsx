import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ChatList } from './ChatList.js';
import { ChatPanel, type InboxOf } from './ChatPanel.js';
import { inHeldOrder, type InboxChat, stepFrom } from './inboxList.js';
import { useAlerts, type Wishes } from './useAlerts.js';
import { type InboxList, type InboxState, useInbox } from './useInbox.js';
import { useLetters } from './useLetters.js';
import { t } from '../i18n/t.js';

const HERE = ['OPEN', 'PAUSED'] as const;
const ALL: InboxList = { filter: { statuses: HERE }, orderBy: 'LATEST' };

/** The lists of an inbox, for the person with this id. */
const listsFor = (userId: string): readonly (readonly [string, InboxList])[] => [
  [t('Waiting'), { filter: { statuses: HERE, isWaiting: true }, orderBy: 'WAITING' }],
  [t('Mine'), { filter: { statuses: HERE, assigneeId: userId }, orderBy: 'LATEST' }],
  [t('Unassigned'), { filter: { statuses: HERE, isAssigned: false }, orderBy: 'LATEST' }],
  [t('All open'), ALL],
  [t('Closed'), { filter: { statuses: ['CLOSED'] }, orderBy: 'LATEST' }],
];

/** The chats in which people answer, as they come and go on, and the chosen one. */
export function InboxScreen(of: InboxOf): ReactNode {
  const { workspaceId, userId } = of;
  const lists = useMemo(() => listsFor(userId), [userId]);
  const [place, setPlace] = useState(0);
  const [params, setParams] = useSearchParams();
  const chosen = params.get('chat');
  const { wishes, set, tell } = useAlerts();
  const [isHeld, hold] = useState(false);
  const inbox = useHeld(useInbox(workspaceId, lists[place]?.[1] ?? ALL, tell), isHeld && place);
  const choose = (chat: InboxChat | undefined): void => {
    if (chat) setParams({ chat: chat.id }, { replace: true });
  };
  useLetters(wishes.letters, {
    j: () => choose(stepFrom(inbox.chats, chosen, 1)),
    k: () => choose(stepFrom(inbox.chats, chosen, -1)),
  });
  return (
    <div className="inbox">
      <h1 className="hidden">{t('Inbox')}</h1>
      <nav aria-label={t('Lists of chats')}>
        {lists.map(([title], index) => (
          <button
            key={title}
            type="button"
            aria-pressed={index === place}
            onClick={() => setPlace(index)}
          >
            {title}
          </button>
        ))}
        <Options wishes={wishes} set={(changed) => void set(changed)} />
      </nav>
      <ChatList key={place} {...{ inbox, chosen, choose, hold }} />
      {chosen === null ? (
        <p className="empty">{t('Choose a chat to read and answer it.')}</p>
      ) : (
        <ChatPanel
          key={chosen}
          sessionId={chosen}
          listed={inbox.chats.find(({ id }) => id === chosen)}
          keep={inbox.keep}
          hasLetters={wishes.letters}
          of={of}
        />
      )}
    </div>
  );
}

/** The inbox with its chats in the order in which they were shown first while it is held: rows stay under the pointer. */
function useHeld(inbox: InboxState, holding: number | false): InboxState {
  const shown = useRef<readonly InboxChat[]>([]);
  const held = useRef<number | false>(false);
  // Another list has another order.
  const chats =
    holding !== false && held.current === holding
      ? inHeldOrder(inbox.chats, shown.current)
      : inbox.chats;
  held.current = holding;
  shown.current = chats;
  return { ...inbox, chats };
}

const WISHES: readonly (readonly [keyof Wishes, string])[] = [
  ['notifies', t('Desktop notifications')],
  ['sounds', t('Sound')],
  ['letters', t('Keys J K R T A B E')],
];

/** How the person learns of news in the list that is shown. */
function Options({
  wishes,
  set,
}: {
  readonly wishes: Wishes;
  readonly set: (changed: Partial<Wishes>) => void;
}): ReactNode {
  return (
    <details className="inboxOptions">
      <summary>{t('Options')}</summary>
      {WISHES.map(([wish, title]) => (
        <label key={wish} className="check">
          <input
            type="checkbox"
            checked={wishes[wish]}
            onChange={({ target }) => set({ [wish]: target.checked })}
          />{' '}
          {title}
        </label>
      ))}
    </details>
  );
}
