import { PublishBot, Publishing, type PublishingQuery } from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { Reading } from '../ui/Reading.js';
import { When } from '../ui/When.js';
import { ChangeList } from './ChangeList.js';
import { InFlight } from './InFlight.js';
import { Problems } from './Problems.js';
import { Refusal } from './Refusal.js';
import { Share } from './Share.js';
import { useVersionAction } from './useVersionAction.js';

type Bot = NonNullable<PublishingQuery['bot']>;

/** What publishing would change and what stands in its way, and then where the bot can be met. */
export function PublishDialog({
  botId,
  close,
}: {
  readonly botId: string;
  readonly close: () => void;
}): ReactNode {
  const revision = useDraftState((state) => state.revision);
  const { data, fault, reload } = useData(Publishing, { botId });
  const [isDone, setDone] = useState(false);
  const [opened] = useState(revision);
  // What is changed while the dialog is open.
  useEffect(() => {
    if (revision !== opened) reload();
  }, [revision, opened]);
  const bot = data?.bot;
  return (
    <Dialog title={isDone ? t('Your bot is live') : t('Publish')} close={close}>
      {bot ? null : <Reading fault={fault} />}
      {bot && isDone ? <Share bot={bot} /> : null}
      {bot && !isDone ? (
        <>
          <Live bot={bot} />
          <Problems botId={botId} issues={bot.issues} />
          {bot.publishedVersion ? (
            <>
              <h3>{t('What changes')}</h3>
              <ChangeList botId={botId} changes={bot.unpublishedChanges} />
            </>
          ) : null}
          <PublishForm botId={botId} bot={bot} done={() => setDone(true)} />
        </>
      ) : null}
    </Dialog>
  );
}

function Live({ bot: { publishedVersion } }: { readonly bot: Bot }): ReactNode {
  if (!publishedVersion) {
    return (
      <p>{t('Nothing is live yet. Once you publish, everybody who has its address can chat.')}</p>
    );
  }
  const { number, createdAt, author } = publishedVersion;
  return (
    <p>
      {t('Version {number} is live. New chats run what you publish.', { number })}{' '}
      <span className="soft">
        <When at={createdAt} />
        {author?.name ? ` · ${author.name}` : ''}
      </span>
    </p>
  );
}

function PublishForm({
  botId,
  bot,
  done,
}: {
  readonly botId: string;
  readonly bot: Bot;
  readonly done: () => void;
}): ReactNode {
  const { refused, isRunning, run } = useVersionAction(botId);
  const publish = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
    const inFlightMessage = form.get('inFlightMessage');
    const inFlight = bot.publishedVersion && {
      // The values of its radio buttons.
      inFlightPolicy: textOf('inFlightPolicy') as Bot['inFlightPolicy'],
      ...(inFlightMessage !== null && { inFlightMessage: textOf('inFlightMessage') }),
    };
    const input = { botId, label: textOf('label'), overrideReason: textOf('reason'), ...inFlight };
    void run(change(PublishBot, { input }), done);
  };
  const isLive = bot.publishedVersion !== null && !bot.hasUnpublishedChanges;
  return (
    <form className="publishForm" onSubmit={publish}>
      <label>
        {t('Name of this version')} <span className="soft">{t('(optional)')}</span>
        <input name="label" maxLength={200} placeholder={t('Such as: shorter greeting')} />
      </label>
      {bot.publishedVersion ? <InFlight botId={botId} bot={bot} /> : null}
      <Refusal refused={refused} />
      <button type="submit" className="primary" disabled={isRunning}>
        {isLive ? t('Publish it again') : t('Publish')}
      </button>
    </form>
  );
}
