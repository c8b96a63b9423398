import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ReplayRecord } from '../schema/chatReplay.js';
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

/** What was kept of the first turns of a chat. */
export async function readReplay(pool: Pool, sessionId: string): Promise<StoredTurn[]> {
  const { rows } = await pool.query<{ turn: number; record: string; events: string }>({
    name: 'replay_read',
    text: `select kept.turn, kept.record::text as record, coalesce(log.events, '[]')::text as events
      from chat_replay kept
      left join chat_event log on log.shard_key = kept.shard_key and log.session_id = kept.session_id
        and log.turn = kept.turn
      where kept.shard_key = $1 and kept.session_id = $2 and kept.turn <= ${MOST_TURNS}
      order by kept.turn`,
    values: [shardKeyOf(sessionId), sessionId],
  });
  const turns: StoredTurn[] = [];
  for (const { turn, record, events } of rows) {
    await breatheIfLong({ length: record.length + events.length });
    turns.push({
      turn,
      record: JSON.parse(record) as ReplayRecord, // Made by `chat/turnReplay.ts`.
      events: JSON.parse(events) as TurnEvent[], // Made by the engine.
    });
  }
  return turns;
}
