import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Heard } from '../schema/chatEvent.js';
import { shardKeyOf } from './shardKeys.js';

/** A reply that is being streamed: its turn, and the bubble that will show it. */
export interface StreamPlace {
  readonly sessionId: string;
  readonly turn: number;
  readonly blockId: string;
  /** The visitor's message in this turn, for watchers; absent where no message began it. */
  readonly heard?: Heard | undefined;
}

/** An addition to a stream. */
export interface StreamPiece {
  readonly sessionId: string;
  /** The id that `openStream` returned. */
  readonly id: string;
  readonly text: string;
  readonly isOver: boolean;
}

/** The time without an update after which the process of a stream counts as dead. */
export const STREAM_LEFT = `interval '1 minute'`;

/** Begins the stream of a reply, in place of any other of the chat, and returns its id. */
export async function openStream(pool: Pool, place: StreamPlace): Promise<string> {
  const id = randomUUID();
  await pool.query({
    name: 'stream_open',
    text: `insert into chat_stream (shard_key, session_id, id, turn, block_id, heard, text, is_stopped, is_over, created_at, updated_at)
      values ($6, $1, $2, $3, $4, $5, '', false, false, now(), now())
      on conflict on constraint chat_stream_pkey do update set id = excluded.id, turn = excluded.turn,
        block_id = excluded.block_id, heard = excluded.heard, text = '', is_stopped = false, is_over = false,
        created_at = excluded.created_at, updated_at = excluded.updated_at`,
    values: [
      ...[place.sessionId, id, place.turn, place.blockId, textOf(place.heard)],
      shardKeyOf(place.sessionId),
    ],
  });
  return id;
}

function textOf(heard: Heard | undefined): string | null {
  return heard ? JSON.stringify(heard) : null;
}

/** Adds text to a stream, or only marks it as alive; returns whether it is to be stopped. */
export async function addToStream(pool: Pool, piece: StreamPiece): Promise<boolean> {
  const { rows } = await pool.query<{ isStopped: boolean }>({
    name: 'stream_add',
    text: `update chat_stream set text = text || $3, is_over = $4, updated_at = now()
      where shard_key = $5 and session_id = $1 and id = $2 returning is_stopped as "isStopped"`,
    values: [piece.sessionId, piece.id, piece.text, piece.isOver, shardKeyOf(piece.sessionId)],
  });
  return rows[0]?.isStopped ?? false;
}

/** Marks the stream of the turn after this one as to be stopped; false when there is none. */
export async function stopStream(
  pool: Pool,
  { sessionId, turn }: Pick<StreamPlace, 'sessionId' | 'turn'>,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'stream_stop',
    text: `update chat_stream set is_stopped = true where shard_key = $3 and session_id = $1 and turn > $2
      and not is_over and updated_at > now() - ${STREAM_LEFT}`,
    values: [sessionId, turn, shardKeyOf(sessionId)],
  });
  return rowCount === 1;
}

/** Deletes the stream of a turn, and those of turns before it. */
export async function closeStream(
  pool: Pool,
  { sessionId, turn }: Pick<StreamPlace, 'sessionId' | 'turn'>,
): Promise<void> {
  await pool.query({
    name: 'stream_close',
    text: 'delete from chat_stream where shard_key = $3 and session_id = $1 and turn <= $2',
    values: [sessionId, turn, shardKeyOf(sessionId)],
  });
}
