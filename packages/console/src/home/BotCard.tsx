import {
  ArchiveBot,
  type BotsQuery,
  DuplicateBot,
  ExportBot,
  RenameBot,
  RestoreBot,
} from '@parley/client/dashboard';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { client } from '../app/server.js';
import { emojiOf } from '../ui/emojiOf.js';
import { saveFile } from '../ui/saveFile.js';
import { Fault } from '../ui/Fault.js';
import { Miniature } from './Miniature.js';
import { type FolderChoice, MoveTo } from './MoveTo.js';
import { locale, t } from '../i18n/t.js';

/** A bot in the list. */
export type BotRow = NonNullable<BotsQuery['workspace']>['bots']['nodes'][number];

/** A bot in a list, with what can be done to it. */
export function BotCard({
  bot,
  isArchived,
  isMember,
  folders,
  reload,
}: {
  readonly bot: BotRow;
  readonly isArchived: boolean;
  /** Whether the person may make and move bots here; guests do what their share of the bot allows. */
  readonly isMember: boolean;
  readonly folders: readonly FolderChoice[];
  readonly reload: () => void;
}): ReactNode {
  const menu = useId();
  const action = useAction(reload);
  const run = (doing: Promise<unknown>): void => void action.run(doing);
  const botId = bot.id;
  return (
    <li
      className="botCard"
      draggable={isMember}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(BOT_TYPE, botId)}
    >
      <Link href={`/b/${botId}/flow`} className="botName">
        <span className="botIcon" aria-hidden="true">
          {iconOf(bot)}
        </span>
        {bot.name}
      </Link>
      <Miniature botId={botId} />
      <p className="botState">
        <span className={bot.publicId === null ? '' : 'live'}>{stateOf(bot)}</span>
        <time dateTime={bot.updatedAt}>{new Date(bot.updatedAt).toLocaleDateString(locale)}</time>
      </p>
      {isArchived && bot.viewerAccess === 'READ' ? null : (
        <>
          <button
            type="button"
            className="plain more"
            popoverTarget={menu}
            aria-label={t('More for {name}', { name: bot.name })}
          >
            …
          </button>
          <div id={menu} popover="auto" className="menu">
            {isArchived ? (
              <button type="button" onClick={() => run(change(RestoreBot, { input: { botId } }))}>
                {t('Restore')}
              </button>
            ) : (
              <BotActions {...{ bot, isMember, folders, run }} />
            )}
          </div>
        </>
      )}
      <Fault words={action.fault} />
    </li>
  );
}

/** What can be done to a bot that is not archived. */
function BotActions({
  bot,
  isMember,
  folders,
  run,
}: {
  readonly bot: BotRow;
  readonly isMember: boolean;
  readonly folders: readonly FolderChoice[];
  readonly run: (doing: Promise<unknown>) => void;
}): ReactNode {
  const botId = bot.id;
  const isEditor = bot.viewerAccess !== 'READ';
  return (
    <>
      {isEditor ? (
        <button type="button" onClick={() => run(rename(bot))}>
          {t('Rename')}
        </button>
      ) : null}
      {isMember ? (
        <button type="button" onClick={() => run(change(DuplicateBot, { input: { botId } }))}>
          {t('Duplicate')}
        </button>
      ) : null}
      <button type="button" onClick={() => run(exportBot(botId))}>
        {t('Export')}
      </button>
      {isMember ? <MoveTo folders={folders} move={(to) => run(moveBot(botId, to))} /> : null}
      {isEditor ? (
        <button type="button" onClick={() => run(change(ArchiveBot, { input: { botId } }))}>
          {t('Archive')}
        </button>
      ) : null}
    </>
  );
}

/** The type of a dragged bot. */
export const BOT_TYPE = 'application/x-parley-bot';

/** Puts a bot into a folder; null is the root. */
export async function moveBot(botId: string, folderId: string | null): Promise<void> {
  await change(RenameBot, { botId, bot: { folderId } });
}

function stateOf({ publicId, hasUnpublishedChanges }: BotRow): string {
  if (publicId === null) return t('Draft');
  return hasUnpublishedChanges ? t('Live, with changes that are not') : t('Live');
}

/** The icon of a bot, or the first letter of its name. */
function iconOf({ icon, name }: BotRow): string {
  return emojiOf(icon) ?? name.trim()[0]?.toUpperCase() ?? '·';
}

async function rename({ id, name }: BotRow): Promise<void> {
  const chosen = prompt(t('The new name of the bot'), name)?.trim();
  if (chosen) await change(RenameBot, { botId: id, bot: { name: chosen } });
}

async function exportBot(botId: string): Promise<void> {
  const { data } = await client.query(ExportBot, { botId }).toPromise();
  if (!data?.bot) throw new Error(t('The bot could not be read.'));
  saveFile(`${data.bot.name}.json`, JSON.stringify(data.bot.raw, null, 2));
}
