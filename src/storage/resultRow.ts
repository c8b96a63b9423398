import { Result, type ResultVariable } from '../schema/result.js';

/** SQL: the columns that `toResult` needs. */
export const RESULT_COLUMNS = `id, bot_id as "botId", flow_id as "flowId", session_id as "sessionId",
  variables::text as variables, is_completed as "isCompleted", has_started as "hasStarted",
  is_archived as "isArchived", answers_from as "answersFrom",
  (extract(epoch from created_at) * 1000)::float8 as "createdAt",
  (extract(epoch from updated_at) * 1000)::float8 as "updatedAt"`;

/** A result as it is read with these columns: `variables` is JSON text, times are milliseconds since 1970. */
export interface ResultRow extends Omit<Result, 'variables' | 'createdAt' | 'updatedAt'> {
  readonly variables: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The result of a row; it belongs to no unit of work, since lists only read. */
export function toResult(row: ResultRow): Result {
  return Object.assign(new Result(), {
    id: row.id,
    botId: row.botId,
    flowId: row.flowId,
    sessionId: row.sessionId,
    variables: storedVariables(row.variables),
    isCompleted: row.isCompleted,
    hasStarted: row.hasStarted,
    isArchived: row.isArchived,
    answersFrom: row.answersFrom,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  });
}

/** The variables of a result, which are stored as one document. */
export function storedVariables(text: string): ResultVariable[] {
  // Written by hot/turnWriter.ts and importResults.ts alone.
  return JSON.parse(text) as ResultVariable[];
}
