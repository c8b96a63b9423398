import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { Workspace } from '../../schema/workspace.js';
import { mayReadWorkspace } from '../mayReadWorkspace.js';

/**
 * Fails unless the caller may read a workspace. Every list in a workspace checks this, because guests can reach the
 * workspace through a bot that is shared with them; they get `FORBIDDEN`, because they can see that it exists.
 */
export async function assertInside({ id }: Workspace, context: Context): Promise<void> {
  if (await mayReadWorkspace(context, id)) return;
  throw new Failure('FORBIDDEN', 'Guests may not read this');
}
