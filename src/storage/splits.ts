import DataLoader from 'dataloader';
import { invalid } from '../errors/errors.js';
import type { Bot } from '../schema/bot.js';
import { BotSplit, type SplitArm } from '../schema/botSplit.js';
import { WebhookEventType } from '../schema/enums.js';
import { phaseIn, phaseName } from './flowVariants.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { tellWebhooks } from './webhookEvents.js';

/** The most phases of a split. */
const MOST_PHASES = 50;

/** The most splits of a bot that are listed. */
export const MOST_LISTED = 20;

/**
 * Gives live traffic of a bot whose row is locked these arms: begins a split, or another phase of the one that runs. Returns the split; undefined
 * where the phase that runs has the same arms. Fails with `VALIDATION` where the split has too many phases.
 */
export async function beginPhase(
  unit: Unit,
  bot: Bot,
  arms: readonly SplitArm[],
): Promise<BotSplit | undefined> {
  const running = await findRunning(unit, bot);
  const now = new Date();
  const fresh = { botId: bot.id, phases: [], createdAt: now, endedAt: null };
  const split = running ?? unit.create(BotSplit, { ...fresh, id: newId('spl') });
  if (JSON.stringify(split.phases.at(-1)?.arms) === JSON.stringify(arms)) return undefined;
  const number = split.phases.length + 1;
  if (number > MOST_PHASES) {
    throw invalid([{ path: ['arms'], message: `At most ${MOST_PHASES} phases of a split` }]);
  }
  split.phases = [...split.phases, { number, began: now.getTime(), arms: [...arms] }];
  bot.split = phaseName({ id: split.id, phase: number });
  unit.persist(split);
  return split;
}

/** Ends the split of a bot whose row is locked, if one runs, and tells webhooks. What is live from now on must be set before. */
export async function endSplit(unit: Unit, bot: Bot): Promise<void> {
  const running = await findRunning(unit, bot);
  bot.split = null;
  if (!running) return;
  const endedAt = new Date();
  running.endedAt = endedAt;
  const { id: botId, liveVersionId: versionId } = bot;
  const data = { versionId, split: { createdAt: running.createdAt, endedAt } };
  await tellWebhooks(unit, { botId, type: WebhookEventType.SPLIT_STOPPED, data });
}

async function findRunning(unit: Unit, { split }: Bot): Promise<BotSplit | null> {
  return split === null ? null : unit.findOne(BotSplit, { id: phaseIn(split).id });
}

/** Loads the splits of bots by their ids: the newest first, at most `MOST_LISTED`. */
export function openSplitLoaders(openUnit: () => Unit) {
  return {
    splits: new DataLoader(async (botIds: readonly string[]) => {
      const where = { botId: { $in: [...botIds] } };
      const found = await openUnit().find(BotSplit, where, { orderBy: { id: 'desc' } });
      return botIds.map((botId) =>
        found.filter((split) => split.botId === botId).slice(0, MOST_LISTED),
      );
    }),
  };
}
