import type { AiLimits } from '../schema/aiBudget.js';
import { MONTH } from './aiUsage.js';
import type { Unit } from './orm.js';
import { tellWebhooks, type BotEvent } from './webhookEvents.js';

/** What budgets limit. */
export const AI_MEASURES = ['tokens', 'calls', 'milliseconds', 'cost'] as const;

/** One thing that budgets limit. */
export type AiMeasure = (typeof AI_MEASURES)[number];

/** Whose budget it is. */
export type AiOwner = 'chat' | 'bot' | 'workspace';

/** What the operator lets every chat, bot or workspace take in a month, by names like `bot.tokens` (`AI_BUDGETS`). */
export type OperatorLimits = ReadonlyMap<string, number>;

/** What applies: what people of the workspace let AI take, and never more than what the operator does. */
export function limitsOf(owner: AiOwner, operators: OperatorLimits, own: AiLimits): AiLimits {
  const least = (measure: AiMeasure): number | null => {
    const most = Math.min(
      own[measure] ?? Infinity,
      operators.get(`${owner}.${measure}`) ?? Infinity,
    );
    return most === Infinity ? null : most;
  };
  return {
    calls: least('calls'),
    tokens: least('tokens'),
    milliseconds: least('milliseconds'),
    cost: least('cost'),
  };
}

/**
 * Changes the budget of a bot or a workspace; a measure that is absent stays. Spending is counted from zero again, and webhooks
 * receive the event again.
 */
export async function changeAiBudget(
  unit: Unit,
  { botId = null, workspaceId = null }: { botId?: string | null; workspaceId?: string | null },
  change: Partial<AiLimits>,
): Promise<void> {
  const given = AI_MEASURES.filter((measure) => change[measure] !== undefined);
  const kept = given.map((measure) => `${measure} = excluded.${measure}`);
  const ownerId = botId ?? workspaceId;
  await unit.transactional(async (inner) => {
    await inner.execute(
      `insert into ai_budget (owner_id, bot_id, workspace_id, ${AI_MEASURES.join(', ')})
        values (?, ?, ?, ?, ?, ?, ?)
        on conflict (owner_id) do ${kept.length > 0 ? `update set ${kept.join(', ')}` : 'nothing'}`,
      [ownerId, botId, workspaceId, ...AI_MEASURES.map((measure) => change[measure] ?? null)],
    );
    await inner.execute(
      `update ai_usage set spent = '{}' where owner_id = ? and month = ${MONTH}`,
      [ownerId],
    );
  });
}

/** A budget that is spent, and the event of it. */
export interface SpentBudget {
  readonly ownerId: string;
  readonly measure: AiMeasure;
  readonly event: BotEvent;
}

/** Notes that a budget is spent, with what webhooks receive of it; false when that was noted before in this month. */
export async function noteSpentBudget(
  unit: Unit,
  { ownerId, measure, event }: SpentBudget,
): Promise<boolean> {
  return unit.transactional(async (inner) => {
    const noted: unknown[] = await inner.execute(
      `update ai_usage set spent = array_append(spent, ?)
        where owner_id = ? and month = ${MONTH} and not (? = any(spent)) returning owner_id`,
      [measure, ownerId, measure],
    );
    if (noted.length > 0) await tellWebhooks(inner, event);
    return noted.length > 0;
  });
}
