import {
  CreateWebhook,
  DeleteWebhook,
  RotateSecret,
  TryWebhook,
  UpdateWebhook,
  Webhooks as WebhooksOf,
  type WebhooksQuery,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { Copyable } from '../ui/Copyable.js';
import { DeliveryLog } from './DeliveryLog.js';
import { NewWebhook } from './NewWebhook.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';
import { EVENTS } from './webhookEvents.js';
import { t } from '../i18n/t.js';

type Webhook = NonNullable<NonNullable<WebhooksQuery['workspace']>['webhooks']>[number];

/** The addresses that receive what happens, and what was sent to each. */
export function Webhooks({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(WebhooksOf, { workspaceId });
  const action = useAction(shown.reload);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SettingsPage
      title={t('Webhooks')}
      help={t('A program of yours receives a request when something happens in this workspace.')}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace?.webhooks ? (
          <>
            <NewWebhook
              create={async (chosen) =>
                action.run(change(CreateWebhook, { input: { workspaceId, ...chosen } }), (done) =>
                  setSecret(done.createWebhook.secret),
                )
              }
            />
            <div role="status">
              {secret === null ? null : (
                <>
                  <p>{t('Copy the secret that signs requests now: it is not shown again.')}</p>
                  <Copyable label={t('Secret of the webhook')} text={secret} />
                </>
              )}
            </div>
            <ul className="rows">
              {workspace.webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} {...{ webhook, action }} show={setSecret} />
              ))}
            </ul>
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function WebhookRow({
  webhook: { id: webhookId, url, eventTypes, isEnabled, goneAt, bot },
  action,
  show,
}: {
  readonly webhook: Webhook;
  readonly action: Action;
  /** Shows a secret once. */
  readonly show: (secret: string | null) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState(0);
  const remove = (): void =>
    askFirst(
      { title: t('Delete the webhook to {url}?', { url }), button: t('Delete') },
      () => void action.run(change(DeleteWebhook, { input: { webhookId } })),
    );
  const test = (): void =>
    void action.run(change(TryWebhook, { input: { webhookId } }), () => {
      setOpen(true);
      setSent(sent + 1);
    });
  const rotate = (): void =>
    askFirst(
      {
        title: t('Make a new secret?'),
        help: t('The one before counts for a day more.'),
        button: t('New secret'),
      },
      () =>
        void action.run(change(RotateSecret, { input: { webhookId } }), (done) =>
          show(done.rotateWebhookSecret.secret),
        ),
    );
  const events = eventTypes.map((type) => EVENTS[type]).join(', ');
  const enable = (to: boolean): void =>
    void action.run(change(UpdateWebhook, { input: { webhookId, isEnabled: to } }));
  return (
    <li>
      <span className="rowText wholeRow">
        <strong>{url}</strong>
        <span className="soft">
          {bot ? t('{events} (only of {bot})', { events, bot: bot.name }) : events}
        </span>
        {goneAt === null ? null : <span>{t('Its receiver said that it is gone for good.')}</span>}
        <label className="check">
          <input
            type="checkbox"
            checked={isEnabled}
            onChange={({ target }) => enable(target.checked)}
          />{' '}
          {t('On')}
        </label>
      </span>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('Deliveries')}
      </button>
      <button type="button" aria-label={t('Test {name}', { name: url })} onClick={test}>
        {t('Test')}
      </button>
      <button type="button" aria-label={t('New secret of {url}', { url })} onClick={rotate}>
        {t('New secret')}
      </button>
      <button type="button" aria-label={t('Delete {name}', { name: url })} onClick={remove}>
        {t('Delete')}
      </button>
      {isOpen ? <DeliveryLog key={sent} webhookId={webhookId} /> : null}
    </li>
  );
}
