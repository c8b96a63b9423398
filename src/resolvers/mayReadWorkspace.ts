import { callerWith, mayRead, scopesFor } from '../auth/access.js';
import type { Context } from '../context/context.js';

/**
 * Whether the caller may read a workspace, which a shared bot of it does not allow. Checks for several workspaces at
 * once are one statement.
 */
export async function mayReadWorkspace(context: Context, workspaceId: string): Promise<boolean> {
  const caller = callerWith(await context.caller(), scopesFor('read'));
  const { userId } = caller;
  return mayRead(caller, {
    workspaceId,
    role: await context.loaders().role.load({ userId, workspaceId }),
  });
}
