import { invalid } from '../../errors/errors.js';
import type { Unit } from '../../storage/orm.js';
import { hasFolder } from '../../storage/workspaces.js';

/** Fails if a folder is not of this workspace. Null is the root, which every workspace has. `path` is the path of the argument. */
export async function assertFolder(
  unit: Unit,
  { workspaceId, folderId }: { readonly workspaceId: string; readonly folderId: string | null },
  path: readonly string[],
): Promise<void> {
  if (folderId === null || (await hasFolder(unit, workspaceId, folderId))) return;
  throw invalid([{ path, message: 'Not a folder of this workspace' }]);
}
