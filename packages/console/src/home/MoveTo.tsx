import { AllFolders } from '@parley/client/dashboard';
import { type ReactNode, useMemo } from 'react';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { Chooser } from '../ui/Chooser.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
import { type Folder, withPaths } from './folderPaths.js';

/** Stands for the place outside of all folders. */
const ROOT = 'root';

/** A choice of where to move something, among all folders of the workspace; null is outside of them. */
export function MoveTo({
  workspaceId,
  movedId,
  move,
  close,
}: {
  readonly workspaceId: string;
  /** The folder that is moved, which cannot go into itself; absent for a bot. */
  readonly movedId?: string;
  readonly move: (folderId: string | null) => void;
  readonly close: () => void;
}): ReactNode {
  const { data, fault } = useData(AllFolders, { workspaceId }, { isFresh: true });
  const title = t('Move to which folder?');
  const folders = data?.workspace?.allFolders;
  const choices = useMemo(() => choicesOf(folders ?? [], movedId), [folders, movedId]);
  if (fault !== undefined)
    return (
      <Dialog {...{ title, close }}>
        <Fault words={fault} />
      </Dialog>
    );
  // While it loads, an empty list would look like a workspace without folders.
  if (!data) return null;
  return (
    <Chooser
      {...{ title, choices, close }}
      choose={(id) => {
        close();
        move(id === ROOT ? null : id);
      }}
    />
  );
}

/** The place outside, and the folders by their paths, in their order. */
function choicesOf(folders: readonly Folder[], movedId: string | undefined) {
  const paths = withPaths(folders)
    .filter(({ path }) => path.every(({ id }) => id !== movedId))
    .map(({ folder: { id }, label }) => ({ id, label }));
  return [{ id: ROOT, label: t('All bots') }, ...paths];
}
