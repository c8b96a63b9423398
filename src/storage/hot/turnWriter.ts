import type { Pool } from 'pg';
import { outageIn } from '../../errors/outage.js';
import { breatheIfLong, LARGE } from '../../eventLoop/steps.js';
import { newAnswerId } from '../newId.js';
import { shardKeyOf } from '../shardKeys.js';
import { gather } from './gather.js';
import {
  ALONE,
  ARGUMENTS,
  attended,
  notedAlone,
  together,
  type ArgumentName,
  type TurnArguments,
} from './turnStatements.js';
import type {
  AnswerRecord,
  ChatStart,
  CountsRecord,
  DeskWrite,
  GuardedTurn,
  ResultRecord,
} from './turnWrite.js';

const JSON_ARGUMENTS: ReadonlySet<string> = new Set<ArgumentName>([
  ...(['state', 'events', 'passed', 'variables', 'origins', 'reply', 'more'] as const),
]);

/** What is sent beside the turns. */
const NOTED: ReadonlySet<string> = new Set<ArgumentName>(['trace', 'replay']);

/** Writes turns of chats. */
export interface TurnWriter {
  /**
   * Writes a turn whole, or not at all: false when another turn was written since, another process took the lease since, the chat
   * has ended (a preview may go on even then), a reply is kept for the key already, or a restricted preview was deleted meanwhile.
   * Callers pass one turn of a chat at a time.
   */
  write(turn: GuardedTurn): Promise<boolean>;
}

/** Opens a writer of turns. Turns that arrive during a round trip are written together in the next one. */
export function openTurnWriter(pool: Pick<Pool, 'query'>): TurnWriter {
  const write = gather((turns: readonly TurnArguments[]) => sendTogether(pool, turns));
  return {
    async write(turn) {
      const values = await argumentsOf(turn);
      if (turn.desk) return writeAttended(pool, values, turn.desk);
      return goesAlone(values) ? writeAlone(pool, values) : write(values);
    },
  };
}

/** A long turn would delay the others of its batch, and PostgreSQL would refuse the whole batch for a text that it cannot read. */
function goesAlone({ state, events, reply, more, trace, replay }: TurnArguments): boolean {
  for (const text of [state, events, reply, more, trace, replay]) {
    if (typeof text === 'string' && (text.length > LARGE || UNSTORABLE.test(text))) return true;
  }
  return false;
}

function sendTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<boolean>[] {
  const [first] = turns;
  if (turns.length === 1 && first) return [writeAlone(pool, first)];
  const outcomes = writeTogether(pool, turns);
  return turns.map(async (turn, place) => {
    try {
      return (await outcomes)[place] === true;
    } catch (error) {
      // After an outage nobody knows what was written. Any other failure wrote nothing, and a single turn caused it.
      if (outageIn(error)) throw error;
      return writeAlone(pool, turn);
    }
  });
}

async function writeTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<readonly boolean[]> {
  const { rows } = await pool.query<{ written: boolean[] }>(together(turns, turns.map(objectOf)));
  return rows.flatMap(({ written }) => written);
}

async function writeAlone(pool: Pick<Pool, 'query'>, values: TurnArguments): Promise<boolean> {
  const plain = ARGUMENTS.map((name) => values[name] ?? null);
  const { rows } = await pool.query<{ written: boolean }>(
    values.trace === undefined && values.replay === undefined
      ? { ...ALONE, values: plain }
      : notedAlone(plain, values),
  );
  return rows[0]?.written === true;
}

/** Writes a turn of a chat of the inbox, and its row there, in one statement. */
async function writeAttended(
  pool: Pick<Pool, 'query'>,
  values: TurnArguments,
  { last, onWritten, ...desk }: DeskWrite,
): Promise<boolean> {
  const { text, role, agent } = last ?? {};
  const row = { ...desk, text, role, agentId: agent?.id, agentName: agent?.name };
  const plain = ARGUMENTS.map((name) => values[name] ?? null);
  const { rows } = await pool.query<{ workspaceId: string | null }>(
    attended(plain, { ...values, desk: storableJson(row) }),
  );
  const workspaceId = rows[0]?.workspaceId;
  if (typeof workspaceId !== 'string') return false;
  onWritten(workspaceId);
  return true;
}

