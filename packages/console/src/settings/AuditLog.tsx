import { AuditLog as AuditLogOf, type AuditLogQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { Pager, usePages } from '../ui/Pager.js';
import { When } from '../ui/When.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { t, type Word } from '../i18n/t.js';

type Entry = NonNullable<NonNullable<AuditLogQuery['workspace']>['auditLog']>['nodes'][number];

const ACTIONS: Readonly<Record<Entry['action'], Word>> = {
  CREATED: '{actor} made {kind} {subject}',
  CHANGED: '{actor} changed {kind} {subject}',
  DELETED: '{actor} deleted {kind} {subject}',
};

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  AI_BUDGET: t('AI budget'),
  BOT: t('bot'),
  BOT_SEGMENT: t('segment'),
  BOT_SPLIT: t('split'),
  BOT_STAGE: t('stage'),
  BOT_TEST: t('test'),
  BOT_TEST_SCHEDULE: t('schedule of tests'),
  CANNED_REPLY: t('canned reply'),
  CREDENTIALS: t('credentials'),
  CUSTOM_DOMAIN: t('domain'),
  EXPORT: t('export'),
  FILE: t('file'),
  FOLDER: t('folder'),
  INVITATION: t('invitation'),
  MEMBER: t('member'),
  RESULTS: t('results'),
  SHARE: t('share'),
  THEME_TEMPLATE: t('theme template'),
  TOKEN: t('token'),
  WEBHOOK: t('webhook'),
  WORKSPACE: t('workspace'),
};

/** Who did what to the things of a workspace, newest first. */
export function AuditLog({ workspaceId }: SettingsOf): ReactNode {
  const pages = usePages();
  const shown = useData(AuditLogOf, { workspaceId, first: 30, after: pages.after });
  const next = shown.data?.workspace?.auditLog?.nextCursor ?? null;
  return (
    <SettingsPage
      title={t('Audit log')}
      help={t('Who did what, and when. Edits of drafts are in the versions of each bot.')}
      shown={shown}
    >
      {({ workspace }) =>
        workspace?.auditLog ? (
          <>
            <ul className="rows">
              {workspace.auditLog.nodes.map((entry) => (
                <EntryRow key={`${entry.createdAt} ${entry.subjectId}`} entry={entry} />
              ))}
            </ul>
            <Pager pages={pages} next={next} />
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function EntryRow({
  entry: { actor, action, kind, subjectId, subjectName, before, after, createdAt },
}: {
  readonly entry: Entry;
}): ReactNode {
  const values = [before, after].filter((value) => value !== null);
  return (
    <li>
      <span className="rowText">
        <span>
          {t(ACTIONS[action], {
            actor: actor?.name ?? t('Somebody who is gone'),
            kind: KINDS[kind],
            subject: subjectName ?? subjectId,
          })}
        </span>
        <span className="soft">
          <When at={createdAt} />
        </span>
      </span>
      {values.length === 0 ? null : (
        <details className="wholeRow">
          <summary>{t('Values')}</summary>
          {before === null ? null : (
            <pre tabIndex={0}>{t('Before: {value}', { value: jsonOf(before) })}</pre>
          )}
          {after === null ? null : (
            <pre tabIndex={0}>{t('After: {value}', { value: jsonOf(after) })}</pre>
          )}
        </details>
      )}
    </li>
  );
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
