import type { Log } from '../log/log.js';
import {
  AI_MEASURES,
  type AiOwner,
  limitsOf,
  noteSpentBudget,
  type OperatorLimits,
  type SpentBudget,
} from '../storage/aiBudgets.js';
import { type AiNeed, holdAiUse, settleAiUse, type SettledUse } from '../storage/aiHolds.js';
import type { AiAccount, AiUser } from '../storage/aiUsage.js';
import type { Storage } from '../storage/orm.js';
import type { RequestUse } from './models/usage.js';
import type { Prices } from './prices/prices.js';

/** Counts the AI usage of each month (UTC), and refuses actions whose budget is used up. */
export interface AiMeter {
  /**
   * Reserves what an action may use, and returns the id of the reservation. Rejects if a budget of the chat, the bot or its workspace is
   * used up, or the rest of it is reserved by running actions.
   */
  hold(user: AiUser, need: AiNeed): Promise<string>;
  /** The cost of a request, in US dollars. */
  costOf(use: RequestUse): number;
  /** Replaces the reservation of an ended action by its actual usage. Never rejects. */
  settle(settled: SettledUse): Promise<void>;
}

/** The operator's settings. */
interface MeterSettings {
  readonly aiBudgets: OperatorLimits;
  readonly prices: Prices;
}

/** Opens the meter of this server. A budget that is used up is logged and sent to webhooks once a month. */
export function openAiMeter(
  { aiBudgets: limits, prices }: MeterSettings,
  storage: Pick<Storage, 'chatPool' | 'openUnit'>,
  log: Pick<Log, 'warn' | 'error'>,
): AiMeter {
  const { chatPool: pool } = storage;
  const note = async ({ text, isSpent: _isSpent, ...spent }: Reached): Promise<void> => {
    const { botId } = spent.event;
    try {
      if (await noteSpentBudget(storage.openUnit(), spent)) log.warn({ botId }, text);
    } catch (err) {
      log.error({ err, botId }, 'a spent budget could not be noted');
    }
  };
  return {
    costOf: prices.costOf,
    async hold(user, need) {
      const { id, accounts } = await holdAiUse(pool, user, need);
      const before = accounts.map((account) => withoutHeld(account, need));
      const reached = before.flatMap((account) => reachedIn(user, account, limits));
      const first = reached.find(({ isSpent }) => isSpent) ?? reached[0];
      if (!first) return id;
      await settleAiUse(pool, { hold: id, user, use: NOTHING });
      if (first.isSpent) await note(first);
      throw new Error(first.text);
    },
    async settle(settled) {
      const { user } = settled;
      try {
        const accounts = await settleAiUse(pool, settled);
        const reached = accounts.flatMap((account) => reachedIn(user, account, limits));
        for (const reachedBudget of reached) if (reachedBudget.isSpent) await note(reachedBudget);
      } catch (err) {
        log.error({ err, botId: user.botId }, 'what an AI action took could not be counted');
      }
    },
  };
}

const NOTHING: SettledUse['use'] = {
  ...{ calls: 0, tokens: 0, promptTokens: 0, completionTokens: 0, estimatedTokens: 0 },
  ...{ milliseconds: 0, cost: 0 },
};

/** A total without this reservation. */
function withoutHeld(account: AiAccount, need: AiNeed): AiAccount {
  return {
    ...account,
    heldCalls: account.heldCalls - need.calls,
    heldTokens: account.heldTokens - need.tokens,
    heldMilliseconds: account.heldMilliseconds - need.milliseconds,
    heldCost: account.heldCost - need.cost,
  };
}

/** A budget that is used up or completely reserved, with a sentence for people. */
type Reached = SpentBudget & { readonly isSpent: boolean; readonly text: string };

const HELD = {
  calls: 'heldCalls',
  tokens: 'heldTokens',
  milliseconds: 'heldMilliseconds',
  cost: 'heldCost',
} as const;

/** The budgets that leave nothing for an action; `account` is the total of the chat, the bot or the workspace. */
function reachedIn(user: AiUser, account: AiAccount, operators: OperatorLimits): Reached[] {
  const { ownerId, month } = account;
  const owner = ownerOf(user, ownerId);
  const limits = limitsOf(owner, operators, account.limits);
  return AI_MEASURES.flatMap((measure) => {
    const [used, limit] = [account[measure], limits[measure] ?? Infinity];
    const held = account[HELD[measure]];
    if (used + held < limit) return [];
    const isSpent = used >= limit;
    const chat = owner === 'chat' ? { sessionId: ownerId } : {};
    const data = { budget: owner, ...chat, measure, used, limit, month: month.slice(0, 7) };
    const event = { botId: user.botId, type: 'BUDGET_SPENT', data } as const;
    const text = isSpent ? spentText(data) : heldText({ ...data, held });
    return [{ ownerId, measure, event, isSpent, text }];
  });
}

function ownerOf({ chat, botId }: AiUser, ownerId: string): AiOwner {
  if (ownerId === chat) return 'chat';
  return ownerId === botId ? 'bot' : 'workspace';
}

type Amounts = Readonly<Record<'used' | 'limit', number>>;
type Named = Readonly<Record<'budget' | 'measure', string>>;

/** No colon follows `tokens`, because the log would mask what follows as a secret. */
function spentText({ budget, measure, used, limit }: Named & Amounts): string {
  const share = `${formatted(used)} of ${formatted(limit)} ${unitOf(measure)}`;
  return `The AI budget of this ${budget} is spent (${share} this month)`;
}

function heldText({
  budget,
  measure,
  held,
  ...amounts
}: Named & Amounts & { held: number }): string {
  const share = `${formatted(amounts.used)} of ${formatted(amounts.limit)} ${unitOf(measure)} this month`;
  return `The rest of the AI budget of this ${budget} is held for actions that run (${share}, ${formatted(held)} held)`;
}

function unitOf(measure: string): string {
  return measure === 'cost' ? 'US dollars' : measure;
}

function formatted(amount: number): string {
  return numbers.format(amount).replaceAll(',', ' ');
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
