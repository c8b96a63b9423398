import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { Workspace } from '../../schema/workspace.js';
import { mayReadWorkspace } from '../mayReadWorkspace.js';

/**
 * Fails with `FORBIDDEN` unless the caller may read a workspace. Every list of a workspace checks this, because guests can reach the
 * workspace through a bot that is shared with them. They know that it exists, so it need not look missing.
 */
export async function assertInside({ id }: Workspace, context: Context): Promise<void> {
  if (await mayReadWorkspace(context, id)) return;
  throw new Failure('FORBIDDEN', 'Guests may not read this');
}
