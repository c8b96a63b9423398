import type { Pool } from 'pg';
import type { Session, Tell, TurnEvent } from '../engine/index.js';
import { newId } from './newId.js';
import { slotOf } from './slot.js';
import { restValues } from './turnValues.js';

/** A chat between two turns, as read for the next one. */
export interface ChatRow {
  readonly id: string;
  readonly botId: string;
  readonly resultId: string | null;
  readonly isPreview: boolean;
  readonly isEnded: boolean;
  /** Turns taken so far; the start was 1, 0 means registered only. */
  readonly turn: number;
  /** The number of the last event. */
  readonly seq: number;
  readonly state: unknown;
  readonly allowedOrigins: readonly string[];
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Everything one turn leaves behind. It is written whole or not at all. */
export interface TurnWrite {
  readonly sessionId: string;
  readonly turn: number;
  readonly firstSeq: number;
  readonly session: Session;
  readonly events: readonly TurnEvent[];
  readonly answers: readonly AnswerTold[];
  readonly results: readonly ResultTold[];
  readonly counts: readonly CountsTold[];
  readonly isEnded: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a chat's first write says besides. */
export interface ChatStart {
  readonly botId: string;
  readonly resultId: string | null;
  readonly isPreview: boolean;
  readonly allowedOrigins: readonly string[];
  /** The result was there before and its earlier answers are no longer to be read back. */
  readonly hidesEarlierAnswers: boolean;
}

/** What a turn adds to the counts of a bot's flow: of what kind, of which block or edge, how many (fewer, when negative). */
export interface CountsTold {
  readonly botId: string;
  readonly flowId: string;
  readonly parts: readonly (readonly [kind: string, id: string, n: number])[];
}

/** An answer as the engine tells it. */
export type AnswerTold = Extract<Tell, { kind: 'recordAnswer' }>;
/** A result as the engine tells it. */
export type ResultTold = Extract<Tell, { kind: 'saveResult' }>;

/** The chat with this id, or nothing. */
export async function loadChat(pool: Pool, sessionId: string): Promise<ChatRow | undefined> {
  const { rows } = await pool.query<StoredChat>({
    name: 'chat_load',
    text: `select bot_id as "botId", result_id as "resultId", is_preview as "isPreview",
        is_ended as "isEnded", turn, seq, state::text as state,
        allowed_origins::text as "allowedOrigins",
        (extract(epoch from updated_at) * 1000)::float8 as "updatedAt"
      from chat_session where id = $1`,
    values: [sessionId],
  });
  const [row] = rows;
  return (
    row && {
      ...row,
      id: sessionId,
      state: JSON.parse(row.state),
      allowedOrigins: JSON.parse(row.allowedOrigins ?? '[]'),
    }
  );
}

/** A chat as it is read: documents are still text. */
interface StoredChat extends Omit<ChatRow, 'id' | 'state' | 'allowedOrigins'> {
  readonly state: string;
  readonly allowedOrigins: string | null;
}

/**
 * What every turn writes besides its session, given the chat it was written for as `chat (id, created_at)`. Results that are
 * there are locked before they are changed (`kept` waits for `known`), so that what is new about them is told once.
 */
const writeRest = `
  , log as (
    insert into chat_event (session_id, first_seq, last_seq, turn, events, passed, created_at)
    select id, $2, $3, $4, $5::json, $9::json, to_timestamp($6::float8 / 1000)
    from chat where $3::int >= $2::int
  ), said as (
    insert into answer (result_id, id, block_id, group_id, variable_id, content,
      attached_file_urls, storage_used, created_at)
    select a.result_id, a.id, a.block_id, a.group_id, a.variable_id, a.content,
      a.attached_file_urls, 0, to_timestamp($6::float8 / 1000)
    from chat, json_to_recordset($7::json) as a (result_id text, id text, block_id text, group_id text,
      variable_id text, content text, attached_file_urls json)
  ), passed as (
    insert into count_delta (bot_id, flow_id, slot, parts)
    select p.bot_id, p.flow_id, ${slotOf('chat.created_at')}, p.parts
    from chat, json_to_recordset($9::json) as p (bot_id text, flow_id text, parts json)
  ), known as (
    select id, has_started, is_completed from result
    where id = any(array(select r ->> 'id' from json_array_elements($8::json) as r)) for update
  ), kept as (
    insert into result (id, bot_id, flow_id, session_id, variables, is_completed, has_started,
      is_archived, answers_from, created_at, updated_at)
    select r.id, r.bot_id, r.flow_id, chat.id, r.variables, r.is_completed, r.has_started, false,
      r.answers_from, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000)
    from chat, json_to_recordset($8::json) as r (id text, bot_id text, flow_id text, variables json,
      is_completed boolean, has_started boolean, answers_from text)
    where (select count(*) from known) >= 0
    on conflict (id) do update set
      session_id = excluded.session_id,
      variables = excluded.variables,
      is_completed = result.is_completed or excluded.is_completed,
      has_started = result.has_started or excluded.has_started,
      answers_from = case when excluded.answers_from = '' then result.answers_from
        else excluded.answers_from end,
      updated_at = excluded.updated_at
    returning id, bot_id, flow_id, has_started, is_completed, created_at
  ), met as (
    insert into count_delta (bot_id, flow_id, slot, parts)
    select kept.bot_id, kept.flow_id, ${slotOf('kept.created_at')}, json_agg(json_build_array(now.kind, '', 1))
    from kept left join known using (id) cross join lateral (values
      ('view', known.id is null),
      ('start', kept.has_started and known.has_started is not true),
      ('completion', kept.is_completed and known.is_completed is not true)) as now (kind, is_new)
    where now.is_new
    group by kept.id, kept.bot_id, kept.flow_id, kept.created_at
  )
  select count(*)::int as written from chat`;

/**
 * Writes a turn of a chat that exists, in one statement: session, events, answers and results.
 * False when another turn was written since `turn - 1`, or the chat has ended (a preview can go on even then): then
 * nothing was written.
 */
export async function commitTurn(pool: Pool, write: TurnWrite): Promise<boolean> {
  const { rows } = await pool.query<{ written: number }>({
    name: 'turn_commit',
    text: `with chat as (
      update chat_session set state = $10::json, turn = $4, seq = $3, is_ended = $11,
        updated_at = to_timestamp($6::float8 / 1000)
      where id = $1 and turn = $4::int - 1 and (is_preview or not is_ended)
      returning id, created_at
    ) ${writeRest}`,
    values: [...restValues(write), JSON.stringify(write.session), write.isEnded],
  });
  return rows[0]?.written === 1;
}

/** Writes a new chat with its first turn, in one statement. */
export async function commitStart(pool: Pool, write: TurnWrite, start: ChatStart): Promise<void> {
  const answersFrom = start.hidesEarlierAnswers ? newId('ans', 0) : '';
  await pool.query({
    name: 'start_commit',
    text: `with chat as (
      insert into chat_session (id, bot_id, result_id, is_preview, is_ended, turn, seq, state,
        allowed_origins, created_at, updated_at)
      values ($1, $12, $13, $14, $11, $4, $3, $10::json, $15::json,
        to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000))
      returning id, created_at
    ) ${writeRest}`,
    values: [
      ...restValues(write, answersFrom),
      JSON.stringify(write.session),
      write.isEnded,
      start.botId,
      start.resultId,
      start.isPreview,
      JSON.stringify(start.allowedOrigins),
    ],
  });
}
