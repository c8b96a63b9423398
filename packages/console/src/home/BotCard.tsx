import {
  ArchiveBot,
  type BotsQuery,
  DuplicateBot,
  ExportBot,
  RenameBot,
  RestoreBot,
} from '@parley/client/dashboard';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { askForText } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { client } from '../app/server.js';
import { emojiOf } from '../ui/emojiOf.js';
import { saveFile } from '../ui/saveFile.js';
import { Fault } from '../ui/Fault.js';
import { Miniature } from './Miniature.js';
import { MoveTo } from './MoveTo.js';
import { locale, t } from '../i18n/t.js';

/** A bot in the list. */
export type BotRow = NonNullable<BotsQuery['workspace']>['bots']['nodes'][number];

/** A bot in a list, with what can be done to it. */
export function BotCard({
  workspaceId,
  bot,
  isArchived,
  isMember,
  reload,
}: {
  readonly workspaceId: string;
  readonly bot: BotRow;
  readonly isArchived: boolean;
  /** Whether the person may make and move bots here; guests do what their share of the bot allows. */
  readonly isMember: boolean;
  readonly reload: () => void;
}): ReactNode {
  const menu = useId();
  const [isMoving, setMoving] = useState(false);
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
              <BotActions {...{ bot, isMember, run }} choosePlace={() => setMoving(true)} />
            )}
          </div>
        </>
      )}
      {isMoving ? (
        <MoveTo
          workspaceId={workspaceId}
          move={(to) => run(moveBot(botId, to))}
          close={() => setMoving(false)}
        />
      ) : null}
      <Fault words={action.fault} />
    </li>
  );
}

/** What can be done to a bot that is not archived. */
function BotActions({
  bot,
  isMember,
  run,
  choosePlace,
}: {
  readonly bot: BotRow;
  readonly isMember: boolean;
  readonly run: (doing: Promise<unknown>) => void;
  /** Lets the person choose where the bot goes. */
  readonly choosePlace: () => void;
}): ReactNode {
  const botId = bot.id;
  const isEditor = bot.viewerAccess !== 'READ';
  return (
    <>
      {isEditor ? (
        <button type="button" onClick={() => rename(bot, run)}>
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
      {isMember ? (
        <button type="button" onClick={choosePlace}>
          {t('Move to …')}
        </button>
      ) : null}
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

function rename({ id: botId, name: text }: BotRow, run: (doing: Promise<unknown>) => void): void {
  askForText({ title: t('The new name of the bot'), text, button: t('Rename') }, (name) =>
    run(change(RenameBot, { botId, bot: { name } })),
  );
}

async function exportBot(botId: string): Promise<void> {
  const { data } = await client.query(ExportBot, { botId }).toPromise();
  if (!data?.bot) throw new Error(t('The bot could not be read.'));
  saveFile(`${data.bot.name}.json`, JSON.stringify(data.bot.raw, null, 2));
}
