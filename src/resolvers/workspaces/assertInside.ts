import type { Context } from '../../context.js';
import { Failure } from '../../errors.js';
import type { Workspace } from '../../schema/workspace.js';
import { mayLook } from '../mayLook.js';

/**
 * Asks for the right to look into a workspace. One can be come by through something that was shared out of it, so each
 * list of what is in it asks; to a guest that is `FORBIDDEN`, since they see that it is there.
 */
export async function assertInside({ id }: Workspace, context: Context): Promise<void> {
  if (await mayLook(context, id)) return;
  throw new Failure('FORBIDDEN', 'Guests may not look into this');
}
