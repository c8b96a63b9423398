import type { AiLimits } from '../schema/aiBudget.js';
import { MONTH } from './aiUsage.js';
import type { Unit } from './orm.js';
import { tellWebhooks, type BotEvent } from './webhookEvents.js';

/** The measures that budgets limit. */
export const AI_MEASURES = ['tokens', 'calls', 'milliseconds', 'cost'] as const;

/** A measure that budgets limit. */
export type AiMeasure = (typeof AI_MEASURES)[number];

/** The kinds of owners of budgets. */
export type AiOwner = 'chat' | 'bot' | 'workspace';

/** The operator's monthly limits for every chat, bot and workspace, by names like `bot.tokens` (`AI_BUDGETS`). */
export type OperatorLimits = ReadonlyMap<string, number>;

/** The limits that apply: those that people of the workspace set, but at most those of the operator. Null is no limit. */
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

/** Changes the budget of a bot or a workspace; an absent measure stays. A measure that is spent this month sends its event again. */
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

/** A spent measure of a budget, and the event that webhooks receive. */
export interface SpentBudget {
  readonly ownerId: string;
  readonly measure: AiMeasure;
  readonly event: BotEvent;
}

/** Notes that a measure of a budget is spent and queues the event for webhooks; false if it was noted this month already. */
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
