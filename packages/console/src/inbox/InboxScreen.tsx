import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ChatList } from './ChatList.js';
import { ChatPanel, type InboxOf } from './ChatPanel.js';
import { Filters } from './Filters.js';
import { listsFor, narrowedIn, narrowedList } from './inboxFilter.js';
import { inHeldOrder, type InboxChat, stepFrom } from './inboxList.js';
import { useAlerts, type Wishes } from './useAlerts.js';
import { type InboxState, useInbox } from './useInbox.js';
import { useLetters } from './useLetters.js';
import { t } from '../i18n/t.js';

/** The chats in which people answer, as they come and go on, and the chosen one. The address says which. */
export function InboxScreen(of: InboxOf): ReactNode {
  const { workspaceId, userId } = of;
  const { lists, name, list, narrowed, chosen, go } = useAddress(userId);
  const { wishes, set, tell } = useAlerts();
  const [isHeld, hold] = useState(false);
  const key = JSON.stringify(list);
  const inbox = useHeld(useInbox(workspaceId, list, tell), isHeld && key);
  const choose = (chat: InboxChat | undefined): void => {
    if (chat) go({ chat: chat.id });
  };
  useLetters(wishes.letters, {
    j: () => choose(stepFrom(inbox.chats, chosen, 1)),
    k: () => choose(stepFrom(inbox.chats, chosen, -1)),
  });
  return (
    <div className={chosen === null ? 'inbox' : 'inbox hasChat'}>
      <h1 className="hidden">{t('Inbox')}</h1>
      <nav aria-label={t('Lists of chats')}>
        {lists.map(([one, title]) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === name}
            onClick={() => go({ list: one })}
          >
            {title}
          </button>
        ))}
        <Options wishes={wishes} set={(changed) => void set(changed)} />
      </nav>
      <div className="inboxList">
        <Filters {...{ workspaceId, narrowed }} chats={inbox.chats} narrow={go} />
        <ChatList
          key={key}
          {...{ inbox, chosen, choose, hold, userId }}
          isNarrowed={Object.keys(narrowed).length > 0}
        />
      </div>
      {chosen === null ? (
        <p className="empty">{t('Choose a chat to read and answer it.')}</p>
      ) : (
        <ChatPanel
          key={chosen}
          sessionId={chosen}
          listed={inbox.chats.find(({ id }) => id === chosen)}
          keep={inbox.keep}
          leave={() => go({ chat: '' })}
          hasLetters={wishes.letters}
          of={of}
        />
      )}
    </div>
  );
}

/** What the address says of the inbox, and a function that changes it; an empty value is left out. */
function useAddress(userId: string) {
  const [params, setParams] = useSearchParams();
  const lists = useMemo(() => listsFor(userId), [userId]);
  const narrowed = narrowedIn(params);
  const [first] = lists;
  const [name, , list] = lists.find(([one]) => one === params.get('list')) ?? first;
  return {
    lists,
    name,
    list: narrowedList(list, narrowed),
    narrowed,
    chosen: params.get('chat'),
    go(changed: Readonly<Record<string, string>>): void {
      setParams(
        (before) => {
          const all = { ...Object.fromEntries(before), ...changed };
          return Object.entries(all).filter(([, value]) => value !== '');
        },
        { replace: true },
      );
    },
  };
}

/** The inbox with its chats in the order in which they were shown first while it is held: rows stay under the pointer. */
function useHeld(inbox: InboxState, holding: string | false): InboxState {
  const shown = useRef<readonly InboxChat[]>([]);
  const held = useRef<string | false>(false);
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
  ['letters', t('Single-letter shortcuts')],
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
