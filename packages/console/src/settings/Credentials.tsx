import {
  Credentials as CredentialsOf,
  type CredentialsQuery,
  CredentialTypes,
  DeleteCredentials,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { CredentialsDialog } from '../credentials/CredentialsDialog.js';
import { TestButton } from '../credentials/TestButton.js';
import { When } from '../ui/When.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';
import { ofServer, t } from '../i18n/t.js';

type ListedCredentials = NonNullable<
  NonNullable<CredentialsQuery['workspace']>['credentials']
>[number];

/** The accounts at other services that bots use. */
export function Credentials({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(CredentialsOf, { workspaceId });
  const types = useData(CredentialTypes, {}).data?.credentialTypes ?? [];
  const action = useAction(shown.reload);
  const [open, setOpen] = useState<{ readonly type: string; readonly credentialsId?: string }>();
  const labelOf = (type: string): string =>
    ofServer(types.find((one) => one.type === type)?.label ?? type);
  const close = (): void => {
    setOpen(undefined);
    shown.reload();
  };
  return (
    <SettingsPage
      title={t('Credentials')}
      help={t(
        'Keys and accounts at other services. Bots use them by name; secrets are never shown again.',
      )}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace?.credentials ? (
          <>
            <p>
              <select
                aria-label={t('New credentials')}
                value=""
                onChange={({ target }) => setOpen({ type: target.value })}
              >
                <option value="">{t('New credentials …')}</option>
                {types
                  .filter(({ isDeprecated }) => !isDeprecated)
                  .map(({ type, label }) => (
                    <option key={type} value={type}>
                      {ofServer(label)}
                    </option>
                  ))}
              </select>
            </p>
            {workspace.credentials.length === 0 ? (
              <p className="empty">{t('There are none yet. Choose a service above.')}</p>
            ) : null}
            <ul className="rows">
              {workspace.credentials.map((held) => (
                <CredentialsRow
                  key={held.id}
                  {...{ workspaceId, held, action }}
                  label={labelOf(held.type)}
                  open={() => setOpen({ type: held.type, credentialsId: held.id })}
                />
              ))}
            </ul>
            {open ? <CredentialsDialog {...{ workspaceId, close }} {...open} /> : null}
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function CredentialsRow({
  workspaceId,
  held: { id: credentialsId, name, lastUsedAt, usedByBots },
  label,
  action,
  open,
}: {
  readonly workspaceId: string;
  readonly held: ListedCredentials;
  readonly label: string;
  readonly action: Action;
  readonly open: () => void;
}): ReactNode {
  const input = { workspaceId, credentialsId };
  const count = usedByBots.length;
  const remove = (): void =>
    askFirst(
      {
        title: t('Delete {name}?', { name }),
        ...(count > 0 && { help: t('1 bot uses them.|{count} bots use them.', { count }) }),
        button: t('Delete'),
      },
      () => void action.run(change(DeleteCredentials, { input })),
    );
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        <span className="soft">
          {label}
          {lastUsedAt === null ? null : (
            <>
              {', '}
              <When at={lastUsedAt} words={(time) => t('last used {time}', { time })} />
            </>
          )}
        </span>
        {usedByBots.length === 0 ? null : (
          <span>
            {t('Used by')}{' '}
            {usedByBots.map((bot, index) => (
              <span key={bot.id}>
                {index > 0 ? ', ' : ''}
                <Link href={`/b/${bot.id}/flow`}>{bot.name}</Link>
              </span>
            ))}
          </span>
        )}
      </span>
      <TestButton {...{ workspaceId, credentialsId, name }} />
      <button type="button" aria-label={t('Change {name}', { name })} onClick={open}>
        {t('Change')}
      </button>
      <button type="button" aria-label={t('Delete {name}', { name })} onClick={remove}>
        {t('Delete')}
      </button>
    </li>
  );
}
