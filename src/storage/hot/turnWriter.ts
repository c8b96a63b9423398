import type { Pool } from 'pg';
import { outageIn } from '../../errors/outage.js';
import { breatheIfLong, LARGE } from '../../eventLoop/steps.js';
import { newAnswerId } from '../newId.js';
import { shardKeyOf } from '../shardKeys.js';
import { gather } from './gather.js';
import type {
  AnswerRecord,
  ChatStart,
  CountsRecord,
  GuardedTurn,
  ResultRecord,
} from './turnWrite.js';

/**
 * The arguments of `write_turn_2`, in their order, by the names that `write_turns_2` reads (both in
 * `migrations/0048-shard-keys.sql`).
 */
export const ARGUMENTS = [
  ...(['shard_key', 'session', 'turn', 'fence', 'state', 'is_ended', 'at'] as const),
  ...(['first', 'last', 'events', 'passed'] as const),
  ...(['answer', 'answer_result', 'block', 'group', 'variable', 'content'] as const),
  ...(['result', 'bot', 'flow', 'variables', 'has_started', 'is_completed', 'is_new'] as const),
  ...(['chat_bot', 'chat_result', 'is_preview', 'origins', 'reply', 'more'] as const),
] as const;
type ArgumentName = (typeof ARGUMENTS)[number];

/** Absent ones are null. Those that are JSON are texts here. */
type TurnArguments = Readonly<
  Partial<Record<ArgumentName, string | number | boolean | null | undefined>>
>;

const JSON_ARGUMENTS: ReadonlySet<string> = new Set<ArgumentName>([
  ...(['state', 'events', 'passed', 'variables', 'origins', 'reply', 'more'] as const),
]);

/** Writes turns of chats. */
export interface TurnWriter {
  /**
   * Writes a turn whole, or not at all: false when another turn was written since, another process took the lease since, the chat
   * has ended (a preview can go on even then), a reply is kept for the key already, or a restricted preview was deleted meanwhile.
   * One chat has at most one turn here at a time.
   */
  write(turn: GuardedTurn): Promise<boolean>;
}

/** Writes turns, those that arrive while others are being written together with them. */
export function openTurnWriter(pool: Pick<Pool, 'query'>): TurnWriter {
  const write = gather((turns: readonly TurnArguments[]) => sendTogether(pool, turns));
  return {
    async write(turn) {
      const values = await argumentsOf(turn);
      return goesAlone(values) ? writeAlone(pool, values) : write(values);
    },
  };
}

/** A long turn would hold up those it leaves with, and text that PostgreSQL cannot read would make it refuse them all. */
function goesAlone({ state, events, reply, more }: TurnArguments): boolean {
  const texts = [state, events, reply, more].filter((text) => typeof text === 'string');
  return texts.some((text) => text.length > LARGE || mayBeUnreadable(text));
}

function sendTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<boolean>[] {
  const [first] = turns;
  if (turns.length === 1 && first) return [writeAlone(pool, first)];
  const written = writeTogether(pool, turns);
  return turns.map(async (turn, place) => {
    try {
      return (await written)[place] === true;
    } catch (error) {
      // Nobody knows what an outage left written; any other failure left nothing, and is that of a single turn.
      if (outageIn(error)) throw error;
      return writeAlone(pool, turn);
    }
  });
}

async function writeTogether(
  pool: Pick<Pool, 'query'>,
  turns: readonly TurnArguments[],
): Promise<readonly boolean[]> {
  const { rows } = await pool.query<{ written: boolean[] }>({
    name: 'turns_write',
    text: WRITE_TOGETHER,
    values: [`[${turns.map(objectOf).join(',')}]`],
  });
  return rows.flatMap(({ written }) => written);
}

async function writeAlone(pool: Pick<Pool, 'query'>, values: TurnArguments): Promise<boolean> {
  const { rows } = await pool.query<{ written: boolean }>({
    name: 'turn_write',
    text: WRITE_ALONE,
    values: ARGUMENTS.map((name) => values[name] ?? null),
  });
  return rows[0]?.written === true;
}

/** Neither is a bare call of a function: Citus plans such a call again each time, to see whether to send it elsewhere. */
const WRITE_ALONE = `select write_turn_2(${ARGUMENTS.map((_, place) => `$${place + 1}`).join(', ')}) is true as written`;
const WRITE_TOGETHER = 'select (write_turns_2($1))[:] as written';

/** A turn as JSON text; the texts of JSON among its arguments are not read for it. */
function objectOf(values: TurnArguments): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON_ARGUMENTS.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${text}}`;
}

/** Makes the arguments of a turn, in their order. Other requests are served after long texts were made, before they are sent. */
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

/** Whether all that a turn says of results is of one that was made for it. */
function isNewResult({ write, start }: GuardedTurn): boolean {
  const [result, more] = write.results;
  return start?.isNewResult === true && more === undefined && result?.resultId === start.resultId;
}

/** What a new result counts. */
function firstCounts({ botId, flowId, hasStarted, isCompleted }: ResultRecord): CountsRecord {
  const kinds = ['view', ...(hasStarted ? ['start'] : []), ...(isCompleted ? ['completion'] : [])];
  return { botId, flowId, parts: kinds.map((kind) => [kind, '', 1] as const) };
}

/** The answer of a turn that has one, without files. */
function onlyPlain([answer, more]: readonly AnswerRecord[]): AnswerRecord | undefined {
  const hasFiles = answer?.attachedFileUrls !== undefined || answer?.storageUsed !== undefined;
  return more || hasFiles ? undefined : answer;
}

/** What most turns do not have; absent where this one has nothing of it either. */
function moreOf(turn: GuardedTurn, plain: AnswerRecord | undefined): string | undefined {
  const { write, guard, start, reply } = turn;
  const { answers, results, hidesEarlierAnswers, isOutsideFlow, at } = write;
  const more = {
    ...{ isOutsideFlow, isClaimed: start?.isClaimed, endsLease: guard.endsLease },
    key: reply && { scope: reply.scope, key: reply.key, requestHash: reply.requestHash },
    // Answers of a result before this one are no longer read back.
    ...(hidesEarlierAnswers && { answersFrom: newAnswerId(at, 0, 0) }),
    ...(!plain && answers.length > 0 && { answers: answerRows(answers, at) }),
    ...(results.length > 1 && { results: results.slice(1).map(resultRow) }),
  };
  const isAny = Object.values(more).some((part) => part !== undefined && part !== false);
  return isAny ? storableJson(more) : undefined;
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

/** What JSON text writes for a character that PostgreSQL does not hold; it may also be an innocent backslash and `u`. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** Whether JSON text may name a character that PostgreSQL does not hold: it stores the text, and reads no member out of it. */
function mayBeUnreadable(text: string): boolean {
  return UNSTORABLE.test(text);
}

/**
 * JSON text for columns of text: PostgreSQL holds neither NUL nor half a surrogate pair there, and scripts, calls and files of
 * others may have both. Nearly no text has them, and cleaning costs three times the writing.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return mayBeUnreadable(text) ? JSON.stringify(value, (_key, part) => storablePart(part)) : text;
}

function storablePart(part: unknown): unknown {
  return typeof part === 'string' ? storable(part) : part;
}

/** The text without NUL and half surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
