import { BotChange } from '../schema/botChange.js';
import type { Unit } from './orm.js';

/** How many changes of a bot are kept at least; a watcher that was away for longer receives those. */
const KEPT = 200;

/** After how many changes the oldest are deleted. */
const SWEEP_EVERY = 50;

/** The members of a change that its writer gives. */
export type ChangeTold = Pick<BotChange, 'botId' | 'revision' | 'kind' | 'actorId'>;

/** Stores a change with the unit that makes it, and deletes the oldest. */
export async function noteChange(unit: Unit, told: ChangeTold): Promise<void> {
  unit.create(BotChange, { ...told, createdAt: new Date() });
  if (told.revision % SWEEP_EVERY !== 0) return;
  await unit.nativeDelete(BotChange, {
    botId: told.botId,
    revision: { $lte: told.revision - KEPT },
  });
}

/** What happened to a bot after a revision, oldest first. */
export async function readChanges(unit: Unit, botId: string, after: number): Promise<BotChange[]> {
  return unit.find(
    BotChange,
    { botId, revision: { $gt: after } },
    { orderBy: { revision: 'asc' } },
  );
}
