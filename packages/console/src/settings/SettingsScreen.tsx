import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { rememberWorkspace } from '../app/workspace.js';
import { Notice } from '../ui/Notice.js';
import { AuditLog } from './AuditLog.js';
import { CannedReplies } from './CannedReplies.js';
import { Channels } from './Channels.js';
import { Credentials } from './Credentials.js';
import { Domains } from './Domains.js';
import { Members } from './Members.js';
import { OneWorkspace } from './OneWorkspace.js';
import { SETTINGS_PAGES, type SettingsPageName } from './pages.js';
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

/** The pages by their addresses. */
const PAGES: Readonly<Record<SettingsPageName, (of: SettingsOf) => ReactNode>> = {
  workspace: OneWorkspace,
  members: Members,
  credentials: Credentials,
  channels: Channels,
  domains: Domains,
  webhooks: Webhooks,
  replies: CannedReplies,
  rules: Rules,
  data: VisitorsData,
  audit: AuditLog,
  tokens: Tokens,
  you: Yourself,
};

function isPage(name: string): name is SettingsPageName {
  return Object.hasOwn(PAGES, name);
}

/** The settings of a workspace: a list of pages, and one of them. */
export function SettingsScreen({
  page = 'workspace',
  ...of
}: SettingsOf & { readonly page?: string | undefined }): ReactNode {
  const { workspaceId } = of;
  useEffect(() => rememberWorkspace(workspaceId), [workspaceId]);
  const Page = isPage(page) ? PAGES[page] : undefined;
  const current = useRef<HTMLAnchorElement>(null);
  // Where the list is a strip, the page may be beside what is seen of it.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [page]);
  return (
    <div className="settings">
      <nav aria-label={t('Settings')}>
        {SETTINGS_PAGES.map(([name, title]) => (
          <Link
            key={name}
            ref={name === page ? current : undefined}
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
