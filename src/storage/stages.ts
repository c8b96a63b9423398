import DataLoader from 'dataloader';
import { Failure, invalid } from '../errors/errors.js';
import { BotStage } from '../schema/botStage.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The most stages of a bot. */
export const MOST_STAGES = 20;

/** The stage of this bot with this name. Fails with `STAGE_NOT_FOUND`. */
export async function findStage(unit: Unit, botId: string, name: string): Promise<BotStage> {
  const stage = await unit.findOne(BotStage, { botId, name });
  if (!stage) throw new Failure('STAGE_NOT_FOUND', 'Stage not found');
  return stage;
}

/** Stores a stage of a bot whose row is locked: changes `before`, or adds one. Fails with `VALIDATION` when there are too many. */
export async function saveStage(
  unit: Unit,
  before: BotStage | null,
  values: Omit<BotStage, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<BotStage> {
  const updatedAt = new Date();
  if (!before && (await unit.count(BotStage, { botId: values.botId })) >= MOST_STAGES) {
    throw invalid([{ path: ['stage'], message: `At most ${MOST_STAGES} stages of a bot` }]);
  }
  const stage = before
    ? Object.assign(before, values, { updatedAt })
    : unit.create(BotStage, { ...values, id: newId('stg'), createdAt: updatedAt, updatedAt });
  await unit.flush();
  return stage;
}

/** Loads the stages of bots by their ids, in the order of their names. */
export function openStageLoaders(openUnit: () => Unit) {
  return {
    stages: new DataLoader(async (botIds: readonly string[]) => {
      const where = { botId: { $in: [...botIds] } };
      const found = await openUnit().find(BotStage, where, { orderBy: { name: 'asc' } });
      return botIds.map((botId) => found.filter((stage) => stage.botId === botId));
    }),
  };
}
