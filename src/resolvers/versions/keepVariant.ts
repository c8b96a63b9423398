import type { FlowDefinition } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import type { BotVersion } from '../../schema/bot.js';
import { findDefinitions, keepFlow } from '../../storage/flows.js';
import type { Unit } from '../../storage/orm.js';

/** Stores the flow of a version once more, as `made` makes it, under an id of its own (`storage/flowVariants.ts`). */
export async function keepVariant(
  unit: Unit,
  { flowId, ownId }: Pick<BotVersion, 'flowId'> & { readonly ownId: string },
  made = (definition: FlowDefinition): FlowDefinition => definition,
): Promise<void> {
  const definition = (await findDefinitions(unit, [flowId])).get(flowId);
  if (!definition) throw commonFailure('VERSION_NOT_FOUND');
  await keepFlow(unit, made(definition), ownId);
}
