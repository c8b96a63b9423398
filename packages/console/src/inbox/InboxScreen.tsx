import { type ReactNode, useMemo, useState } from 'react';
import { ChatPanel } from './ChatPanel.js';
import { type InboxChat, type InboxFilter, useInbox } from './useInbox.js';
import { Fault } from '../ui/Fault.js';

const HERE = ['OPEN', 'PAUSED'] as const;

/** The lists of an inbox, for the person with this id. */
const listsFor = (userId: string): readonly (readonly [string, InboxFilter])[] => [
  ['Waiting', { statuses: HERE, isWaiting: true }],
  ['Mine', { statuses: HERE, assigneeId: userId }],
  ['Unassigned', { statuses: HERE, isAssigned: false }],
  ['All open', { statuses: HERE }],
  ['Closed', { statuses: ['CLOSED'] }],
];

/** The chats in which people answer, as they come and go on, and the chosen one. */
export function InboxScreen({
  workspaceId,
  userId,
}: {
  readonly workspaceId: string;
  readonly userId: string;
}): ReactNode {
  const lists = useMemo(() => listsFor(userId), [userId]);
  const [place, setPlace] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const { chats, fault } = useInbox(workspaceId, lists[place]?.[1] ?? { statuses: HERE });
  const sorted = useMemo(() => [...chats.values()].sort(longestWaitingFirst), [chats]);
  return (
    <div className="inbox">
      <h1 className="hidden">Inbox</h1>
      <nav aria-label="Lists of chats">
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
      </nav>
      <section aria-label="Chats" className="chatList">
        <Fault words={fault} />
        {sorted.length === 0 ? <p className="empty">No chat is here.</p> : null}
        <ul>
          {sorted.map((chat) => (
            <li key={chat.id}>
              <button
                type="button"
                aria-current={chat.id === chosen}
                onClick={() => setChosen(chat.id)}
              >
                <ChatRow chat={chat} />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {chosen === undefined ? (
        <p className="empty">Choose a chat to read and answer it.</p>
      ) : (
        <ChatPanel key={chosen} sessionId={chosen} listed={chats.get(chosen)} userId={userId} />
      )}
    </div>
  );
}

function ChatRow({
  chat: { last, unread, assignee, waitingSince, activeAt },
}: {
  readonly chat: InboxChat;
}): ReactNode {
  return (
    <>
      <span className="chatLast">{last?.text ?? 'No message yet'}</span>
      <span className="chatFacts">
        {waitingSince === null ? null : <strong>Waits since {timeOf(waitingSince)}</strong>}
        <span>{assignee ? (assignee.name ?? 'Assigned') : 'Nobody has it'}</span>
        {unread > 0 ? <span>{unread} unread</span> : null}
        <time dateTime={activeAt}>{timeOf(activeAt)}</time>
      </span>
    </>
  );
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });
}

/** Those who wait come first, the longest waiting at the top; then those with the newest message. */
function longestWaitingFirst(one: InboxChat, other: InboxChat): number {
  if (one.waitingSince !== null && other.waitingSince !== null) {
    return one.waitingSince.localeCompare(other.waitingSince);
  }
  if (one.waitingSince !== other.waitingSince) return one.waitingSince === null ? 1 : -1;
  return other.activeAt.localeCompare(one.activeAt);
}
