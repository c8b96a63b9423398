import { AiSpending as Spending } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { dollars } from '../ui/dollars.js';

/** What AI took of its budgets this month: that of the bot, and that of its workspace. */
export function AiSpending(): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  const { data } = useData(Spending, { botId });
  const bot = data?.bot;
  if (!bot) return null;
  const { aiUsage, aiBudget } = bot.workspace;
  return (
    <p className="help">
      {t('AI this month: {cost} for this bot.', { cost: spentOf(bot.aiUsage, bot.aiBudget) })}
      {aiUsage ? ` ${t('{cost} for the workspace.', { cost: spentOf(aiUsage, aiBudget) })}` : null}
    </p>
  );
}

interface Cost<Amount> {
  readonly cost: Amount;
}

function spentOf({ cost }: Cost<number>, budget: Cost<number | null> | null): string {
  const most = budget?.cost ?? null;
  const spent = dollars(cost);
  return most === null ? spent : t('{spent} of {most}', { spent, most: dollars(most) });
}
