import type { Pool } from 'pg';
import type { AiUsage } from '../schema/aiUsage.js';

/** A chat, and the bot that began it. */
export interface AiUser {
  readonly chat: string;
  readonly botId: string;
}

/** What an AI action took. */
export type AiUse = Omit<AiUsage, 'ownerId' | 'month'>;

const MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** The chat, its bot and the bot's workspace. */
const OWNERS = `(values (0, $1::text), (1, $2::text), (2, (select workspace_id from bot where id = $2)))`;

/**
 * Adds what an action took to the totals of the chat, the bot and its workspace, in one statement, so that nothing is lost where
 * several processes count. Gives the three totals, this action among them.
 */
export async function addAiUse(pool: Pool, user: AiUser, use: AiUse): Promise<AiUsage[]> {
  const { calls, tokens, promptTokens, completionTokens, milliseconds } = use;
  const { rows } = await pool.query<AiUsage>({
    name: 'ai_use_add',
    // Always in this order: two actions cannot wait for each other.
    text: `insert into ai_usage as known
        (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, milliseconds)
      select id, ${MONTH}, $3, $4, $5, $6, $7 from ${OWNERS} as owner (place, id)
      where id is not null order by place
      on conflict (owner_id, month) do update set calls = known.calls + excluded.calls,
        tokens = known.tokens + excluded.tokens,
        prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = known.completion_tokens + excluded.completion_tokens,
        milliseconds = known.milliseconds + excluded.milliseconds
      returning owner_id as "ownerId", to_char(month, 'YYYY-MM-DD') as month, calls::float8,
        tokens::float8, prompt_tokens::float8 as "promptTokens",
        completion_tokens::float8 as "completionTokens", milliseconds::float8`,
    values: [user.chat, user.botId, calls, tokens, promptTokens, completionTokens, milliseconds],
  });
  return rows;
}

/** What the chat, the bot and its workspace took in the current month, in this order. */
export async function findAiUseOf(pool: Pool, { chat, botId }: AiUser): Promise<AiUsage[]> {
  const { rows } = await pool.query<AiUsage>({
    name: 'ai_use_of_chat',
    text: `${totalsOf(OWNERS)} where id is not null order by place`,
    values: [chat, botId],
  });
  return rows;
}

/** What each of these chats, bots or workspaces took in the current month, in their order. */
export async function findAiUsage(pool: Pool, ids: readonly string[]): Promise<AiUsage[]> {
  const { rows } = await pool.query<AiUsage>({
    name: 'ai_usage_of_each',
    text: `${totalsOf('(select place, id from unnest($1::text[]) with ordinality as each (id, place))')}
      order by place`,
    values: [ids],
  });
  return rows;
}

function totalsOf(owners: string): string {
  return `select id as "ownerId", to_char(${MONTH}, 'YYYY-MM-DD') as month,
      coalesce(calls, 0)::float8 as calls, coalesce(tokens, 0)::float8 as tokens,
      coalesce(prompt_tokens, 0)::float8 as "promptTokens",
      coalesce(completion_tokens, 0)::float8 as "completionTokens",
      coalesce(milliseconds, 0)::float8 as milliseconds
    from ${owners} as owner (place, id)
    left join ai_usage on owner_id = id and ai_usage.month = ${MONTH}`;
}
