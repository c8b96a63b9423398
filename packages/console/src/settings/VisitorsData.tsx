import { Retention, type RetentionQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { amount } from './Budget.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { VisitorSearch } from './VisitorSearch.js';

type Kept = NonNullable<RetentionQuery['workspace']>['retention'];

/** What is kept of visitors for how long, and what there is of one of them. */
export function VisitorsData({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(Retention, { workspaceId });
  return (
    <SettingsPage
      title={t("Visitors' data")}
      help={t('What the bots keep of visitors, and how one of them is found, exported and erased.')}
      shown={shown}
    >
      {({ workspace }) =>
        workspace ? (
          <>
            <VisitorSearch workspaceId={workspaceId} />
            <KeptFor kept={workspace.retention} />
            {workspace.storageUsed === null ? null : (
              <p className="soft">
                {t('Files take {size} MB of storage.', {
                  size: amount(workspace.storageUsed / 1_000_000),
                })}
              </p>
            )}
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

/** What is kept, the setting of the server that says how long, and its value. */
const KINDS: readonly (readonly [string, string, keyof Kept])[] = [
  [t('How long a chat stays open after its last message'), 'SESSION_IDLE_DAYS', 'sessionIdleDays'],
  [t('What was said in a chat, after its end'), 'CHAT_LOG_DAYS', 'chatLogDays'],
  [t('What the blocks of each turn did'), 'CHAT_TRACE_DAYS', 'chatTraceDays'],
  [t('Data for replays'), 'CHAT_REPLAY_DAYS', 'chatReplayDays'],
  [t('The audit log'), 'AUDIT_LOG_DAYS', 'auditLogDays'],
];

function KeptFor({ kept }: { readonly kept: Kept }): ReactNode {
  return (
    <>
      <h2>{t('What is kept for how long')}</h2>
      <p className="soft">{t('The operator of the server sets it, for all workspaces.')}</p>
      <table className="budget">
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Days')}</th>
            <th scope="col">{t('Setting of the server')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('Results: variables, answers and files')}</th>
            <td>{t('Until they are erased')}</td>
            <td>–</td>
          </tr>
          {KINDS.map(([words, setting, name]) => (
            <tr key={setting}>
              <th scope="row">{words}</th>
              <td>{kept[name] ?? t('For ever')}</td>
              <td>
                <code>{setting}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
