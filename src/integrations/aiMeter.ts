import type { Log } from '../log/log.js';
import {
  AI_MEASURES,
  limitsOf,
  noteSpentBudget,
  type AiOwner,
  type OperatorLimits,
  type SpentBudget,
} from '../storage/aiBudgets.js';
import {
  addAiUse,
  findAiUseOf,
  type AiAccount,
  type AiUse,
  type AiUser,
} from '../storage/aiUsage.js';
import type { Storage } from '../storage/orm.js';
import type { RequestUse } from './models/usage.js';
import { openPrices } from './prices/prices.js';
import { PRICES } from './prices/priceTable.js';
import { readPrices } from './prices/readPrices.js';

/** Measures what AI actions take in a month (UTC), and refuses them where a budget is spent. */
export interface AiMeter {
  /** Rejects when a budget of the chat, the bot or its workspace is spent. */
  assertLeft(user: AiUser): Promise<void>;
  /** What a request costs, in US dollars. */
  costOf(use: RequestUse): number;
  /** Counts an action that ended. Never rejects. */
  count(user: AiUser, use: AiUse): Promise<void>;
}

/** What the operator sets. */
interface MeterSettings {
  readonly aiBudgets: OperatorLimits;
  /** The file of prices, if there is one. */
  readonly aiPrices: string | undefined;
}

/** Opens the meter of this server. A spent budget is logged once in a month, and webhooks receive it. */
export function openAiMeter(
  { aiBudgets: limits, aiPrices }: MeterSettings,
  storage: Pick<Storage, 'chatPool' | 'openUnit'>,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): AiMeter {
  const prices = openPrices([readPrices(aiPrices), PRICES], log);
  const { chatPool: pool } = storage;
  const note = async ({ text, ...spent }: Spent): Promise<void> => {
    const { botId } = spent.event;
    try {
      if (await noteSpentBudget(storage.openUnit(), spent)) log.warn({ botId }, text);
    } catch (err) {
      log.error({ err, botId }, 'a spent budget could not be noted');
    }
  };
  return {
    costOf: prices.costOf,
    async assertLeft(user) {
      for (const account of await findAiUseOf(pool, user)) {
        const [spent] = spentIn(user, account, limits);
        if (!spent) continue;
        await note(spent);
        throw new Error(spent.text);
      }
    },
    async count(user, use) {
      try {
        const accounts = await addAiUse(pool, user, use);
        for (const spent of accounts.flatMap((one) => spentIn(user, one, limits)))
          await note(spent);
      } catch (err) {
        log.error({ err, botId: user.botId }, 'what an AI action took could not be counted');
      }
    },
  };
}

/** A spent budget, and the sentence for people. */
type Spent = SpentBudget & { readonly text: string };

function spentIn(user: AiUser, account: AiAccount, operators: OperatorLimits): Spent[] {
  const { ownerId, month } = account;
  const owner = ownerOf(user, ownerId);
  const limits = limitsOf(owner, operators, account.limits);
  return AI_MEASURES.flatMap((measure) => {
    const [used, limit] = [account[measure], limits[measure] ?? Infinity];
    if (used < limit) return [];
    const chat = owner === 'chat' ? { sessionId: ownerId } : {};
    const data = { budget: owner, ...chat, measure, used, limit, month: month.slice(0, 7) };
    const event = { botId: user.botId, type: 'BUDGET_SPENT', data } as const;
    return [{ ownerId, measure, event, text: spentText(data) }];
  });
}

function ownerOf({ chat, botId }: AiUser, ownerId: string): AiOwner {
  if (ownerId === chat) return 'chat';
  return ownerId === botId ? 'bot' : 'workspace';
}

/** Without a colon after `tokens`: the log would hide what follows as a secret. */
function spentText({
  budget,
  measure,
  ...amounts
}: Readonly<Record<'budget' | 'measure', string> & Record<'used' | 'limit', number>>): string {
  const [used, limit] = [amounts.used, amounts.limit].map((amount) =>
    numbers.format(amount).replaceAll(',', ' '),
  );
  const unit = measure === 'cost' ? 'US dollars' : measure;
  return `The AI budget of this ${budget} is spent (${used} of ${limit} ${unit} this month)`;
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
