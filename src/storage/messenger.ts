import type { Pool } from 'pg';
import type { MessengerContact } from '../engine/index.js';
import type { ConversationSettings, StoredMessage } from '../schema/messengerConversation.js';
import { shardKeysOf } from './shardKeys.js';

/** A message that arrived for a conversation. */
export interface QueuedMessage {
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly contactId: string;
  readonly contact: MessengerContact;
  readonly messageId: string;
  readonly message: StoredMessage;
}

/** Seconds for which a process holds a conversation without renewing its lease. */
export const LEASE = 30;

/** The most waiting messages of one person; further ones are dropped. */
const MOST_WAITING = 100;

/** The most messages of one person within an hour; further ones are dropped. */
const MOST_IN_AN_HOUR = 300;

const IS_COUNTED = `messenger_conversation.counted_since > now() - interval '1 hour'`;

/**
 * Queues a message, once for each id. Returns whether it was dropped because the person sent more within an hour than a human writes: two
 * programs that answer each other would never stop.
 */
export async function queueMessage(pool: Pool, queued: QueuedMessage): Promise<boolean> {
  const { workspaceId, credentialsId, contactId, contact, messageId, message } = queued;
  const id = `${credentialsId} ${contactId}`;
  const values = [id, workspaceId, credentialsId, contactId, JSON.stringify(contact)];
  const { rows } = await pool.query<{ isTooMuch: boolean }>({
    name: 'messenger_queue',
    text: `with known as (
        select from messenger_message where conversation_id = $1 and id = $6
      ), program as (
        select from messenger_conversation where id = $1 and counted >= ${MOST_IN_AN_HOUR} and ${IS_COUNTED}
      ), conversation as (
        insert into messenger_conversation (id, workspace_id, credentials_id, contact_id, contact, sent_seq, heard,
          heard_at, attempt, due_at, counted, counted_since)
        select $1, $2, $3, $4, $5, 0, 1, now(), 0, now(), 1, now()
        where not exists (select from known) and not exists (select from program)
          and (select count(*) from messenger_message where conversation_id = $1 and not is_done) < ${MOST_WAITING}
        on conflict (id) do update set contact = excluded.contact, heard = messenger_conversation.heard + 1,
          heard_at = now(), counted = case when ${IS_COUNTED} then messenger_conversation.counted + 1 else 1 end,
          counted_since = case when ${IS_COUNTED} then messenger_conversation.counted_since else now() end,
          due_at = case when messenger_conversation.lease is null then now() else messenger_conversation.due_at end
        returning id, heard
      ), queued as (
        insert into messenger_message (conversation_id, id, place, message, is_done, created_at)
        select id, $6, heard, $7, false, now() from conversation
        on conflict do nothing
      )
      select exists (select from program) and not exists (select from known) as "isTooMuch"`,
    values: [...values, messageId, JSON.stringify(message)],
  });
  return rows[0]?.isTooMuch ?? false;
}

/** A conversation that a process works on. */
export interface TakenConversation {
  readonly id: string;
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly contactId: string;
  readonly contact: MessengerContact;
  readonly sessionId: string | null;
  readonly sentSeq: number;
  /** Messages of the event after `sentSeq` that were sent. */
  readonly sentPart: number;
  readonly settings: ConversationSettings | null;
  readonly heard: number;
  /** When the last message arrived, in milliseconds since 1970. */
  readonly heardAt: number;
  readonly isExpired: boolean;
  /** Whether the bot of the chat was deleted, or its workspace is suspended. */
  readonly isBotGone: boolean;
  /** Whether the person was sent the notice of a closed bot within a day. */
  readonly isToldClosed: boolean;
  readonly attempt: number;
  readonly lease: string;
}

/**
 * Takes at most `most` conversations that are due. `lease` is a name that was never used before. No two processes take the same
 * conversation.
 */
