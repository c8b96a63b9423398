import { AllFolders } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { Loading } from '../ui/Loading.js';
import type { FolderOnPath } from './FolderList.js';
import { withPaths } from './folderPaths.js';

/** How many folders are offered at most: one who looks for more opens one folder after the other. */
const MOST = 8;

/** Says that all bots of a place are in its folders, and leads to those that cannot be seen from here; or what else is to be said where no folder has a bot. */
export function InFolders({
  workspaceId,
  path: here,
  open,
  otherwise,
}: {
  readonly workspaceId: string;
  readonly path: readonly FolderOnPath[];
  readonly open: (path: readonly FolderOnPath[]) => void;
  readonly otherwise: ReactNode;
}): ReactNode {
  const { data, isLoading } = useData(AllFolders, { workspaceId }, { isFresh: true });
  if (!data) return isLoading ? <Loading /> : otherwise;
  const at = here.at(-1)?.id;
  const isInside = (path: readonly FolderOnPath[]): boolean =>
    path.length > here.length && path[here.length - 1]?.id === at;
  const holding = withPaths(data.workspace?.allFolders ?? []).filter(
    ({ folder, path }) => folder.botsCount > 0 && isInside(path),
  );
  if (holding.length === 0) return otherwise;
  const deeper = holding.filter(({ path }) => path.length > here.length + 1).slice(0, MOST);
  return (
    <div className="empty">
      <p>{t('All bots are in folders.')}</p>
      {deeper.map(({ folder, path, label }) => (
        <p key={folder.id}>
          <button type="button" onClick={() => open(path)}>
            {`${label} (${folder.botsCount})`}
          </button>
        </p>
      ))}
    </div>
  );
}
