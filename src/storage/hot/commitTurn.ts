import type { Pool } from 'pg';
import { breatheIfLong } from '../../eventLoop/steps.js';
import { newAnswerId } from '../newId.js';
import { slotOf } from '../slot.js';
import { keepReply, replyValues, type ReplyWrite } from './replies.js';
import type { AnswerRecord, CountsRecord, ResultRecord, TurnWrite } from './turnWrite.js';
import { TELL_WEBHOOKS } from './webhookEvents.js';

/** Under which condition a turn is written, and what else with it. */
export interface TurnGuard {
  /** The fence must still be this one. */
  readonly fence: number;
  /** The lease of the turn ends with it, and its journal is deleted. */
  readonly endsLease?: boolean;
  /** The reply to keep, of a call with an idempotency key. */
  readonly reply?: ReplyWrite | undefined;
}

/** What a chat's first write says besides. */
export interface ChatStart {
  readonly botId: string;
  readonly resultId: string | null;
  readonly isPreview: boolean;
  readonly allowedOrigins: readonly string[];
  /** Whether it is a restricted preview, which is written only while its claim exists (`claimPreview`). */
  readonly isClaimed?: boolean;
}

/**
 * What every turn writes besides its session, given its chat as
 * `chat (id, created_at, bot_id, result_id, is_preview)`. Its values (`restValues`): `$1` session,
 * `$2` and `$3` first and last number of its events, `$4` turn, `$5` events, `$6` time, `$7` answers, `$8` results, `$9` counts.
 * Results that exist are locked before they are changed (`saved` waits for `known`), so that a view, a start and a completion are
 * each counted once.
 */
const writeRest = `
  , log as (
    insert into chat_event (session_id, first_seq, last_seq, turn, events, passed, created_at)
    select id, $2, $3, $4, $5::json, $9::json, to_timestamp($6::float8 / 1000)
    from chat where $3::int >= $2::int
  ), answers as (
    insert into answer (result_id, id, block_id, group_id, variable_id, content,
      attached_file_urls, storage_used, created_at)
    select a.result_id, a.id, a.block_id, a.group_id, a.variable_id, a.content,
      a.attached_file_urls, coalesce(a.storage_used, 0), to_timestamp($6::float8 / 1000)
    from chat, json_to_recordset($7::json) as a (result_id text, id text, block_id text, group_id text,
      variable_id text, content text, attached_file_urls json, storage_used float8)
  ), traced as (
    insert into count_delta (bot_id, flow_id, slot, parts)
    select p.bot_id, p.flow_id, ${slotOf('chat.created_at')}, p.parts
    from chat, json_to_recordset($9::json) as p (bot_id text, flow_id text, parts json)
  ), known as (
    select id, has_started, is_completed from result
    where id = any(array(select r ->> 'id' from json_array_elements($8::json) as r)) for update
  ), saved as (
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
  ), progressed as (
    insert into count_delta (bot_id, flow_id, slot, parts)
    select saved.bot_id, saved.flow_id, ${slotOf('saved.created_at')}, json_agg(json_build_array(now.kind, '', 1))
    from saved left join known using (id) cross join lateral (values
      ('view', known.id is null),
      ('start', saved.has_started and known.has_started is not true),
      ('completion', saved.is_completed and known.is_completed is not true)) as now (kind, is_new)
    where now.is_new
    group by saved.bot_id, saved.flow_id, saved.created_at
  )
  select count(*)::int as written, ${TELL_WEBHOOKS} as told from chat`;

/**
 * Writes a turn of a chat that exists, in one statement: session, events, answers and results.
 * False when another turn was written since `turn - 1`, another process took the lease since, or the chat has ended (a preview
 * can go on even then): then nothing was written.
 */
export async function commitTurn(
  pool: Pool,
  write: TurnWrite,
  { fence, endsLease, reply }: TurnGuard = { fence: 0 },
): Promise<boolean> {
  const commits = write.isOutsideFlow ? OUTSIDE_COMMITS : COMMITS;
  const { rows } = await pool.query<{ written: number }>({
    ...(endsLease ? commits.leased : commits.free)[reply ? 'keyed' : 'plain'],
    values: [
      ...(await restValues(write)),
      write.state,
      write.isEnded,
      fence,
      ...(reply ? replyValues(reply) : []),
    ],
  });
  return rows[0]?.written === 1;
}

/** A turn without lease and key, and one of the flow, pays for nothing of the others. */
function commitsWith(also: string, name: string) {
  const ended = endedJournal() + also;
  const leased = (more: string) => turnCommit(', lease_until = null', ended + more);
  return {
    free: {
      plain: { name, text: turnCommit('', also) },
      keyed: { name: `${name}_keyed`, text: turnCommit('', also + keptWithTurn()) },
    },
    leased: {
      plain: { name: `${name}_leased`, text: leased('') },
      keyed: { name: `${name}_leased_keyed`, text: leased(keptWithTurn()) },
    },
  };
}

const COMMITS = commitsWith('', 'turn_commit');

