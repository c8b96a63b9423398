import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { Failure } from '../../errors.js';
import type { Workspace } from '../../schema/workspace.js';
import type { Unit } from '../../storage/orm.js';

/**
 * A unit to read what is in a workspace with. A workspace can be come by through something that was shared out of it,
 * so each list asks for the right to look into it; to a guest that is `FORBIDDEN`, since they see that it is there.
 */
export async function unitInside({ id: workspaceId }: Workspace, context: Context): Promise<Unit> {
  const unit = context.openUnit();
  try {
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'read' });
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'WORKSPACE_NOT_FOUND') throw error;
    throw new Failure('FORBIDDEN', 'Guests may not look into this');
  }
  return unit;
}
