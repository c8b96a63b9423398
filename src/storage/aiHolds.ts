import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { AiUsage } from '../schema/aiUsage.js';
import { LIMITS, MONTH, OWNERS, TOTALS, type AiAccount, type AiUser } from './aiUsage.js';

/** The consumption of an AI action. */
export type AiUse = AiNeed & Pick<AiUsage, 'promptTokens' | 'completionTokens' | 'estimatedTokens'>;

/** The most that an AI action may consume, as far as it is known beforehand. */
export type AiNeed = Pick<AiUsage, 'calls' | 'tokens' | 'milliseconds' | 'cost'>;

/** After this time the server that runs an action counts as dead: longer than any action runs. */
const HOLD_LASTS = `interval '2 minutes'`;

/**
 * Reserves the most that an action may consume in the totals of its chat, bot and workspace. One statement does it, so that the next
 * reservation in any process sees it. Returns the id of the hold, for `settleAiUse`, and the three totals, this hold included.
 */
export async function holdAiUse(
  pool: Pool,
  { chat, botId }: AiUser,
  { calls, tokens, milliseconds, cost }: AiNeed,
): Promise<{ readonly id: string; readonly accounts: AiAccount[] }> {
  const id = randomUUID();
  const { rows } = await pool.query<AiAccount>({
    name: 'ai_hold',
    // Rows are always locked in this order, so that two actions cannot deadlock.
    text: `with owner (place, id) as (select place, id from ${OWNERS} as each (place, id) where id is not null),
      added as (insert into ai_usage as known (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, milliseconds,
        held_calls, held_tokens, held_milliseconds, held_cost)
      select id, ${MONTH}, 0, 0, 0, 0, 0, $3, $4, $5, $6 from owner order by place
      on conflict (owner_id, month) do update set ${HELD_ADDED} returning known.*),
      noted as (insert into ai_hold (id, owner_ids, month, calls, tokens, milliseconds, cost, expires_at)
      select $7, array_agg(id order by place), ${MONTH}, $3, $4, $5, $6, now() + ${HOLD_LASTS} from owner)
      select added.owner_id as "ownerId", ${TOTALS}, ${LIMITS}
      from added left join ai_budget using (owner_id)`,
    values: [chat, botId, calls, tokens, milliseconds, cost, id],
  });
  return { id, accounts: rows };
}

/** Adds to the newest totals of the row, which may be newer than the snapshot of the statement. */
const HELD_ADDED = ['calls', 'tokens', 'milliseconds', 'cost']
  .map(
    (measure) => `held_${measure} = greatest(known.held_${measure} + excluded.held_${measure}, 0)`,
  )
  .join(', ');

/** The amounts of the hold `gone`, negated. */
const NO_LONGER_HELD = `-coalesce(gone.calls, 0), -coalesce(gone.tokens, 0), -coalesce(gone.milliseconds, 0), -coalesce(gone.cost, 0)`;

/** An AI action that ended. */
export interface SettledUse {
  readonly hold: string;
  readonly user: AiUser;
  readonly use: AiUse;
}

/**
 * Adds the consumption of an action to its totals and ends its hold, in one statement; also where the hold has expired. Returns the totals,
 * this action included.
 */
export async function settleAiUse(pool: Pool, settled: SettledUse): Promise<AiAccount[]> {
  const { hold, user, use } = settled;
  const { calls, tokens, promptTokens, completionTokens, estimatedTokens } = use;
  const { rows } = await pool.query<AiAccount>({
    name: 'ai_settle',
    text: `with gone as (delete from ai_hold where id = $10 returning *),
      owner (place, id) as (select each.place, each.id from gone, unnest(owner_ids) with ordinality as each (id, place)
        union all select place, id from ${OWNERS} as each (place, id) where id is not null and not exists (select from gone)),
      added as (insert into ai_usage as known (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, estimated_tokens,
        milliseconds, cost, held_calls, held_tokens, held_milliseconds, held_cost)
      select owner.id, coalesce(gone.month, ${MONTH}), $3, $4, $5, $6, $7, $8, $9, ${NO_LONGER_HELD}
      from owner left join gone on true order by place
      on conflict (owner_id, month) do update set calls = known.calls + excluded.calls,
        tokens = known.tokens + excluded.tokens,
        prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = known.completion_tokens + excluded.completion_tokens,
        estimated_tokens = known.estimated_tokens + excluded.estimated_tokens,
        milliseconds = known.milliseconds + excluded.milliseconds,
        cost = known.cost + excluded.cost, ${HELD_ADDED}
      returning known.*)
      select added.owner_id as "ownerId", ${TOTALS}, ${LIMITS}
      from added left join ai_budget using (owner_id)`,
    values: [
      ...[user.chat, user.botId, calls, tokens, promptTokens, completionTokens, estimatedTokens],
      ...[use.milliseconds, use.cost, hold],
    ],
  });
  return rows;
}

const BATCH = 500;

/** Frees the holds of servers that died. Returns whether there may be more. */
export async function freeAiHolds(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ readonly freed: number }>({
    name: 'ai_holds_free',
    text: `with gone as (delete from ai_hold where id in (
        select id from ai_hold where expires_at < now() limit $1 for update skip locked) returning *),
      freed as (insert into ai_usage as known (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, milliseconds,
        held_calls, held_tokens, held_milliseconds, held_cost)
      select each.id, gone.month, 0, 0, 0, 0, 0, -sum(gone.calls), -sum(gone.tokens), -sum(gone.milliseconds), -sum(gone.cost)
      from gone, unnest(owner_ids) with ordinality as each (id, place)
      group by each.id, gone.month order by max(place), each.id
      on conflict (owner_id, month) do update set ${HELD_ADDED})
      select count(*)::int as freed from gone`,
    values: [BATCH],
  });
  return rows[0]?.freed === BATCH;
}
