import { expect, test } from '@jest/globals';
import {
  inHeldOrder,
  inOrder,
  type InboxChat,
  newsOf,
  stepFrom,
  withAnswer,
  withChange,
} from '../../packages/console/src/inbox/inboxList.js';

function chat(id: string, more: Partial<InboxChat> = {}): InboxChat {
  const none = { waitingSince: null, waitsUntil: null, queue: null, assignee: null, last: null };
  const first = { status: 'OPEN', claim: 0, revision: 1, unread: 0 } as const;
  const about = { channel: 'WEB', tags: [], bot: null } as const;
  return { id, ...none, ...first, ...about, activeAt: '2026-01-01T00:00:00Z', ...more };
}

const mapOf = (...chats: readonly InboxChat[]) => new Map(chats.map((one) => [one.id, one]));

test('an event that is older than what is known of a chat changes nothing, and one that left is gone', () => {
  const chats = mapOf(chat('a', { revision: 3, claim: 1 }), chat('b'));
  const change = { changed: [chat('a', { revision: 2 }), chat('c')], removedIds: ['b'] };
  const now = withChange(chats, change);
  expect([now.get('a')?.claim, [...now.keys()]]).toEqual([1, ['a', 'c']]);
});

test('a chat that left the list does not come back with the late answer to what an agent did', () => {
  const closed = chat('a', { revision: 2, status: 'CLOSED' });
  const left = withChange(mapOf(chat('a')), { changed: [], removedIds: ['a'] });
  expect(withAnswer(left, closed).size).toBe(0);
  expect(withAnswer(mapOf(chat('a')), closed).get('a')?.status).toBe('CLOSED');
});

test('whoever begins to wait and whoever writes is news, and what agents do is not', () => {
  const waits = { waitingSince: '2026-01-01T00:00:00Z' };
  const chats = mapOf(chat('a', waits), chat('b', { unread: 1 }), chat('c', { unread: 2 }));
  const changed = [
    chat('a', { ...waits, claim: 1 }),
    chat('b', { unread: 2 }),
    chat('c'),
    chat('d', waits),
  ];
  expect(newsOf(chats, { changed, removedIds: [] }).map(({ id }) => id)).toEqual(['b', 'd']);
});

test('those who wait are listed by how long they wait, others by their newest message', () => {
  const chats = mapOf(
    chat('old', { waitingSince: '2026-01-01T10:00:00Z', activeAt: '2026-01-01T12:00:00Z' }),
    chat('none', { activeAt: '2026-01-01T14:00:00Z' }),
    chat('new', { waitingSince: '2026-01-01T11:00:00Z', activeAt: '2026-01-01T13:00:00Z' }),
  );
  expect(inOrder(chats, 'WAITING').map(({ id }) => id)).toEqual(['old', 'new', 'none']);
  expect(inOrder(chats, 'LATEST').map(({ id }) => id)).toEqual(['none', 'new', 'old']);
});

test('chats stay where they are while the pointer is in the list, and new ones come after them', () => {
  const shown = ['b', 'a', 'gone'].map((id) => chat(id));
  const now = ['new', 'a', 'b'].map((id) => chat(id));
  expect(inHeldOrder(now, shown).map(({ id }) => id)).toEqual(['b', 'a', 'new']);
});

test('J and K go through the list, and stay at its ends', () => {
  const list = ['a', 'b', 'c'].map((id) => chat(id));
  const steps = [stepFrom(list, null, 1), stepFrom(list, 'b', 1), stepFrom(list, 'c', 1)];
  expect([...steps, stepFrom(list, 'a', -1)].map((one) => one?.id)).toEqual(['a', 'c', 'c', 'a']);
  expect(stepFrom([], null, 1)).toBeUndefined();
});
