import { roleOf, rolesThatMay } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import { namedIds, type FlowDefinition } from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';
import { knownCredentials } from '../../storage/credentials.js';
import type { Unit } from '../../storage/orm.js';

interface UsableRequest {
  readonly caller: Caller | undefined;
  readonly bot: Bot;
  readonly draft: () => FlowDefinition | Promise<FlowDefinition>;
}

/**
 * The ids of the credentials that a caller with write access may use in a bot. Members may use all of its workspace, guests those that its
 * stored draft names. `draft` loads that draft, for guests only.
 */
export async function usableCredentials(
  unit: Unit,
  { caller, bot, draft }: UsableRequest,
): Promise<ReadonlySet<string>> {
  const { workspaceId } = bot;
  const known = await knownCredentials(unit, workspaceId);
  if (known.size === 0) return known;
  const role = await roleOf(unit, { caller, workspaceId });
  if (role !== undefined && rolesThatMay('read').includes(role)) return known;
  return new Set([...namedIds(await draft(), 'credentials')].filter((id) => known.has(id)));
}
