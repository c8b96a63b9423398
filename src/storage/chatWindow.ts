import type { Pool } from 'pg';
import type { Chat } from '../schema/chat.js';
import { CHAT, toChat, type ChatsFilter } from './chats.js';
import { shardKeysOf } from './shardKeys.js';

/** The chats of a workspace's inbox that changed last, which its watchers compare. */
export const WATCHED_CHATS = 10_000;

/** The revisions of these chats by their ids, the one that changed last first. */
export type Revisions = ReadonlyMap<string, number>;

/**
 * Reads the revisions of the chats of a workspace that changed last. All of them, and not only those since a time: transactions are not
 * committed in the order in which they began, and a chat that was deleted is only missing.
 */
export async function readRevisions(pool: Pool, workspaceId: string): Promise<Revisions> {
  const { rows } = await pool.query<{ revisions: string | null }>({
    name: 'desk_revisions',
    // One JSON document, which the driver reads faster than rows.
    text: `select json_agg(json_build_array(id, revision) order by updated_at desc, id desc)::text as revisions
      from (select id, revision, updated_at from chat_desk where workspace_id = $1
        order by updated_at desc, id desc limit ${WATCHED_CHATS}) as newest`,
    values: [workspaceId],
  });
  return new Map(readPairs(rows[0]?.revisions ?? '[]'));
}

function readPairs(text: string): [id: string, revision: number][] {
  // The statement makes them.
  return JSON.parse(text) as [string, number][];
}

/** The chats of a workspace's inbox among these. */
export async function findInInbox(
  pool: Pool,
  workspaceId: string,
  ids: readonly string[],
): Promise<Chat[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ chat: string }>({
    name: 'desk_find',
    text: `select ${CHAT} from chat_desk where shard_key = any($1) and id = any($2) and workspace_id = $3`,
    values: [shardKeysOf(ids), ids, workspaceId],
  });
  return rows.map(({ chat }) => toChat(chat));
}

/** Whether a filter selects a chat; the same as its condition in SQL, which lists use. */
export function fits(chat: Chat, filter: ChatsFilter): boolean {
  const { assigneeId, waitingSince, tags, lastText } = chat;
  const text = lastText?.toLowerCase() ?? '';
  // A member for each of the filter, so that none is forgotten.
  const conditions: Readonly<Record<keyof ChatsFilter, boolean>> = {
    ids: isMet(filter.ids, (ids) => ids.includes(chat.id)),
    statuses: isMet(filter.statuses, (statuses) => statuses.includes(chat.status)),
    assigneeId: isMet(filter.assigneeId, (id) => assigneeId === id),
    isAssigned: isMet(filter.isAssigned, (is) => (assigneeId !== null) === is),
    isWaiting: isMet(filter.isWaiting, (is) => (waitingSince !== null) === is),
    botId: isMet(filter.botId, (id) => chat.botId === id),
    channel: isMet(filter.channel, (channel) => chat.channel === channel),
    queue: isMet(filter.queue, (queue) => chat.queue === queue),
    tag: isMet(filter.tag, (tag) => tags.includes(tag)),
    text: isMet(filter.text, (part) => text.includes(part.toLowerCase())),
  };
  return Object.values(conditions).every(Boolean);
}

function isMet<T>(value: T | null | undefined, condition: (value: T) => boolean): boolean {
  return value === null || value === undefined || condition(value);
}
