import { Versions as ReadVersions, type VersionsQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { When } from '../ui/When.js';

type Page = NonNullable<VersionsQuery['bot']>['versions'];
/** A version in the list. */
export type Version = Page['nodes'][number];

/** The draft and the versions, the newest first; more of them on demand. */
export function VersionList({
  botId,
  first,
  chosenId,
  choose,
}: {
  readonly botId: string;
  readonly first: VersionsQuery;
  readonly chosenId: string | undefined;
  readonly choose: (id: string | undefined) => void;
}): ReactNode {
  return (
    <nav className="versionList" aria-label={t('Versions')}>
      <button type="button" aria-current={chosenId === undefined} onClick={() => choose(undefined)}>
        <strong>{t('Draft')}</strong>
      </button>
      {first.bot ? <Rows page={first.bot.versions} {...{ botId, chosenId, choose }} /> : null}
    </nav>
  );
}

/** A page of versions, and the next one once it is asked for. */
function Rows({
  page,
  botId,
  chosenId,
  choose,
}: {
  readonly page: Page;
  readonly botId: string;
  readonly chosenId: string | undefined;
  readonly choose: (id: string) => void;
}): ReactNode {
  const [isMore, setMore] = useState(false);
  const { hasNextPage, endCursor } = page.pageInfo;
  return (
    <>
      {page.nodes.map((version) => (
        <button
          key={version.id}
          type="button"
          aria-current={version.id === chosenId}
          onClick={() => choose(version.id)}
        >
          <strong>{nameOfVersion(version)}</strong>
          {version.isLive ? <span className="badge">{t('Live')}</span> : null}
          <span className="soft">
            <When at={version.createdAt} />
            {version.author?.name ? ` · ${version.author.name}` : ''}
          </span>
        </button>
      ))}
      {hasNextPage && !isMore ? (
        <button type="button" onClick={() => setMore(true)}>
          {t('Earlier versions')}
        </button>
      ) : null}
      {isMore ? <NextRows after={endCursor} {...{ botId, chosenId, choose }} /> : null}
    </>
  );
}

function NextRows({
  after,
  ...rest
}: {
  readonly after: string | null;
  readonly botId: string;
  readonly chosenId: string | undefined;
  readonly choose: (id: string) => void;
}): ReactNode {
  const { data } = useData(ReadVersions, { botId: rest.botId, after });
  return data?.bot ? <Rows page={data.bot.versions} {...rest} /> : null;
}

/** What people call a version. */
export function nameOfVersion({ number, label }: Pick<Version, 'number' | 'label'>): string {
  return label === null ? t('Version {number}', { number }) : `${number} · ${label}`;
}
