import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Fault } from '../ui/Fault.js';
import type { InboxChat } from './inboxList.js';
import type { InboxState } from './useInbox.js';
import { locale, t } from '../i18n/t.js';

/** The height of a row in pixels, as in inbox.css. */
const ROW = 72;
/** How many rows are drawn above and below what is seen. */
const MARGIN = 10;

/** The chats of a list; of a long one, only those rows are drawn that are seen. */
export function ChatList({
  inbox: { chats, fault, hasMore, more },
  chosen,
  choose,
  hold,
  isNarrowed,
  userId,
}: {
  readonly inbox: InboxState;
  /** The person who reads it. */
  readonly userId: string;
  readonly isNarrowed: boolean;
  readonly chosen: string | null;
  readonly choose: (chat: InboxChat) => void;
  /** Called with whether the pointer or the focus is in the list. */
  readonly hold: (isHeld: boolean) => void;
}): ReactNode {
  const inside = useRef({ pointer: false, focus: false });
  const note = (part: Partial<typeof inside.current>): void => {
    inside.current = { ...inside.current, ...part };
    hold(inside.current.pointer || inside.current.focus);
  };
  useEffect(() => () => hold(false), []);
  const section = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 30 });
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = section.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / ROW) - MARGIN);
    const to = Math.ceil((scrollTop + clientHeight) / ROW) + MARGIN;
    setSeen((old) => (old.from === from && old.to === to ? old : { from, to }));
    if (hasMore && to >= chats.length) more();
  };
  useEffect(look, [chats.length, hasMore]);
  const place = chats.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    const { current } = section;
    if (!current || place < 0) return;
    const top = place * ROW;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + ROW > current.scrollTop + current.clientHeight)
      current.scrollTop = top + ROW - current.clientHeight;
  }, [chosen, place]);
  const drawn = chats.slice(seen.from, seen.to);
  return (
    <section
      ref={section}
      aria-label={t('Chats')}
      className="chatList"
      onScroll={look}
      onPointerEnter={() => note({ pointer: true })}
      onPointerLeave={() => note({ pointer: false })}
      onFocus={() => note({ focus: true })}
      onBlur={() => note({ focus: false })}
    >
      <Fault words={fault} />
      {chats.length === 0 && fault === '' ? <Empty isNarrowed={isNarrowed} /> : null}
      <ul
        style={{
          paddingTop: Math.min(seen.from, chats.length) * ROW,
          paddingBottom: Math.max(0, chats.length - seen.to) * ROW,
        }}
      >
        {drawn.map((chat, index) => (
          <li
            key={chat.id}
            aria-setsize={hasMore ? -1 : chats.length}
            aria-posinset={seen.from + index + 1}
          >
            <button type="button" aria-current={chat.id === chosen} onClick={() => choose(chat)}>
              <ChatRow {...{ chat, userId }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Empty({ isNarrowed }: { readonly isNarrowed: boolean }): ReactNode {
  return (
    <p className="empty">
      {isNarrowed
        ? t('No chat matches. Remove a filter to see more.')
        : t(
            'No chat is here. Chats come when a flow hands over to a person, or when you answer an open one from its result.',
          )}
    </p>
  );
}

function ChatRow({
  chat: { last, unread, assignee, waitingSince, activeAt, bot, tags },
  userId,
}: {
  readonly chat: InboxChat;
  readonly userId: string;
}): ReactNode {
  return (
    <>
      <span className="chatLast">{wordsOf(last, userId)}</span>
      <span className="chatFacts">
        {waitingSince === null ? null : (
          <strong>{t('Waits since {time}', { time: timeOf(waitingSince) })}</strong>
        )}
        {unread > 0 ? <strong>{t('{count} unread', { count: unread })}</strong> : null}
        <time dateTime={activeAt}>{timeOf(activeAt)}</time>
      </span>
      <span className="chatOrigin">
        {[
          assignee ? (assignee.name ?? t('Assigned')) : t('Nobody has it'),
          [bot?.name ?? [], tags.map((tag) => `#${tag}`)].flat().join(' '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

/** The newest message, and who wrote it, unless it is the visitor. */
function wordsOf(last: InboxChat['last'], userId: string): string {
  if (!last) return t('Nothing said since a person took part');
  const { role, agent, text } = last;
  if (role === 'USER') return text;
  return `${role === 'BOT' ? t('Bot') : nameOf(agent, userId)}: ${text}`;
}

function nameOf(agent: NonNullable<InboxChat['last']>['agent'], userId: string): string {
  return agent?.userId === userId ? t('You') : (agent?.name ?? t('Somebody'));
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' });
}
