import { Chat } from '../schema/chat.js';
import type { ChatChannel, ChatsOrder, InboxStatus } from '../schema/inboxEnums.js';
import type { Unit } from './orm.js';
import { pagesBy, type Page, type Slice } from './page.js';
import type { Queryable } from './reads.js';
import { shardKeysOf } from './shardKeys.js';
import { together } from './together.js';

/** Selects chats of the inbox; members that are null or absent select all. */
export interface ChatsFilter {
  readonly ids?: readonly string[] | null | undefined;
  readonly statuses?: readonly InboxStatus[] | null | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly isAssigned?: boolean | null | undefined;
  readonly isWaiting?: boolean | null | undefined;
  readonly botId?: string | null | undefined;
  readonly channel?: ChatChannel | null | undefined;
  readonly tag?: string | null | undefined;
  readonly queue?: string | null | undefined;
  /** A part of the last message, in any case. */
  readonly text?: string | null | undefined;
}

/** A list of chats: those of a workspace or of a bot that a filter selects, in an order. */
export interface ChatsQuery extends ChatsFilter {
  readonly order: ChatsOrder;
}

/** Whose chats a list holds. */
export type ChatsOwner = 'workspace_id' | 'bot_id';

/** A position in a list: by the time that orders it, then by id. */
export interface ChatPosition {
  readonly at: Date;
  readonly id: string;
}

/** Larger counts are null. */
const MOST_COUNTED = 10_000;

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** SQL: the columns of `chat_desk` as one JSON document, which the driver reads faster than columns. */
export const CHAT = `json_build_object('id', id, 'workspaceId', workspace_id, 'botId', bot_id, 'resultId', result_id, 'channel', channel,
    'status', status, 'groupId', group_id, 'blockId', block_id, 'assigneeId', assignee_id, 'claim', claim,
    'leaseUntil', ${ms('lease_until')}, 'waitingSince', ${ms('waiting_since')}, 'waitsUntil', ${ms('waits_until')},
    'queue', queue, 'lastText', last_text, 'lastRole', last_role,
    'lastAgentId', last_agent_id, 'lastAgentName', last_agent_name, 'lastAt', ${ms('last_at')}, 'unread', unread, 'tags', tags,
    'revision', revision, 'createdAt', ${ms('created_at')}, 'activeAt', ${ms('active_at')}, 'updatedAt', ${ms('updated_at')})::text as chat`;

/** A chat as it is read: times are milliseconds since 1970. */
type StoredChat = {
  readonly [M in keyof Chat]: Chat[M] extends Date
    ? number
    : Chat[M] extends Date | null
      ? number | null
      : Chat[M];
};

function storedChat(text: string): StoredChat {
  // `CHAT` and `CHAT_OF_SESSION` name the members.
  return JSON.parse(text) as StoredChat;
}

