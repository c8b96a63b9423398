import {
  AI_MEASURES,
  limitsOf,
  type AiOwner,
  type OperatorLimits,
  type SpentBudget,
} from '../storage/aiBudgets.js';
import type { AiAccount, AiUser } from '../storage/aiUsage.js';

/** A budget of which nothing is left, or all that is left is held; and the sentence for people. */
export type Reached = SpentBudget & { readonly isSpent: boolean; readonly text: string };

const HELD = {
  calls: 'heldCalls',
  tokens: 'heldTokens',
  milliseconds: 'heldMilliseconds',
  cost: 'heldCost',
} as const;

/** The budgets of which nothing is left for an action; `account` is the total of the chat, the bot or the workspace. */
export function reachedIn(user: AiUser, account: AiAccount, operators: OperatorLimits): Reached[] {
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

/** Without a colon after `tokens`: the log would hide what follows as a secret. */
function spentText({ budget, measure, used, limit }: Named & Amounts): string {
  const share = `${shown(used)} of ${shown(limit)} ${unitOf(measure)}`;
  return `The AI budget of this ${budget} is spent (${share} this month)`;
}

function heldText({
  budget,
  measure,
  held,
  ...amounts
}: Named & Amounts & { held: number }): string {
  const share = `${shown(amounts.used)} of ${shown(amounts.limit)} ${unitOf(measure)} this month`;
  return `The rest of the AI budget of this ${budget} is held for actions that run (${share}, ${shown(held)} held)`;
}

function unitOf(measure: string): string {
  return measure === 'cost' ? 'US dollars' : measure;
}

function shown(amount: number): string {
  return numbers.format(amount).replaceAll(',', ' ');
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
