import { callerWith, mayEnter, scopesFor, type Intent } from '../auth/access.js';
import type { Context } from '../context/context.js';
import type { Workspace } from '../schema/workspace.js';

/** Whether the caller may read a workspace. Having a shared bot of it is not enough. Checks of one tick are one statement. */
export async function mayReadWorkspace(context: Context, workspaceId: string): Promise<boolean> {
  return mayDo(context, workspaceId, 'read');
}

/**
 * The workspace with this id, if the caller has the right `intent`; else null, as for a missing workspace. Loads of one tick are one
 * statement, and their checks another.
 */
export async function findWorkspaceFor(
  context: Context,
  workspaceId: string,
  intent: Intent,
): Promise<Workspace | null> {
  const [workspace, isAllowed] = await Promise.all([
    context.loaders().workspace.load(workspaceId),
    mayDo(context, workspaceId, intent),
  ]);
  return (isAllowed && workspace) || null;
}

async function mayDo(context: Context, workspaceId: string, intent: Intent): Promise<boolean> {
  const caller = callerWith(await context.caller(), scopesFor(intent));
  const { userId } = caller;
  const role = await context.loaders().role.load({ userId, workspaceId });
  return mayEnter(caller, intent, { workspaceId, role });
}
