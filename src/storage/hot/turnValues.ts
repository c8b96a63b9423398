import type { AnswerRecord, CountsRecord, ResultRecord, TurnWrite } from './chats.js';
import { newAnswerId } from '../newId.js';

/** The values `$1` to `$9` of a turn's write. */
export function restValues(write: TurnWrite): unknown[] {
  // Answers of a result before this one are no longer read back.
  const answersFrom = write.hidesEarlierAnswers ? newAnswerId(write.at, 0, 0) : '';
  return [
    write.sessionId,
    write.firstSeq,
    write.firstSeq + write.events.length - 1,
    write.turn,
    JSON.stringify(write.events),
    write.at,
    storableJson(
      write.answers.map((answer, place) => answerRow(answer, newAnswerId(write.at, place))),
    ),
    storableJson(write.results.map((result) => resultRow(result, answersFrom))),
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
    attached_file_urls: answer.attachedFileUrls ?? null,
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
 * JSON text for columns of text: PostgreSQL holds neither NUL nor half a surrogate pair there, and scripts and calls may
 * produce both. Nearly no text has them, and cleaning costs three times the writing.
 */
function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(value, storable) : text;
}

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
