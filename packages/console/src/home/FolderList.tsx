import { DeleteFolder, UpdateFolder } from '@parley/client/dashboard';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst, askForText } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { BOT_TYPE, moveBot } from './BotCard.js';
import { MoveTo } from './MoveTo.js';

/** A folder on the way to the place that is looked at. */
export interface FolderOnPath {
  readonly id: string;
  readonly name: string;
}

interface FolderShown extends FolderOnPath {
  readonly botsCount: number;
}

/** The folders at this place, and those around it; bots are dragged into them. */
export function FolderList({
  workspaceId,
  folders,
  path,
  open,
  reload,
}: {
  readonly workspaceId: string;
  readonly folders: readonly FolderShown[];
  /** The folders that lead to this place, the outermost first; none is the root. */
  readonly path: readonly FolderOnPath[];
  readonly open: (path: readonly FolderOnPath[]) => void;
  readonly reload: () => void;
}): ReactNode {
  return (
    <ul className="folders">
      {path.length === 0 ? null : (
        <FolderRow name={t('‹ All bots')} folderId={null} open={() => open([])} reload={reload} />
      )}
      {path.slice(0, -1).map(({ id, name }, depth) => (
        <FolderRow
          key={id}
          name={`‹ ${name}`}
          folderId={id}
          open={() => open(path.slice(0, depth + 1))}
          reload={reload}
        />
      ))}
      {folders.map((folder) => (
        <FolderRow
          key={folder.id}
          name={`${folder.name} (${folder.botsCount})`}
          folderId={folder.id}
          open={() => open([...path, folder])}
          reload={reload}
        >
          <FolderMenu {...{ workspaceId, folder, reload }} />
        </FolderRow>
      ))}
    </ul>
  );
}

function FolderRow({
  name,
  folderId,
  open,
  reload,
  children,
}: {
  readonly name: string;
  readonly folderId: string | null;
  readonly open: () => void;
  readonly reload: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { fault, run } = useAction(reload);
  const onDrop = (event: DragEvent): void => {
    const botId = event.dataTransfer.getData(BOT_TYPE);
    if (botId !== '') void run(moveBot(botId, folderId));
  };
  return (
    <li onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <button type="button" onClick={open}>
        {name}
      </button>
      {children}
      <Fault words={fault} />
    </li>
  );
}

/** What can be done to a folder. */
function FolderMenu({
  workspaceId,
  folder: { id: folderId, name },
  reload,
}: {
  readonly workspaceId: string;
  readonly folder: FolderOnPath;
  readonly reload: () => void;
}): ReactNode {
  const menu = useId();
  const [isMoving, setMoving] = useState(false);
  const { fault, run } = useAction(reload);
  const update = (folder: { readonly name: string } | { readonly parentFolderId: string | null }) =>
    void run(change(UpdateFolder, { input: { workspaceId, folderId, folder } }));
  const rename = (): void =>
    askForText(
      { title: t('The new name of the folder'), text: name, button: t('Rename') },
      (chosen) => update({ name: chosen }),
    );
  const remove = (): void =>
    askFirst(
      {
        title: t('Delete {name}?', { name }),
        help: t('Its bots and folders move up one level.'),
        button: t('Delete'),
      },
      () => void run(change(DeleteFolder, { input: { workspaceId, folderId } })),
    );
  return (
    <>
      <button
        type="button"
        className="plain"
        popoverTarget={menu}
        aria-label={t('More for the folder {name}', { name })}
      >
        …
      </button>
      <div id={menu} popover="auto" className="menu">
        <button type="button" popoverTarget={menu} popoverTargetAction="hide" onClick={rename}>
          {t('Rename')}
        </button>
        <button
          type="button"
          popoverTarget={menu}
          popoverTargetAction="hide"
          onClick={() => setMoving(true)}
        >
          {t('Move to …')}
        </button>
        <button type="button" popoverTarget={menu} popoverTargetAction="hide" onClick={remove}>
          {t('Delete')}
        </button>
      </div>
      {isMoving ? (
        <MoveTo
          workspaceId={workspaceId}
          movedId={folderId}
          move={(to) => update({ parentFolderId: to })}
          close={() => setMoving(false)}
        />
      ) : null}
      <Fault words={fault} />
    </>
  );
}
