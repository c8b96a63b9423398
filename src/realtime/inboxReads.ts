import type { Pool } from 'pg';
import type {
  ChatSeen,
  Inbox,
  InboxChange,
  PacedReads,
  WatchedReads,
} from '../context/sharedReads.js';
import {
  findInInbox,
  readRevisions,
  WATCHED_CHATS,
  type Revisions,
} from '../storage/chatWindow.js';
import { readRoles } from '../storage/memberships.js';
import { openWatchedReads } from './watchedReads.js';

/** Chats that changed between two reads and are read whole, at most. */
const MAX_CHANGED = 100;

/** Opens the inboxes of a process. */
export function openInboxReads(pool: Pool, pacedReads: PacedReads): WatchedReads<string, Inbox> {
  return openWatchedReads(pacedReads, {
    keyOf: (workspaceId) => `chats ${workspaceId}`,
    begin: (workspaceId) => ({ read: (before) => readInbox(pool, workspaceId, before) }),
  });
}

/** Reads an inbox; with the one that was read before, those of its chats that changed since then are read whole. */
async function readInbox(pool: Pool, workspaceId: string, before?: Inbox): Promise<Inbox> {
  const [revisions, roles] = await Promise.all([
    readRevisions(pool, workspaceId),
    readRoles(pool, workspaceId),
  ]);
  if (!before) {
    const chats = [...revisions].map(([id, revision]) => [id, { revision }] as const);
    return inboxOf(roles, new Map(chats));
  }
  const changed = [...revisions].flatMap(([id, revision]) =>
    before.chats.get(id)?.revision === revision ? [] : [id],
  );
  const found = changed.length > MAX_CHANGED ? [] : await findInInbox(pool, workspaceId, changed);
  const whole = new Map(found.map((chat) => [chat.id, chat]));
  return inboxOf(roles, chatsOf(revisions, before, whole));
}

function chatsOf(
  revisions: Revisions,
  before: Inbox,
  whole: ReadonlyMap<string, NonNullable<ChatSeen['chat']>>,
): Map<string, ChatSeen> {
  const chats = new Map<string, ChatSeen>();
  for (const [id, revision] of revisions) {
    const known = before.chats.get(id);
    const chat = whole.get(id);
    if (known?.revision === revision) chats.set(id, known);
    // If the chat changed between the two statements, it has its newer revision already.
    else chats.set(id, { revision: chat?.revision ?? revision, chat });
  }
  return chats;
}

function inboxOf(roles: Inbox['roles'], chats: Inbox['chats']): Inbox {
  /** Most watchers ask for the change since the same read. */
  const changes = new WeakMap<Inbox, InboxChange>();
  return {
    roles,
    chats,
    since(before) {
      const change = changes.get(before) ?? changeBetween(before.chats, chats);
      changes.set(before, change);
      return change;
    },
  };
}

function changeBetween(
  before: ReadonlyMap<string, ChatSeen>,
  now: ReadonlyMap<string, ChatSeen>,
): InboxChange {
  const changed: NonNullable<InboxChange['changed']>[number][] = [];
  let isKnown = true;
  for (const [id, { revision, chat }] of now) {
    const was = before.get(id);
    if (was?.revision === revision) continue;
    if (chat) changed.push({ before: was?.chat, now: chat });
    else isKnown = false;
  }
  return { changed: isKnown ? changed : undefined, gone: goneBetween(before, now) };
}

/**
 * The chats that were deleted or moved away. If as many are read as fit, the last ones may only have been displaced, so a missing chat
 * counts as gone only if one that changed before it, and not since, is still there.
 */
function goneBetween(
  before: ReadonlyMap<string, ChatSeen>,
  now: ReadonlyMap<string, ChatSeen>,
): InboxChange['gone'] {
  const all = [...before];
  const isStill = ([id, { revision }]: (typeof all)[number]): boolean =>
    now.get(id)?.revision === revision;
  const end = now.size < WATCHED_CHATS ? all.length : all.findLastIndex(isStill);
  return all.slice(0, Math.max(0, end)).flatMap(([id]) => (now.has(id) ? [] : [id]));
}
