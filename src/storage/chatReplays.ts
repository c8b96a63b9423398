import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ReplayRecord } from '../schema/chatReplay.js';
import { storedEvents } from './events.js';
import { loggedReplay } from './loggedReplay.js';
import { shardKeyOf } from './shardKeys.js';

/** A chat of which what running its turns again needs is kept. */
export interface ReplayableChat {
  readonly sessionId: string;
  readonly resultId: string;
  /** When its first turn was written, in milliseconds since 1970. */
  readonly at: number;
}

/** Which chats of a bot: the newest of some days before a chat, or those of some results. */
export interface WhichChats {
  readonly botId: string;
  readonly shardKeys: readonly string[];
  readonly days: number;
  readonly resultIds?: readonly string[] | undefined;
  /** Only those older than this one. */
  readonly before?: Pick<ReplayableChat, 'resultId' | 'at'> | undefined;
  readonly limit: number;
}

/** The chats of a bot that can be replayed, newest first. */
export async function findReplayable(
  pool: Pool,
  { botId, shardKeys, days, resultIds, before, limit }: WhichChats,
): Promise<ReplayableChat[]> {
  // Plain SQL, because no entity has the rows of both tables.
  const { rows } = await pool.query<ReplayableChat>({
    // Results are looked up in their index, where a condition that may be absent would go through all chats of the bot.
    name: resultIds ? 'replayable_chats_of_results' : 'replayable_chats',
    text: `select first.session_id as "sessionId", chat.result_id as "resultId",
        (extract(epoch from first.created_at) * 1000)::float8 as at
      from chat_replay first
      join chat_session chat on chat.shard_key = first.shard_key and chat.id = first.session_id
      where first.shard_key = any($1) and first.bot_id = $2 and first.created_at > now() - make_interval(days => $3)
        and ($4::float8 is null or (first.created_at, chat.result_id) < (to_timestamp($4 / 1000), $5::text))
        and ${resultIds ? 'chat.result_id = any($7)' : 'chat.result_id is not null'}
      order by first.created_at desc, chat.result_id desc limit $6`,
    values: [
      ...[shardKeys, botId, days, before?.at, before?.resultId, limit],
      ...(resultIds ? [resultIds] : []),
    ],
  });
  return rows;
}

/** A turn as it was kept, and its events. */
interface StoredTurn {
  readonly turn: number;
  readonly record: ReplayRecord;
  readonly events: readonly TurnEvent[];
}

/** The most turns of a chat that are read. */
const MOST_TURNS = 100;

/** The first turns of a chat: what was kept of them, or what their log tells. */
export async function readReplay(pool: Pool, sessionId: string): Promise<StoredTurn[]> {
  const { rows } = await pool.query<{
    turn: number;
    record: string | null;
    events: string;
    at: number;
  }>({
    name: 'replay_read',
    text: `select turn, kept.record, coalesce(log.events, '[]') as events, log.at
      from (select turn, record::text as record from chat_replay
        where shard_key = $1 and session_id = $2 and turn <= ${MOST_TURNS}) as kept
      full join (select turn, events::text as events, (extract(epoch from created_at) * 1000)::float8 as at from chat_event
        where shard_key = $1 and session_id = $2 and turn <= ${MOST_TURNS}) as log using (turn)
      order by turn`,
    values: [shardKeyOf(sessionId), sessionId],
  });
  const turns: StoredTurn[] = [];
  for (const { turn, record: text, events: log, at } of rows) {
    await breatheIfLong({ length: (text ?? '').length + log.length });
    const events = storedEvents(log);
    // Made by `chat/turnReplay.ts`.
    const record = text === null ? loggedReplay(events, at) : (JSON.parse(text) as ReplayRecord);
    if (record) turns.push({ turn, record, events });
  }
  return turns;
}
