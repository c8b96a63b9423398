import { roleOf, rolesThatMay } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import { namedIds } from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';
import { knownCredentials } from '../../storage/credentials.js';
import type { Unit } from '../../storage/orm.js';

/**
 * The ids of the credentials that a caller who may change a bot may use in it: for members those of its workspace, for guests
 * those of them that its stored draft names. The bot is loaded with its draft.
 */
export async function usableCredentials(
  unit: Unit,
  { caller, bot }: { caller: Caller | undefined; bot: Bot },
): Promise<ReadonlySet<string>> {
  const { workspaceId, draft } = bot;
  const known = await knownCredentials(unit, workspaceId);
  if (known.size === 0) return known;
  const role = await roleOf(unit, { caller, workspaceId });
  if (role !== undefined && rolesThatMay('read').includes(role)) return known;
  return new Set([...namedIds(draft, 'credentials')].filter((id) => known.has(id)));
}
