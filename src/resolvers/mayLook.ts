import { callerWith, mayRead, scopesFor } from '../auth/access.js';
import type { Context } from '../context.js';

/**
 * Whether the caller may look into a workspace, and not only at a bot that is shared out of it; all those that are asked
 * about at once are found out by one statement.
 */
export async function mayLook(context: Context, workspaceId: string): Promise<boolean> {
  const caller = callerWith(await context.caller(), scopesFor('read'));
  const { userId } = caller;
  return mayRead(caller, {
    workspaceId,
    role: await context.loaders().role.load({ userId, workspaceId }),
  });
}
