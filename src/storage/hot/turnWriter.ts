import type { Pool } from 'pg';
import { outageIn } from '../../errors/outage.js';
import { breatheIfLong, LARGE } from '../../eventLoop/steps.js';
import { newAnswerId } from '../newId.js';
import { gather } from './gather.js';
import type { AnswerRecord, CountsRecord, GuardedTurn, ResultRecord } from './turnWrite.js';

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
function goesAlone({ state, events, more }: TurnArguments): boolean {
  const texts = [state, events, more];
  return texts.some((text) => text !== null && (text.length > LARGE || mayBeUnreadable(text)));
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
    text: 'select write_turns_1($1) as written',
    values: [`[${turns.map(objectOf).join(',')}]`],
  });
  return rows[0]?.written ?? [];
}

async function writeAlone(pool: Pick<Pool, 'query'>, values: TurnArguments): Promise<boolean> {
  const { rows } = await pool.query<{ written: boolean }>({
    name: 'turn_write',
    text: WRITE_ALONE,
    values: Object.values(values),
  });
  return rows[0]?.written === true;
}

const WRITE_ALONE = `select write_turn_1(${Array.from({ length: 28 }, (_, place) => `$${place + 1}`).join(', ')}) as written`;

/** A turn as JSON text; the texts of JSON among its arguments are not read for it. */
function objectOf(values: TurnArguments): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON_ARGUMENTS.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${text}}`;
}

/** A text of JSON, sent as it is. */
type Json = string | null;

/**
 * The arguments of `write_turn_1`, in their order, by the names that `write_turns_1` reads (both in
 * `migrations/0047-write-turns.sql`).
 */
interface TurnArguments {
  readonly session: string;
  readonly turn: number;
  readonly fence: number;
  readonly state: Json;
  readonly is_ended: boolean;
  readonly at: number;
  readonly first: number;
  readonly last: number;
  readonly events: Json;
  readonly passed: Json;
  readonly answer: string | null;
  readonly answer_result: string | null;
  readonly block: string | null;
  readonly group: string | null;
  readonly variable: string | null;
  readonly content: string | null;
  readonly result: string | null;
  readonly bot: string | null;
  readonly flow: string | null;
  readonly variables: Json;
  readonly has_started: boolean | null;
  readonly is_completed: boolean | null;
  readonly is_new: boolean;
  readonly chat_bot: string | null;
  readonly chat_result: string | null;
  readonly is_preview: boolean | null;
  readonly origins: Json;
  readonly more: Json;
}

/** Those that are JSON. */
const JSON_ARGUMENTS: ReadonlySet<string> = new Set<keyof TurnArguments>([
  'state',
  'events',
  'passed',
  'variables',
  'origins',
  'more',
]);

/** Makes the arguments of a turn. Other requests are served after long texts were made, before they are sent. */
export async function argumentsOf(turn: GuardedTurn): Promise<TurnArguments> {
  const { write, guard, start } = turn;
  const events = JSON.stringify(write.events);
  await breatheIfLong(events);
  const answer = onlyPlain(write.answers);
  const [result] = write.results;
  const isNew = isNewResult(turn);
  const counts = isNew && result ? [...write.counts, firstCounts(result)] : write.counts;
  const variables = result ? storableJson(result.variables) : null;
  if (variables) await breatheIfLong(variables);
  return {
    session: write.sessionId,
    turn: write.turn,
    fence: guard.fence,
    state: write.state,
    is_ended: write.isEnded,
    at: write.at,
    first: write.firstSeq,
    last: write.firstSeq + write.events.length - 1,
    events,
    passed: counts.length > 0 ? storableJson(counts.map(countsRow)) : null,
    answer: answer ? newAnswerId(write.at, 0) : null,
    answer_result: answer?.resultId ?? null,
    block: answer ? storable(answer.blockId) : null,
    group: answer ? storable(answer.groupId) : null,
    variable: answer?.variableId ?? null,
    content: answer ? storable(answer.content) : null,
    result: result?.resultId ?? null,
    bot: result?.botId ?? null,
    flow: result?.flowId ?? null,
    variables,
    has_started: result?.hasStarted ?? null,
    is_completed: result?.isCompleted ?? null,
    is_new: isNew,
    chat_bot: start?.botId ?? null,
    chat_result: start?.resultId ?? null,
    is_preview: start?.isPreview ?? null,
    origins: start ? JSON.stringify(start.allowedOrigins) : null,
    more: moreOf(turn, answer !== undefined),
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

/** What most turns do not have; null where this one has nothing of it either. */
function moreOf({ write, guard, start, reply }: GuardedTurn, hasPlainAnswer: boolean): Json {
  const { answers, results, hidesEarlierAnswers, isOutsideFlow, at } = write;
  const more = {
    ...(start?.isClaimed && { isClaimed: true }),
    ...(reply && { reply }),
    ...(guard.endsLease && { endsLease: true }),
    ...(isOutsideFlow && { isOutsideFlow }),
    // Answers of a result before this one are no longer read back.
    ...(hidesEarlierAnswers && { answersFrom: newAnswerId(at, 0, 0) }),
    ...(!hasPlainAnswer &&
      answers.length > 0 && {
        answers: answers.map((answer, place) => answerRow(answer, newAnswerId(at, place))),
      }),
    ...(results.length > 1 && { results: results.slice(1).map(resultRow) }),
  };
  for (const _ in more) return storableJson(more);
  return null;
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
