import type { Pool } from 'pg';
import type { AiLimits } from '../schema/aiBudget.js';
import type { AiUsage } from '../schema/aiUsage.js';

/** A chat, and the bot that began it. */
export interface AiUser {
  readonly chat: string;
  readonly botId: string;
}

/** The totals of a chat, a bot or a workspace in the current month, and the limits that people of the workspace set. */
export type AiAccount = Omit<AiUsage, 'spent'> & { readonly limits: AiLimits };

/** SQL: the first day of the current month, in UTC. */
export const MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** SQL: the chat, its bot and the bot's workspace, in the order in which their rows are locked. */
export const OWNERS = `(values (0, $1::text), (1, $2::text), (2, (select workspace_id from bot where id = $2)))`;

/** SQL: the columns of a total, from `added`; zero where nothing was consumed yet. */
export const TOTALS = `to_char(coalesce(added.month, ${MONTH}), 'YYYY-MM-DD') as month, coalesce(added.calls, 0)::float8 as calls,
  coalesce(added.tokens, 0)::float8 as tokens, coalesce(added.prompt_tokens, 0)::float8 as "promptTokens",
  coalesce(added.completion_tokens, 0)::float8 as "completionTokens",
  coalesce(added.estimated_tokens, 0)::float8 as "estimatedTokens",
  coalesce(added.milliseconds, 0)::float8 as milliseconds, coalesce(added.cost, 0)::float8 as cost,
  coalesce(added.held_calls, 0)::float8 as "heldCalls", coalesce(added.held_tokens, 0)::float8 as "heldTokens",
  coalesce(added.held_milliseconds, 0)::float8 as "heldMilliseconds", coalesce(added.held_cost, 0)::float8 as "heldCost"`;

/** SQL: the column `limits`, from `ai_budget`. */
export const LIMITS = `json_build_object('calls', ai_budget.calls::float8, 'tokens', ai_budget.tokens::float8,
  'milliseconds', ai_budget.milliseconds::float8, 'cost', ai_budget.cost::float8) as limits`;

/** The totals of each of these chats, bots or workspaces in the current month, in the order of `ids`. */
export async function findAiUsage(pool: Pool, ids: readonly string[]): Promise<AiUsage[]> {
  const { rows } = await pool.query<AiUsage>({
    name: 'ai_usage_of_each',
    text: `select id as "ownerId", ${TOTALS}, coalesce(added.spent, '{}') as spent
      from unnest($1::text[]) with ordinality as each (id, place)
      left join ai_usage as added on added.owner_id = id and added.month = ${MONTH}
      order by place`,
    values: [ids],
  });
  return rows;
}

/** The totals of each of these bots or workspaces in the months in which there were any, the newest first, in the order of `ids`. */
export async function findAiMonths(pool: Pool, ids: readonly string[]): Promise<AiUsage[][]> {
  const { rows } = await pool.query<AiUsage>({
    name: 'ai_usage_by_month',
    text: `select owner_id as "ownerId", ${TOTALS}, added.spent
      from ai_usage as added where owner_id = any($1::text[]) order by added.month desc`,
    values: [ids],
  });
  return ids.map((id) => rows.filter(({ ownerId }) => ownerId === id));
}

/** The limits that people set for each of these bots or workspaces, in the order of `ids`. */
export async function findAiBudgets(pool: Pool, ids: readonly string[]): Promise<AiLimits[]> {
  const { rows } = await pool.query<Pick<AiAccount, 'limits'>>({
    name: 'ai_budget_of_each',
    text: `select ${LIMITS} from unnest($1::text[]) with ordinality as each (id, place)
      left join ai_budget on ai_budget.owner_id = id order by place`,
    values: [ids],
  });
  return rows.map(({ limits }) => limits);
}