/** The bots that are open in a chat (`$10`, its session) name the results that they write to. */
const OUTSIDE_COMMITS = commitsWith(
  `, touched as (update result set updated_at = to_timestamp($6::float8 / 1000) from chat
      where result.id = any(array(select open ->> 'resultId' from json_array_elements($10::json -> 'stack') as open)))`,
  'turn_commit_outside',
);

function turnCommit(alsoSet: string, also: string): string {
  return `with chat as (
      update chat_session set state = $10::json, turn = $4, seq = $3, is_ended = $11,
        updated_at = to_timestamp($6::float8 / 1000)${alsoSet}
      where id = $1 and turn = $4::int - 1 and fence = $12 and (is_preview or not is_ended)
      returning id, created_at, bot_id, result_id, is_preview
    ) ${also} ${writeRest}`;
}

function endedJournal(): string {
  return ', journal as (delete from turn_answer using chat where session_id = chat.id)';
}

function keptWithTurn(): string {
  return `, replied as (${keepReply(13, 'from chat')})`;
}

/**
 * Writes a new chat with its first turn, in one statement. False when the key of its reply is known already, or when it is a
 * restricted preview that was deleted meanwhile: then nothing was written.
 */
export async function commitStart(
  pool: Pool,
  write: TurnWrite,
  { reply, ...start }: ChatStart & { readonly reply?: ReplyWrite | undefined },
): Promise<boolean> {
  const { rows } = await pool.query<{ written: number }>({
    ...(start.isClaimed ? CLAIMED_STARTS : STARTS)[reply ? 'keyed' : 'plain'],
    values: [
      ...(await restValues(write)),
      write.state,
      write.isEnded,
      start.botId,
      start.resultId,
      start.isPreview,
      JSON.stringify(start.allowedOrigins),
      ...(reply ? replyValues(reply) : []),
    ],
  });
  return rows[0]?.written === 1;
}

const STARTS = {
  plain: { name: 'start_commit', text: `with ${startCommit('')}` },
  keyed: {
    name: 'start_commit_keyed',
    text: `with replied as (${keepReply(16, '')}), ${startCommit('from replied')}`,
  },
};

/** Locks the claim, so that it cannot be deleted before the chat is written. */
const CLAIM =
  'claim as (select session_id from restricted_preview where session_id = $1 for share)';
const CLAIMED_STARTS = {
  plain: { name: 'start_commit_claimed', text: `with ${CLAIM}, ${startCommit('from claim')}` },
  keyed: {
    name: 'start_commit_claimed_keyed',
    text: `with ${CLAIM}, replied as (${keepReply(16, 'from claim')}), ${startCommit('from replied')}`,
  },
};

function startCommit(source: string): string {
  return `chat as (
      insert into chat_session (id, bot_id, result_id, is_preview, is_ended, turn, seq, state,
        allowed_origins, created_at, updated_at)
      select $1::text, $12::text, $13::text, $14::boolean, $11::boolean, $4::int, $3::int, $10::json,
        $15::json, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000) ${source}
      returning id, created_at, bot_id, result_id, is_preview
    ) ${writeRest}`;
}

/** The values `$1` to `$9` of a turn's write. Other requests are served after long texts were made, before they are sent. */
async function restValues(write: TurnWrite): Promise<unknown[]> {
  // Answers of a result before this one are no longer read back.
  const answersFrom = write.hidesEarlierAnswers ? newAnswerId(write.at, 0, 0) : '';
  const events = JSON.stringify(write.events);
  await breatheIfLong(events);
  const results = storableJson(write.results.map((result) => resultRow(result, answersFrom)));
  await breatheIfLong(results);
  return [
    write.sessionId,
    write.firstSeq,
    write.firstSeq + write.events.length - 1,
    write.turn,
    events,
    write.at,
    storableJson(
      write.answers.map((answer, place) => answerRow(answer, newAnswerId(write.at, place))),
    ),
    results,
    write.counts.length > 0 ? storableJson(write.counts.map(countsRow)) : null,
  ];
}

function countsRow({ botId, flowId, parts }: CountsRecord): Record<string, unknown> {
  return { bot_id: botId, flow_id: flowId, parts };
}

function answerRow(answer: AnswerRecord, id: string): Record<string, unknown> {
  return {
    result_id: answer.resultId,
    id,
    block_id: answer.blockId,
    group_id: answer.groupId,
    variable_id: answer.variableId,
    content: answer.content,
    attached_file_urls: answer.attachedFileUrls,
    storage_used: answer.storageUsed,
  };
}

function resultRow(result: ResultRecord, answersFrom: string): Record<string, unknown> {
  return {
    id: result.resultId,
    bot_id: result.botId,
    flow_id: result.flowId,
    variables: result.variables,
    is_completed: result.isCompleted,
    has_started: result.hasStarted,
    answers_from: answersFrom,
  };
}

/** What JSON text writes for a character that PostgreSQL does not hold; it may also be an innocent backslash and `u`. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/**
 * JSON text for columns of text: PostgreSQL holds neither NUL nor half a surrogate pair there, and scripts, calls and files of
 * others may have both. Nearly no text has them, and cleaning costs three times the writing.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(value, storable) : text;
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