/** A turn as JSON text, without what was noted of it. JSON arguments are inserted unparsed. */
function objectOf(values: TurnArguments): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || NOTED.has(name)) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON_ARGUMENTS.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${text}}`;
}

/** The arguments of a turn. Yields to other requests after each long text. */
export async function argumentsOf(turn: GuardedTurn): Promise<TurnArguments> {
  const { write, guard, start, reply } = turn;
  const events = JSON.stringify(write.events);
  await breatheIfLong(events);
  const answer = onlyPlain(write.answers);
  const [result] = write.results;
  const variables = result && storableJson(result.variables);
  if (variables) await breatheIfLong(variables);
  const isNew = isNewResult(turn);
  const counts = isNew && result ? [...write.counts, firstCounts(result)] : write.counts;
  return {
    shard_key: shardKeyOf(write.sessionId),
    session: write.sessionId,
    turn: write.turn,
    fence: guard.fence,
    state: write.state,
    is_ended: write.isEnded,
    at: write.at,
    first: write.firstSeq,
    last: write.firstSeq + write.events.length - 1,
    events,
    ...(counts.length > 0 && { passed: storableJson(counts.map(countsRow)) }),
    ...(answer && answerArguments(answer, write.at)),
    ...(result && resultArguments(result)),
    variables,
    is_new: isNew,
    ...(start && startArguments(start)),
    reply: reply?.reply,
    more: moreOf(turn, answer),
    trace: write.trace,
    replay: write.replay,
  };
}

function answerArguments(answer: AnswerRecord, at: number): TurnArguments {
  return {
    answer: newAnswerId(at, 0),
    answer_result: answer.resultId,
    block: storable(answer.blockId),
    group: storable(answer.groupId),
    variable: answer.variableId,
    content: storable(answer.content),
  };
}

function resultArguments(result: ResultRecord): TurnArguments {
  return {
    result: result.resultId,
    bot: result.botId,
    flow: result.flowId,
    has_started: result.hasStarted,
    is_completed: result.isCompleted,
  };
}

function startArguments(start: ChatStart): TurnArguments {
  return {
    chat_bot: start.botId,
    chat_result: start.resultId,
    is_preview: start.isPreview,
    origins: JSON.stringify(start.allowedOrigins),
  };
}

/** Whether the only result of a turn was created for it. */
function isNewResult({ write, start }: GuardedTurn): boolean {
  const [result, more] = write.results;
  return start?.isNewResult === true && more === undefined && result?.resultId === start.resultId;
}

function firstCounts({ botId, flowId, hasStarted, isCompleted }: ResultRecord): CountsRecord {
  const kinds = ['view', ...(hasStarted ? ['start'] : []), ...(isCompleted ? ['completion'] : [])];
  return { botId, flowId, parts: kinds.map((kind) => [kind, '', 1] as const) };
}

/** The answer of a turn that has exactly one, without files. */
function onlyPlain([answer, more]: readonly AnswerRecord[]): AnswerRecord | undefined {
  const hasFiles = answer?.attachedFileUrls !== undefined || answer?.storageUsed !== undefined;
  return more || hasFiles ? undefined : answer;
}

/** Whether a turn has an argument that most turns lack. */
function hasMore(
  { write, guard, start, reply }: GuardedTurn,
  plain: AnswerRecord | undefined,
): boolean {
  const { answers, results, hidesEarlierAnswers, isOutsideFlow } = write;
  const isOther = isOutsideFlow || hidesEarlierAnswers || start?.isClaimed || guard.endsLease;
  return isOther || reply !== undefined || (!plain && answers.length > 0) || results.length > 1;
}

/** The arguments that most turns lack, as JSON; undefined where this turn lacks them, too. */
function moreOf(turn: GuardedTurn, plain: AnswerRecord | undefined): string | undefined {
  if (!hasMore(turn, plain)) return undefined;
  const { write, guard, start, reply } = turn;
  const { answers, results, hidesEarlierAnswers, isOutsideFlow, at } = write;
  return storableJson({
    ...{ isOutsideFlow, isClaimed: start?.isClaimed, endsLease: guard.endsLease },
    key: reply && { scope: reply.scope, key: reply.key, requestHash: reply.requestHash },
    // Answers of a result before this one are no longer read back.
    ...(hidesEarlierAnswers && { answersFrom: newAnswerId(at, 0, 0) }),
    ...(!plain && answers.length > 0 && { answers: answerRows(answers, at) }),
    ...(results.length > 1 && { results: results.slice(1).map(resultRow) }),
  });
}

function answerRows(answers: readonly AnswerRecord[], at: number): Record<string, unknown>[] {
  return answers.map((answer, place) => answerRow(answer, newAnswerId(at, place)));
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

function resultRow(result: ResultRecord): Record<string, unknown> {
  return {
    id: result.resultId,
    bot_id: result.botId,
    flow_id: result.flowId,
    variables: result.variables,
    has_started: result.hasStarted,
    is_completed: result.isCompleted,
  };
}

/**
 * The JSON escapes of characters that PostgreSQL cannot store: it stores JSON with them, but cannot extract its members. An escaped backslash
 * before `u` may match as well.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/**
 * JSON text for columns of type text. PostgreSQL stores neither NUL nor half a surrogate pair there, and scripts, HTTP responses and
 * imported files may contain both. Few texts do, and cleaning costs three times as much as writing.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(value, (_key, part) => storablePart(part)) : text;
}

function storablePart(part: unknown): unknown {
  return typeof part === 'string' ? storable(part) : part;
}

/** The text without NUL, and with half surrogate pairs replaced. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
