import { callerWith, mayRead, scopesFor } from '../auth/access.js';
import type { Context } from '../context/context.js';

/**
 * Whether the caller may look into a workspace, which having a bot of it shared does not allow. Questions about several
 * workspaces at once are one statement.
 */
export async function mayLook(context: Context, workspaceId: string): Promise<boolean> {
  const caller = callerWith(await context.caller(), scopesFor('read'));
  const { userId } = caller;
  return mayRead(caller, {
    workspaceId,
    role: await context.loaders().role.load({ userId, workspaceId }),
  });
}
