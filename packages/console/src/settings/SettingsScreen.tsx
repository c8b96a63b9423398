import { type ReactNode, useEffect, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useCommands } from '../app/commands.js';
import { rememberWorkspace } from '../app/workspace.js';
import { Notice } from '../ui/Notice.js';
import { AuditLog } from './AuditLog.js';
import { CannedReplies } from './CannedReplies.js';
import { Channels } from './Channels.js';
import { Credentials } from './Credentials.js';
import { Domains } from './Domains.js';
import { Members } from './Members.js';
import { OneWorkspace } from './OneWorkspace.js';
import { Rules } from './Rules.js';
import { Tokens } from './Tokens.js';
import { VisitorsData } from './VisitorsData.js';
import { Webhooks } from './Webhooks.js';
import { Yourself } from './Yourself.js';
import { t } from '../i18n/t.js';

/** Whose settings are shown, and to whom. */
export interface SettingsOf {
  readonly workspaceId: string;
  readonly userId: string;
}

/** The pages by their addresses, in the order of the list. */
const PAGES: Readonly<Record<string, readonly [string, (of: SettingsOf) => ReactNode]>> = {
  workspace: [t('Workspace'), OneWorkspace],
  members: [t('Members'), Members],
  credentials: [t('Credentials'), Credentials],
  channels: [t('Channels'), Channels],
  domains: [t('Domains'), Domains],
  webhooks: [t('Webhooks'), Webhooks],
  replies: [t('Canned replies'), CannedReplies],
  rules: [t('Publishing and AI'), Rules],
  data: [t("Visitors' data"), VisitorsData],
  audit: [t('Audit log'), AuditLog],
  tokens: [t('My tokens'), Tokens],
  you: [t('You'), Yourself],
};

/** The settings of a workspace: a list of pages, and one of them. */
export function SettingsScreen({
  page = 'workspace',
  ...of
}: SettingsOf & { readonly page?: string | undefined }): ReactNode {
  const { workspaceId } = of;
  useEffect(() => rememberWorkspace(workspaceId), [workspaceId]);
  const [, go] = useLocation();
  const leadTo = (name: string) => (): void => go(`/w/${workspaceId}/settings/${name}`);
  useCommands(
    useMemo(
      () => Object.entries(PAGES).map(([name, [title]]) => ({ title, run: leadTo(name) })),
      [workspaceId],
    ),
  );
  const [, Page] = (Object.hasOwn(PAGES, page) ? PAGES[page] : undefined) ?? [];
  return (
    <div className="settings">
      <nav aria-label={t('Settings')}>
        {Object.entries(PAGES).map(([name, [title]]) => (
          <Link
            key={name}
            href={`/w/${workspaceId}/settings/${name}`}
            aria-current={name === page ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {Page ? (
        <Page key={`${workspaceId} ${page}`} {...of} />
      ) : (
        <Notice title={t('There are no such settings')} text={t('Choose a page of the list.')} />
      )}
    </div>
  );
}
