import { accessWorkspace } from '../auth/access.js';
import type { Context } from '../context.js';
import { orNull } from './orNull.js';

const asked = new WeakMap<Context, Map<string, Promise<boolean>>>();

/**
 * Whether the caller may look into a workspace, and not only at a bot that is shared out of it; found out once for each
 * workspace and operation, so that a page of bots asks once.
 */
export async function mayLook(context: Context, workspaceId: string): Promise<boolean> {
  const known = asked.get(context) ?? new Map<string, Promise<boolean>>();
  asked.set(context, known);
  const answer = known.get(workspaceId) ?? find(context, workspaceId);
  known.set(workspaceId, answer);
  return answer;
}

async function find(context: Context, workspaceId: string): Promise<boolean> {
  const caller = await context.caller();
  const sought = { caller, workspaceId, intent: 'read' } as const;
  return (await orNull(accessWorkspace(context.openUnit(), sought))) !== null;
}
