import type { Pool } from 'pg';
import type { AiLimits } from '../schema/aiBudget.js';
import type { AiUsage } from '../schema/aiUsage.js';

/** A chat, and the bot that began it. */
export interface AiUser {
  readonly chat: string;
  readonly botId: string;
}

/** What an AI action took. */
export type AiUse = Omit<AiUsage, 'ownerId' | 'month' | 'spent'>;

/** What a chat, a bot or a workspace took in the current month, and what people of the workspace let it take. */
export type AiAccount = Omit<AiUsage, 'spent'> & { readonly limits: AiLimits };

/** The first day of the current month. */
export const MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** The chat, its bot and the bot's workspace. */
const OWNERS = `(values (0, $1::text), (1, $2::text), (2, (select workspace_id from bot where id = $2)))`;

/** The members of a total, of `added`: zero where nothing was taken yet. */
const TOTALS = `to_char(${MONTH}, 'YYYY-MM-DD') as month, coalesce(added.calls, 0)::float8 as calls,
  coalesce(added.tokens, 0)::float8 as tokens, coalesce(added.prompt_tokens, 0)::float8 as "promptTokens",
  coalesce(added.completion_tokens, 0)::float8 as "completionTokens",
  coalesce(added.estimated_tokens, 0)::float8 as "estimatedTokens",
  coalesce(added.milliseconds, 0)::float8 as milliseconds, coalesce(added.cost, 0)::float8 as cost`;

/** The members of `limits`, of `ai_budget`. */
const LIMITS = `json_build_object('calls', ai_budget.calls::float8, 'tokens', ai_budget.tokens::float8,
  'milliseconds', ai_budget.milliseconds::float8, 'cost', ai_budget.cost::float8) as limits`;

/**
 * Adds what an action took to the totals of the chat, the bot and its workspace, in one statement, so that nothing is lost where
 * several processes count. Gives the three totals, this action among them.
 */
export async function addAiUse(pool: Pool, user: AiUser, use: AiUse): Promise<AiAccount[]> {
  const { calls, tokens, promptTokens, completionTokens, estimatedTokens, milliseconds, cost } =
    use;
  const { rows } = await pool.query<AiAccount>({
    name: 'ai_use_add',
    // Always in this order: two actions cannot wait for each other.
    text: `with added as (insert into ai_usage as known
        (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, estimated_tokens, milliseconds, cost)
      select id, ${MONTH}, $3, $4, $5, $6, $7, $8, $9 from ${OWNERS} as owner (place, id)
      where id is not null order by place
      on conflict (owner_id, month) do update set calls = known.calls + excluded.calls,
        tokens = known.tokens + excluded.tokens,
        prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = known.completion_tokens + excluded.completion_tokens,
        estimated_tokens = known.estimated_tokens + excluded.estimated_tokens,
        milliseconds = known.milliseconds + excluded.milliseconds,
        cost = known.cost + excluded.cost
      returning known.*)
      select added.owner_id as "ownerId", ${TOTALS}, ${LIMITS}
      from added left join ai_budget using (owner_id)`,
    values: [
      user.chat,
      user.botId,
      calls,
      tokens,
      promptTokens,
      completionTokens,
      estimatedTokens,
      milliseconds,
      cost,
    ],
  });
  return rows;
}

/** What the chat, its bot and its workspace took in the current month, in this order. */
export async function findAiUseOf(pool: Pool, { chat, botId }: AiUser): Promise<AiAccount[]> {
  const { rows } = await pool.query<AiAccount>({
    name: 'ai_use_of_chat',
    text: `select id as "ownerId", ${TOTALS}, ${LIMITS} from ${OWNERS} as owner (place, id)
      left join ai_usage as added on added.owner_id = id and added.month = ${MONTH}
      left join ai_budget on ai_budget.owner_id = id
      where id is not null order by place`,
    values: [chat, botId],
  });
  return rows;
}

/** What each of these chats, bots or workspaces took in the current month, in their order. */
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

/** What people let each of these bots or workspaces take, in their order. */
export async function findAiBudgets(pool: Pool, ids: readonly string[]): Promise<AiLimits[]> {
  const { rows } = await pool.query<Pick<AiAccount, 'limits'>>({
    name: 'ai_budget_of_each',
    text: `select ${LIMITS} from unnest($1::text[]) with ordinality as each (id, place)
      left join ai_budget on ai_budget.owner_id = id order by place`,
    values: [ids],
  });
  return rows.map(({ limits }) => limits);
}
