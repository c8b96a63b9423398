import { AuditLog as AuditLogOf, type AuditLogQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useData } from '../app/server.js';
import { Pager, usePages } from '../ui/Pager.js';
import { When } from '../ui/When.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';

type Entry = NonNullable<NonNullable<AuditLogQuery['workspace']>['auditLog']>['nodes'][number];

const ACTIONS: Readonly<Record<Entry['action'], string>> = {
  CREATED: 'made',
  CHANGED: 'changed',
  DELETED: 'deleted',
};

/** Who did what to the things of a workspace, newest first. */
export function AuditLog({ workspaceId }: SettingsOf): ReactNode {
  const pages = usePages();
  const shown = useData(AuditLogOf, { workspaceId, first: 30, after: pages.after });
  const next = shown.data?.workspace?.auditLog?.nextCursor ?? null;
  return (
    <SettingsPage
      title="Audit log"
      help="Who did what, and when. Edits of drafts are in the versions of each bot."
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
          <strong>{actor?.name ?? 'Somebody who is gone'}</strong> {ACTIONS[action]}{' '}
          {kind.toLowerCase().replaceAll('_', ' ')} <strong>{subjectName ?? subjectId}</strong>
        </span>
        <span className="soft">
          <When at={createdAt} />
        </span>
      </span>
      {values.length === 0 ? null : (
        <details className="wholeRow">
          <summary>Values</summary>
          {before === null ? null : (
            <pre tabIndex={0}>Before: {JSON.stringify(before, null, 2)}</pre>
          )}
          {after === null ? null : <pre tabIndex={0}>After: {JSON.stringify(after, null, 2)}</pre>}
        </details>
      )}
    </li>
  );
}
