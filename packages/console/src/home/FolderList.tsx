import type { DragEvent, ReactNode } from 'react';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { BOT_TYPE, moveBot } from './BotCard.js';

/** The folders at this place; bots are dragged into them. */
export function FolderList({
  folders,
  isInFolder,
  open,
  reload,
}: {
  readonly folders: readonly {
    readonly id: string;
    readonly name: string;
    readonly botsCount: number;
  }[];
  readonly isInFolder: boolean;
  readonly open: (folderId: string | undefined) => void;
  readonly reload: () => void;
}): ReactNode {
  return (
    <ul className="folders">
      {isInFolder ? (
        <FolderRow
          name={t('‹ All bots')}
          open={() => open(undefined)}
          drop={async (id) => moveBot(id, null)}
          reload={reload}
        />
      ) : null}
      {folders.map(({ id, name, botsCount }) => (
        <FolderRow
          key={id}
          name={`${name} (${botsCount})`}
          open={() => open(id)}
          drop={async (botId) => moveBot(botId, id)}
          reload={reload}
        />
      ))}
    </ul>
  );
}

function FolderRow({
  name,
  open,
  drop,
  reload,
}: {
  readonly name: string;
  readonly open: () => void;
  readonly drop: (botId: string) => Promise<void>;
  readonly reload: () => void;
}): ReactNode {
  const { fault, run } = useAction(reload);
  const onDrop = (event: DragEvent): void => {
    const botId = event.dataTransfer.getData(BOT_TYPE);
    if (botId !== '') void run(drop(botId));
  };
  return (
    <li onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <button type="button" onClick={open}>
        {name}
      </button>
      <Fault words={fault} />
    </li>
  );
}