/** A chat as `CHAT` reads it. */
export function toChat(text: string): Chat {
  const { leaseUntil, waitingSince, waitsUntil, lastAt, createdAt, activeAt, updatedAt, ...row } =
    storedChat(text);
  return Object.assign(new Chat(), row, {
    leaseUntil: dateOf(leaseUntil),
    waitingSince: dateOf(waitingSince),
    waitsUntil: dateOf(waitsUntil),
    lastAt: dateOf(lastAt),
    createdAt: new Date(createdAt),
    activeAt: new Date(activeAt),
    updatedAt: new Date(updatedAt),
  });
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

type Put = (value: unknown) => string;

/** The conditions of a filter in SQL. */
function conditionsOf(filter: ChatsFilter, put: Put): string[] {
  return [
    ...given(filter.ids, (ids) => `id = any(${put(ids)})`),
    ...given(filter.statuses, (statuses) => `status = any(${put(statuses)})`),
    ...given(filter.assigneeId, (id) => `assignee_id = ${put(id)}`),
    ...given(filter.isAssigned, (is) => `assignee_id is ${is ? 'not ' : ''}null`),
    ...given(filter.isWaiting, (is) => `waiting_since is ${is ? 'not ' : ''}null`),
    ...given(filter.botId, (id) => `bot_id = ${put(id)}`),
    ...given(filter.channel, (one) => `channel = ${put(one)}`),
    ...given(filter.queue, (queue) => `queue = ${put(queue)}`),
    ...given(filter.tag, (tag) => `${put(tag)} = any(tags)`),
    ...given(
      filter.text?.toLowerCase(),
      (text) => `strpos(lower(coalesce(last_text, '') collate "und-x-icu"), ${put(text)}) > 0`,
    ),
  ];
}

function given<T>(value: T | null | undefined, condition: (value: T) => string): string[] {
  return value === null || value === undefined ? [] : [condition(value)];
}

/** The position of a chat in a list with this order. */
export function positionIn(order: ChatsOrder, { id, activeAt, waitingSince }: Chat): ChatPosition {
  return { id, at: order === 'WAITING' ? (waitingSince ?? activeAt) : activeAt };
}

function conditionOf(
  { owner, id }: { readonly owner: ChatsOwner; readonly id: string },
  { order, ...filter }: ChatsQuery,
  put: Put,
): string {
  return [
    `${owner} = ${put(id)}`,
    ...(order === 'WAITING' ? ['waiting_since is not null'] : []),
    ...conditionsOf(filter, put),
  ].join(' and ');
}

/** The same page of the chats of several workspaces or bots, by their ids, in one statement. */
export async function listChats(
  pool: Queryable,
  { owner, ids, query }: { owner: ChatsOwner; ids: readonly string[]; query: ChatsQuery },
  slice: Slice<ChatPosition>,
): Promise<Map<string, Page<Chat>>> {
  const queries = ids.map((id) => {
    const values: unknown[] = [];
    const put: Put = (value) => `$${values.push(value)}`;
    const condition = conditionOf({ owner, id }, query, put);
    const [column, isFalling] =
      query.order === 'WAITING' ? ['waiting_since', false] : ['active_at', true];
    const direction = isFalling === slice.isBackward ? 'asc' : 'desc';
    const bound = (position: ChatPosition | undefined, isAfter: boolean): string => {
      if (!position) return '';
      const sign = isAfter === isFalling ? '<' : '>';
      return ` and (${column}, id) ${sign} (${put(position.at)}, ${put(position.id)})`;
    };
    const text = `select ${CHAT}, ${owner} as of from chat_desk
      where ${condition}${bound(slice.after, true)}${bound(slice.before, false)}
      order by ${column} ${direction}, id ${direction} limit ${slice.limit + 1}`;
    return { text, values };
  });
  const { rows } = await pool.query<{ chat: string; of: string }>(together(queries));
  const pages = pagesBy('of', rows, slice);
  return new Map(
    [...pages].map(([id, { rows: found, hasNextPage, hasPreviousPage }]) => [
      id,
      { rows: found.map(({ chat }) => toChat(chat)), hasNextPage, hasPreviousPage },
    ]),
  );
}

/** The number of chats in such lists; null where there are more than 10 000. */
export async function countChats(
  pool: Queryable,
  { owner, ids, query }: { owner: ChatsOwner; ids: readonly string[]; query: ChatsQuery },
): Promise<Map<string, number | null>> {
  const queries = ids.map((id) => {
    const values: unknown[] = [];
    const put: Put = (value) => `$${values.push(value)}`;
    const condition = conditionOf({ owner, id }, query, put);
    const text = `select ${put(id)}::text as of, count(*)::int as count
      from (select from chat_desk where ${condition} limit ${MOST_COUNTED + 1}) as listed`;
    return { text, values };
  });
  const { rows } = await pool.query<{ of: string; count: number }>(together(queries));
  return new Map(rows.map(({ of, count }) => [of, count > MOST_COUNTED ? null : count]));
}

/** The same for a chat that perhaps no person took part in. */
const CHAT_OF_SESSION = `json_build_object('id', session.id, 'workspaceId', desk.workspace_id,
    'botId', session.bot_id, 'resultId', session.result_id,
    'channel', coalesce(desk.channel, case when state -> 'settings' -> 'messenger' is null then 'WEB' else 'MESSENGER' end),
    'status', coalesce(desk.status, case when state -> 'isClosed' is not null then 'CLOSED' when session.is_ended then 'ENDED'
      when state -> 'isPaused' is not null then 'PAUSED' else 'OPEN' end),
    'groupId', state -> 'at' ->> 'groupId', 'blockId', state -> 'at' ->> 'blockId', 'assigneeId', assignee_id,
    'claim', coalesce(claim, 0), 'leaseUntil', ${ms('desk.lease_until')}, 'waitingSince', ${ms('waiting_since')},
    'waitsUntil', ${ms('waits_until')}, 'queue', queue, 'lastText', last_text, 'lastRole', last_role, 'lastAgentId', last_agent_id, 'lastAgentName', last_agent_name,
    'lastAt', ${ms('last_at')}, 'unread', coalesce(unread, 0), 'tags', coalesce(tags, '{}'), 'revision', coalesce(revision, 0),
    'createdAt', ${ms('coalesce(desk.created_at, session.created_at)')},
    'activeAt', ${ms('coalesce(active_at, session.updated_at)')}, 'updatedAt', ${ms('session.updated_at')})::text as chat`;

/** Chats by their ids, also those that no person took part in; previews are left out. */
export async function findChats(pool: Queryable, ids: readonly string[]): Promise<Chat[]> {
  const { rows } = await pool.query<{ chat: string }>({
    name: 'chats_find',
    text: `select ${CHAT_OF_SESSION} from chat_session as session
      left join chat_desk as desk on desk.shard_key = any($2) and desk.id = session.id
      where session.shard_key = any($2) and session.id = any($1) and not is_preview`,
    values: [ids, shardKeysOf(ids)],
  });
  const chats = rows.map(({ chat }) => toChat(chat));
  return withWorkspaces(pool, chats);
}

/** Fills in the workspaces of chats without a row in the inbox. A statement of its own, since a cluster has bots on another machine. */
async function withWorkspaces(pool: Queryable, chats: readonly Chat[]): Promise<Chat[]> {
  const bots = chats.flatMap(({ revision, botId }) => (revision === 0 ? [botId] : []));
  if (bots.length === 0) return [...chats];
  const { rows } = await pool.query<{ id: string; workspaceId: string }>({
    name: 'chats_workspaces',
    text: 'select id, workspace_id as "workspaceId" from bot where id = any($1)',
    values: [bots],
  });
  const workspaces = new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]));
  return chats.map((chat) =>
    Object.assign(chat, { workspaceId: workspaces.get(chat.botId) ?? chat.workspaceId }),
  );
}

/** Called when a bot moves to another workspace: the agents there see its chats from now on. */
export async function moveChats(unit: Unit, botId: string, workspaceId: string): Promise<void> {
  await unit.execute(
    `update chat_desk set workspace_id = ?, assignee_id = null, lease_until = null, claim = claim + 1, revision = revision + 1,
      updated_at = now() where bot_id = ?`,
    [workspaceId, botId],
  );
}
