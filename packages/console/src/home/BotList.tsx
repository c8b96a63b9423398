import {
  Bots,
  type BotsQuery,
  type BotsQueryVariables,
  CreateFolder,
  Folders,
  type FoldersQuery,
} from '@parley/client/dashboard';
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { useCommands } from '../app/commands.js';
import { askForText } from '../app/questions.js';
import { useData } from '../app/server.js';
import { TourBegins } from '../app/Tour.js';
import { useAction } from '../app/useAction.js';
import { Choice } from '../ui/Choice.js';
import { Fault } from '../ui/Fault.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { Pager, usePages } from '../ui/Pager.js';
import { BotCard } from './BotCard.js';
import { FolderList, type FolderOnPath } from './FolderList.js';
import { InFolders } from './InFolders.js';
import { importBot, ImportReport, NewBot } from './NewBot.js';
import { type BotFile, importAll, type Imported } from './readBots.js';
import { t } from '../i18n/t.js';

type BotOrder = NonNullable<BotsQueryVariables['orderBy']>;

const ORDERS: readonly (readonly [BotOrder, string])[] = [
  ['UPDATED_AT_DESC', t('Last changed')],
  ['CREATED_AT_DESC', t('Newest')],
  ['NAME_ASC', t('Name')],
];

const PAGE = 48;

/** What is chosen of the bots of a workspace. */
interface Choice {
  readonly search: string;
  /** The folders that lead to the one that is looked at; none is the root. */
  readonly path: readonly FolderOnPath[];
  readonly isArchived: boolean;
  readonly orderBy: BotOrder;
}

const ALL: Choice = { search: '', path: [], isArchived: false, orderBy: 'UPDATED_AT_DESC' };

const NONE = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

const foldersIn = (data: FoldersQuery | undefined) => data?.workspace?.folders ?? [];

const hasNone = (data: BotsQuery | undefined) => data?.workspace?.bots.nodes.length === 0;

/** Whose bots are listed, and whether the person may make others: guests see those that are shared with them. */
interface Place {
  readonly workspaceId: string;
  readonly isMember: boolean;
}

/** Whether the bots of all folders are listed. */
const isOfAllFolders = ({ search, isArchived }: Choice): boolean => isArchived || search !== '';

/** What the server is asked for; by default, what the list of a workspace begins with. */
export function wantedBots(workspaceId: string, choice = ALL, after: string | null = null) {
  const { search, path, isArchived, orderBy } = choice;
  const place = isOfAllFolders(choice) ? null : (path.at(-1)?.id ?? 'root');
  return { workspaceId, first: PAGE, after, isArchived, orderBy, search, folderId: place };
}

/** The bots and folders of a choice; folders only where one looks at a folder. */
function useBots({ workspaceId, isMember }: Place, choice: Choice, after: string | null) {
  const isWhole = isOfAllFolders(choice);
  const at = choice.path.at(-1)?.id ?? null;
  const list = useData(Bots, wantedBots(workspaceId, choice, after));
  const folders = useData(Folders, { workspaceId, parentFolderId: at }, { pause: !isMember });
  const inside = foldersIn(folders.data);
  const { nodes, pageInfo } = list.data?.workspace?.bots ?? NONE;
  return {
    isWhole,
    /** Whether the place that is looked at is known to have no bot. */
    isEmpty: hasNone(list.data),
    bots: nodes,
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    isLoading: list.isLoading,
    fault: list.fault,
    folders: inside,
    hasFolders: inside.length > 0,
    reload() {
      list.reload();
      if (isMember) folders.reload();
    },
  };
}

