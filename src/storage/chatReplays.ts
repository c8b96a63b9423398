import type { Pool } from 'pg';
import { upgradeSession, type TurnEvent } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { LoggedStarts } from '../schema/bot.js';
import type { ReplayRecord, ReplayStart } from '../schema/chatReplay.js';
import { MARKED_START, storedTurn, type StartMark } from './events.js';
import { loggedReplay, loggedStart } from './loggedReplay.js';
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

/**
 * The chats of a bot that can be replayed, newest first: those of which the row of their first turn was kept, and those whose log tells it,
 * up to so many days ago.
 */
export async function findReplayable(
  pool: Pool,
  { loggedDays, ...which }: WhichChats & { readonly loggedDays: number },
): Promise<ReplayableChat[]> {
  const withRows = await findWithRows(pool, which);
  const since = withRows[which.limit - 1]?.at ?? 0;
  const days = Math.min(which.days, loggedDays);
  const logged = await findLogged(pool, { ...which, days }, since);
  return [...withRows, ...logged].sort(newestFirst).slice(0, which.limit);
}

function newestFirst(one: ReplayableChat, other: ReplayableChat): number {
  return other.at - one.at || (one.resultId < other.resultId ? 1 : -1);
}

async function findWithRows(
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

/**
 * Those since a time whose log tells how they began: looked for among the results of the times in which that was so, where no results are
 * given.
 */
async function findLogged(pool: Pool, which: WhichChats, since: number): Promise<ReplayableChat[]> {
  const periods = which.resultIds
    ? [{ from: since, to: null }]
    : await readPeriods(pool, which.botId);
  const found: ReplayableChat[] = [];
  for (const { from, to } of periods.reverse()) {
    const period = { from: Math.max(from, since), to: to ?? LATEST };
    for await (const chats of loggedIn(pool, which, period)) {
      found.push(...chats);
      if (found.length >= which.limit) return found;
    }
  }
  return found;
}

/** The last time of the calendar of JavaScript, in milliseconds since 1970. */
const LATEST = 8_640_000_000_000_000;

async function readPeriods(pool: Pool, botId: string): Promise<LoggedStarts[]> {
  const { rows } = await pool.query<{ periods: LoggedStarts[] | null }>({
    name: 'logged_starts',
    text: 'select logged_starts as periods from bot where id = $1',
    values: [botId],
  });
  return rows[0]?.periods ?? [];
}

/** In milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** A result, and when it began, in milliseconds since 1970. */
type BegunResult = Omit<ReplayableChat, 'sessionId'>;

/** The most results of which one statement reads the chats. */
const BATCH = 1_000;

/** Those of a time, in pieces, newest first. */
async function* loggedIn(
  pool: Pool,
  which: WhichChats,
  period: Period,
): AsyncGenerator<ReplayableChat[], void> {
  let { before } = which;
  for (;;) {
    const results = await readResults(pool, { ...which, before }, period);
    yield await readLogged(pool, which, results);
    before = results[BATCH - 1];
    if (!before) return;
  }
}

async function readResults(
  pool: Pool,
  { botId, shardKeys, days, resultIds, before }: WhichChats,
  { from, to }: Period,
): Promise<BegunResult[]> {
  const { rows } = await pool.query<BegunResult>({
    name: resultIds ? 'results_begun_of_these' : 'results_begun',
    text: `select id as "resultId", (extract(epoch from created_at) * 1000)::float8 as at from result
      where shard_key = any($1) and bot_id = $2 and not is_archived and created_at > now() - make_interval(days => $3)
        and created_at >= to_timestamp($6::float8 / 1000) and created_at <= to_timestamp($7::float8 / 1000)
        and ($4::float8 is null or (created_at, id) < (to_timestamp($4 / 1000), $5::text))
        ${resultIds ? 'and id = any($8)' : ''}
      order by created_at desc, id desc limit ${BATCH}`,
    values: [
      ...[shardKeys, botId, days, before?.at, before?.resultId, from, to],
      ...(resultIds ? [resultIds] : []),
    ],
  });
  return rows;
}

/** The chats with which these results began, where their log tells how. A chat that goes on with a result began later than that. */
async function readLogged(
  pool: Pool,
  { shardKeys }: WhichChats,
  results: readonly BegunResult[],
): Promise<ReplayableChat[]> {
  const { rows } = await pool.query<ReplayableChat & { isTold: boolean }>({
    // By itself, and with a column in place of a condition: PostgreSQL takes such logs for few, and would read all logs to find them first.
    name: 'chats_begun',
    text: `select chat.id as "sessionId", begun.id as "resultId", begun.at, log.events::text like '${MARKED_START}' as "isTold"
      from unnest($2::text[], $3::float8[]) as begun (id, at)
      join chat_session chat on chat.shard_key = any($1) and chat.result_id = begun.id
        and chat.created_at = to_timestamp(begun.at / 1000)
      join chat_event log on log.shard_key = chat.shard_key and log.session_id = chat.id and log.first_seq = 1
      order by begun.at desc, begun.id collate "C" desc`,
    values: [shardKeys, results.map(({ resultId }) => resultId), results.map(({ at }) => at)],
  });
  return rows.flatMap(({ isTold, ...chat }) => (isTold ? [chat] : []));
}

/** A turn as it was kept, and its events. */
interface StoredTurn {
  readonly turn: number;
  readonly record: ReplayRecord;
  readonly events: readonly TurnEvent[];
}

/** The most turns of a chat that are read. */
const MOST_TURNS = 100;

/** The first turns of a chat: what was kept of them, or what their log tells. That tells how a chat began for so many days. */
export async function readReplay(
  pool: Pool,
  sessionId: string,
  loggedDays: number,
): Promise<StoredTurn[]> {
  const { rows } = await pool.query<ReplayRow>({
    name: 'replay_read',
    text: `select coalesce(kept.turn, log.turn) as turn, kept.record, coalesce(log.events, '[]') as events, log.at, chat.bot_id as "botId", chat.result_id as "resultId",
        result.flow_id as "flowId", chat.state::text as state
      from (select turn, record::text as record from chat_replay
        where shard_key = $1 and session_id = $2 and turn <= ${MOST_TURNS}) as kept
      full join (select turn, first_seq, events::text as events, created_at, (extract(epoch from created_at) * 1000)::float8 as at
        from chat_event where shard_key = $1 and session_id = $2 and turn <= ${MOST_TURNS}) as log using (turn)
      left join chat_session chat on log.first_seq = 1 and log.events like '${MARKED_START}'
        and log.created_at > now() - make_interval(days => $3) and chat.shard_key = $1 and chat.id = $2
      left join result on result.shard_key = $1 and result.id = chat.result_id
      order by turn`,
    values: [shardKeyOf(sessionId), sessionId, loggedDays],
  });
  const turns: StoredTurn[] = [];
  for (const row of rows) {
    await breatheIfLong({ length: lengthOf(row.record) + row.events.length + lengthOf(row.state) });
    const { events, startMark } = storedTurn(row.events);
    // Made by `chat/turnReplay.ts`.
    const record =
      row.record === null
        ? loggedReplay(events, row.at, startMark && startOf(row, startMark))
        : (JSON.parse(row.record) as ReplayRecord);
    if (record) turns.push({ turn: row.turn, record, events });
  }
  return turns;
}

/** A turn as it is read: what was kept of it, and its events, as JSON. */
interface ReplayRow {
  readonly turn: number;
  readonly record: string | null;
  readonly events: string;
  readonly at: number;
  /** The chat, its state as JSON, and the flow that its result began with: only where the log tells how the chat began. */
  readonly botId: string | null;
  readonly resultId: string | null;
  readonly flowId: string | null;
  readonly state: string | null;
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}

function startOf(
  { botId, resultId, flowId, state }: ReplayRow,
  { locale }: StartMark,
): ReplayStart | undefined {
  if (botId === null || resultId === null || flowId === null || state === null) return undefined;
  const session = upgradeSession(JSON.parse(state));
  return loggedStart({ botId, resultId, flowId }, session, locale);
}
