import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { Workspace } from '../../schema/workspace.js';
import { mayLook } from '../mayLook.js';

/**
 * Fails unless the caller may look into a workspace. Every list in a workspace checks this, since guests can reach the workspace
 * through a bot that is shared with them; they get `FORBIDDEN`, because they see that it exists.
 */
export async function assertInside({ id }: Workspace, context: Context): Promise<void> {
  if (await mayLook(context, id)) return;
  throw new Failure('FORBIDDEN', 'Guests may not look into this');
}
