import type { Pool } from 'pg';
import type { ResultVariable } from '../engine/index.js';
import { IS_LIVE, stageOf } from './flowVariants.js';
import { storedVariables } from './resultRow.js';
import { shardKeyOf } from './shardKeys.js';

/** The result of an earlier chat of the same person. */
export interface Remembered {
  readonly resultId: string;
  readonly variables: readonly ResultVariable[];
  /** Oldest first. */
  readonly answers: readonly RememberedAnswer[];
}

/** An earlier answer, with the block that it answered. */
export interface RememberedAnswer {
  readonly blockId: string;
  readonly groupId: string;
  readonly variableId: string | null;
  readonly content: string;
}

/**
 * The unarchived result of this bot that the start of a chat names, with its answers; undefined when there is none. Chats of a stage go on with
 * results of that stage, and live chats with those of live chats.
 */
export async function findRemembered(
  pool: Pool,
  { botId, flowId }: { readonly botId: string; readonly flowId: string },
  resultId: string | undefined,
): Promise<Remembered | undefined> {
  if (resultId === undefined) return undefined;
  const stage = stageOf(flowId);
  const { rows } = await pool.query<{ variables: string; answers: string }>({
    name: 'result_remembered',
    text: `select result.variables::text as variables, coalesce((
        select json_agg(json_build_object('blockId', answer.block_id, 'groupId', answer.group_id,
          'variableId', answer.variable_id, 'content', answer.content) order by answer.id)
        from answer where answer.shard_key = result.shard_key and answer.result_id = result.id and answer.id >= result.answers_from
      ), '[]')::text as answers
      from result where shard_key = $3 and id = $1 and bot_id = $2 and not is_archived
        and (case when ${IS_LIVE} then '' else split_part(flow_id, '/', 1) end) = $4`,
    values: [resultId, botId, shardKeyOf(resultId), stage === null ? '' : `@${stage}`],
  });
  const [row] = rows;
  if (!row) return undefined;
  const variables = storedVariables(row.variables);
  return { resultId, variables, answers: storedAnswers(row.answers) };
}

/** The flow with which an unarchived result of this bot began that was no chat of a stage; undefined where there is none. */
export async function findFlowIdOfResult(
  pool: Pool,
  botId: string,
  resultId: string | undefined,
): Promise<string | undefined> {
  if (resultId === undefined) return undefined;
  const { rows } = await pool.query<{ flowId: string }>({
    name: 'flow_of_result',
    text: `select flow_id as "flowId" from result
      where shard_key = $3 and id = $1 and bot_id = $2 and not is_archived and ${IS_LIVE}`,
    values: [resultId, botId, shardKeyOf(resultId)],
  });
  return rows[0]?.flowId;
}

function storedAnswers(text: string): RememberedAnswer[] {
  // The statement above names the members.
  return JSON.parse(text) as RememberedAnswer[];
}