export async function takeConversations(
  pool: Pool,
  { lease, most }: { lease: string; most: number },
): Promise<TakenConversation[]> {
  const { rows } = await pool.query<Omit<TakenConversation, 'isBotGone'>>({
    name: 'messenger_take',
    text: `update messenger_conversation set lease = $1, due_at = now() + interval '${LEASE} seconds'
      where id = any(array(select id from messenger_conversation where due_at <= now() order by due_at
        limit $2 for update skip locked))
      returning id, workspace_id as "workspaceId", credentials_id as "credentialsId", contact_id as "contactId",
        contact, session_id as "sessionId", sent_seq as "sentSeq", sent_part as "sentPart", settings, heard, attempt, lease,
        (extract(epoch from heard_at) * 1000)::float8 as "heardAt",
        coalesce(expires_at <= now(), false) as "isExpired", coalesce(${IS_TOLD}, false) as "isToldClosed"`,
    values: [lease, most],
  });
  const gone = await chatsOfGoneBots(
    pool,
    rows.flatMap(({ sessionId }) => sessionId ?? []),
  );
  return rows.map((row) => ({
    ...row,
    isBotGone: row.sessionId !== null && gone.has(row.sessionId),
  }));
}

const IS_TOLD = `told_closed_at > now() - interval '1 day'`;

/** A separate statement, since a cluster has conversations on another machine than chats. */
async function chatsOfGoneBots(pool: Pool, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>({
    name: 'messenger_gone',
    text: `with chat as materialized (
        select id, bot_id from chat_session where shard_key = any($1) and id = any($2)
      )
      select chat.id from chat join bot on bot.id = chat.bot_id join workspace on workspace.id = bot.workspace_id
      where bot.is_archived or workspace.is_suspended`,
    values: [shardKeysOf(sessionIds), sessionIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** A message that waits to be processed. */
export interface WaitingMessage {
  readonly id: string;
  readonly message: StoredMessage;
}

/** The waiting messages of a conversation, in the order in which they arrived. */
export async function waitingMessages(pool: Pool, id: string): Promise<WaitingMessage[]> {
  const { rows } = await pool.query<WaitingMessage>({
    name: 'messenger_waiting',
    text: `select id, message from messenger_message where conversation_id = $1 and not is_done order by place`,
    values: [id],
  });
  return rows;
}

/** The key of a conversation that this process holds. */
type Held = Pick<TakenConversation, 'id' | 'lease'>;

const HELD = 'id = $1 and lease = $2';

/** The outcome of a message: the chat that it went to, and the number of the last event of that chat that was sent. */
export interface MessageOutcome {
  readonly messageId: string;
  /** Null where no bot answers. */
  readonly sessionId: string | null;
  readonly sentSeq: number;
  readonly settings: ConversationSettings | null;
  /** Whether the person was sent the notice that the bot is closed. */
  readonly isToldClosed: boolean;
}

/** Marks a message as done, of which its id alone is kept, and renews the lease; false when the lease was lost. */
export async function noteHeard(
  pool: Pool,
  key: Held,
  { messageId, sessionId, sentSeq, settings, isToldClosed }: MessageOutcome,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'messenger_heard',
    text: `with held as (
        update messenger_conversation set session_id = $4, sent_seq = $5, attempt = 0,
          sent_part = case when session_id is distinct from $4 then 0 else sent_part end, settings = $6,
          told_closed_at = case when not $7 then null when ${IS_TOLD} then told_closed_at else now() end,
          expires_at = now() + ($6::json ->> 'hours')::float8 * interval '1 hour', due_at = now() + interval '${LEASE} seconds'
        where ${HELD} returning id
      )
      update messenger_message set is_done = true, message = '{}' from held where conversation_id = held.id and messenger_message.id = $3
      returning 1`,
    values: [
      key.id,
      key.lease,
      messageId,
      sessionId,
      sentSeq,
      settings && JSON.stringify(settings),
      isToldClosed,
    ],
  });
  return rowCount === 1;
}

/** How far a chat was sent: all events up to the number `seq`, and `part` messages of the next event. */
export interface SentPlace {
  readonly seq: number;
  readonly part: number;
}

/** Stores how far a chat was sent and renews the lease; false when the lease was lost. */
export async function noteSent(pool: Pool, key: Held, { seq, part }: SentPlace): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'messenger_sent',
    text: `update messenger_conversation set sent_seq = $3, sent_part = $4, attempt = 0,
        due_at = now() + interval '${LEASE} seconds'
      where ${HELD}`,
    values: [key.id, key.lease, seq, part],
  });
  return rowCount === 1;
}