/** The bots of a workspace, with what can be done to them. */
export function BotList(place: Place): ReactNode {
  const { workspaceId, isMember } = place;
  const [choice, setChoice] = useState(ALL);
  const pages = usePages();
  const [isMaking, setMaking] = useState(false);
  const [report, setReport] = useState<readonly Imported[]>();
  const { bots, next, isLoading, fault, folders, isWhole, reload, ...list } = useBots(
    place,
    choice,
    pages.after,
  );
  const { path, isArchived } = choice;
  const folderId = path.at(-1)?.id;
  const making = useAction(reload);
  const choose = (part: Partial<Choice>): void => {
    setChoice({ ...choice, ...part });
    pages.reset();
  };
  const open = (to: Choice['path']): void => choose({ path: to });
  const make = useMemo(() => (isMember ? () => setMaking(true) : undefined), [isMember]);
  const makeFolder = (): void => {
    const parent = folderId !== undefined && { parentFolderId: folderId };
    askForText(
      { title: t('The name of the folder'), button: t('Create') },
      (folderName) =>
        void making.run(change(CreateFolder, { input: { workspaceId, folderName, ...parent } })),
    );
  };
  useMaking(make, makeFolder);
  const dropFiles = (event: DragEvent): void => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    // The browser would show the file in place of the page.
    event.preventDefault();
    if (!isMember) return;
    const store = async (bot: BotFile) => void (await importBot({ workspaceId, folderId }, bot));
    void importAll(files, store).then((done) => {
      setReport(done);
      reload();
    });
  };
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={dropFiles} className="botList">
      <Tools choice={choice} choose={choose}>
        {make ? (
          <>
            <button type="button" onClick={makeFolder}>
              {t('New folder')}
            </button>
            <button type="button" className="primary" onClick={make}>
              {t('New bot')}
            </button>
          </>
        ) : null}
      </Tools>
      {report ? <ImportReport report={report} /> : null}
      <Fault words={making.fault} />
      {fault ? <Notice title={t('The bots cannot be shown')} text={fault} /> : null}
      {isWhole ? null : <FolderList {...{ workspaceId, folders, path, open, reload }} />}
      {bots.length === 0 ? (
        <NoBots {...{ workspaceId, path, open, isLoading, isWhole, make, ...list }} />
      ) : null}
      <ul className="bots">
        {bots.map((bot) => (
          <BotCard key={bot.id} {...{ workspaceId, bot, isArchived, isMember, reload }} />
        ))}
      </ul>
      {next === null && pages.isFirst ? null : <Pager {...{ pages, next }} />}
      {isMaking ? (
        <NewBot target={{ workspaceId, folderId }} close={() => setMaking(false)} made={reload} />
      ) : null}
    </div>
  );
}

/** Offers the making of bots and folders in the list of commands, to those who may. */
function useMaking(makeBot: (() => void) | undefined, makeFolder: () => void): void {
  const latest = useRef(makeFolder);
  latest.current = makeFolder;
  useCommands(
    useMemo(
      () =>
        makeBot
          ? [
              { title: t('New bot'), run: makeBot },
              { title: t('New folder'), run: () => latest.current() },
            ]
          : [],
      [makeBot],
    ),
  );
}

function Tools({
  choice: { search, orderBy, isArchived },
  choose,
  children,
}: {
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="tools">
      <input
        type="search"
        aria-label={t('Search bots')}
        placeholder={t('Search bots')}
        value={search}
        onChange={({ target }) => choose({ search: target.value })}
      />
      <Choice
        label={t('Order')}
        options={ORDERS}
        value={orderBy}
        choose={(order) => choose({ orderBy: order })}
      />
      <label>
        <input
          type="checkbox"
          checked={isArchived}
          onChange={({ target }) => choose({ isArchived: target.checked })}
        />{' '}
        {t('Archive')}
      </label>
      <span className="spring" />
      {children}
    </div>
  );
}

function NoBots({
  isLoading,
  isWhole,
  isEmpty,
  hasFolders,
  make,
  ...place
}: Pick<Parameters<typeof InFolders>[0], 'workspaceId' | 'path' | 'open'> & {
  readonly isLoading: boolean;
  readonly isWhole: boolean;
  /** Whether it is known that there is none: the list may not have been read. */
  readonly isEmpty: boolean;
  /** Whether there are folders at this place. */
  readonly hasFolders: boolean;
  /** Absent for guests, who make no bots here. */
  readonly make: (() => void) | undefined;
}): ReactNode {
  if (isLoading) return <Loading />;
  if (!isEmpty) return null;
  if (isWhole)
    return <p className="empty">{t('No bot is found. Search for another part of its name.')}</p>;
  if (!make) return <p className="empty">{t('No bot is shared with you here.')}</p>;
  const none = (
    <>
      <TourBegins />
      <div className="empty">
        <p>
          {t(
            'There is no bot here yet. Begin with an example, or drop exported bots on this page.',
          )}
        </p>
        <button type="button" className="primary" onClick={make}>
          {t('New bot')}
        </button>
      </div>
    </>
  );
  return hasFolders ? <InFolders {...place} otherwise={none} /> : none;
}