/** Renews the lease during longer work. A lost lease stays lost. */
export async function keepConversation(pool: Pool, key: Held): Promise<void> {
  await pool.query({
    name: 'messenger_keep',
    text: `update messenger_conversation set due_at = now() + interval '${LEASE} seconds' where ${HELD}`,
    values: [key.id, key.lease],
  });
}

/** Releases a conversation. It is due at once if messages have arrived that its worker does not know. */
export async function leaveConversation(
  pool: Pool,
  key: Pick<TakenConversation, 'id' | 'lease' | 'heard'>,
): Promise<void> {
  await pool.query({
    name: 'messenger_leave',
    text: `update messenger_conversation set lease = null, due_at = case when heard = $3 then null else now() end
      where ${HELD}`,
    values: [key.id, key.lease, key.heard],
  });
}

/** Releases a conversation, to be tried again after some seconds. */
export async function putOffConversation(pool: Pool, key: Held, seconds: number): Promise<void> {
  await pool.query({
    name: 'messenger_put_off',
    text: `update messenger_conversation set lease = null, attempt = attempt + 1,
        due_at = now() + $3 * interval '1 second'
      where ${HELD}`,
    values: [key.id, key.lease, seconds],
  });
}

/** Makes conversations due whose chats continued by other means: a member of the team wrote, or an outside service called. */
export async function noticeGrownChats(pool: Pool): Promise<void> {
  await pool.query({
    name: 'messenger_grown',
    text: `update messenger_conversation set due_at = now() where due_at is null and id in (
        select waiting.id from messenger_conversation as waiting join chat_session as chat on chat.id = waiting.session_id
        where waiting.heard_at > now() - interval '3 days' and waiting.due_at is null and chat.seq > waiting.sent_seq)`,
  });
}

/** Credentials of a messenger, and their workspace. */
export type Place = Pick<TakenConversation, 'workspaceId' | 'credentialsId'>;

/** The chat that the last message of a person went to, or null. */
export async function findConversationChat(
  pool: Pool,
  { credentialsId, contactId }: Pick<TakenConversation, 'credentialsId' | 'contactId'>,
): Promise<string | null> {
  const { rows } = await pool.query<{ sessionId: string | null }>({
    name: 'messenger_chat',
    text: 'select session_id as "sessionId" from messenger_conversation where id = $1',
    values: [`${credentialsId} ${contactId}`],
  });
  return rows[0]?.sessionId ?? null;
}

/** A published bot that answers in a messenger. */
export interface MessengerBotRow {
  readonly botId: string;
  readonly publicId: string;
  readonly flowId: string;
}

/** The published bots of a workspace that use these credentials for a messenger, oldest first. */
export async function findMessengerBots(
  pool: Pool,
  { workspaceId, credentialsId }: Place,
): Promise<MessengerBotRow[]> {
  const { rows } = await pool.query<MessengerBotRow>({
    name: 'messenger_bots',
    text: `select bot.id as "botId", bot.public_id as "publicId", version.flow_id as "flowId"
      from bot join bot_version version on version.id = bot.live_version_id
      where bot.workspace_id = $1 and bot.messenger_credentials_id = $2 and bot.public_id is not null
        and not bot.is_archived
      order by bot.id`,
    values: [workspaceId, credentialsId],
  });
  return rows;
}
