import { CompareVersions, RestoreVersion, RollBack } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { t } from '../i18n/t.js';
import { useData } from '../app/server.js';
import { Reading } from '../ui/Reading.js';
import { When } from '../ui/When.js';
import { ChangeList } from './ChangeList.js';
import { useVersionAction } from './useVersionAction.js';
import { nameOfVersion, type Version } from './VersionList.js';
import { Fault } from '../ui/Fault.js';
import { ForEditors } from '../draft/ForEditors.js';

/** One version: what it changed against another, and the ways back to it. */
export function VersionDetail({
  botId,
  version,
  others,
}: {
  readonly botId: string;
  readonly version: Version;
  readonly others: readonly Version[];
}): ReactNode {
  const [against, setAgainst] = useState<string>();
  const { id: versionId } = version;
  const { data, fault } = useData(CompareVersions, {
    botId,
    versionId,
    ...(against !== undefined && { against }),
  });
  const diff = data?.bot?.versionById?.diff;
  return (
    <>
      <h2>{nameOfVersion(version)}</h2>
      <Origin version={version} />
      <Ways botId={botId} version={version} />
      <label className="against">
        {t('What it changed against')}{' '}
        <select
          value={against ?? ''}
          onChange={({ target }) => setAgainst(target.value || undefined)}
        >
          <option value="">{t('the version before it')}</option>
          {others
            .filter(({ id }) => id !== versionId)
            .map((other) => (
              <option key={other.id} value={other.id}>
                {nameOfVersion(other)}
              </option>
            ))}
        </select>
      </label>
      {diff ? <ChangeList botId={botId} changes={diff} /> : <Reading fault={fault} />}
    </>
  );
}

/** When and by whom it was published, and why in spite of problems. */
function Origin({
  version: { createdAt, author, isLive, overrideReason },
}: {
  readonly version: Version;
}): ReactNode {
  return (
    <>
      <p className="soft">
        {t('Published')}: <When at={createdAt} />
        {author?.name ? ` · ${author.name}` : ''}
        {isLive ? ` · ${t('New chats run it.')}` : ''}
      </p>
      {overrideReason === null ? null : (
        <p>{t('Published in spite of problems, because: {reason}', { reason: overrideReason })}</p>
      )}
    </>
  );
}

/** The ways back to a version. */
function Ways({
  botId,
  version: { id: versionId, isLive },
}: {
  readonly botId: string;
  readonly version: Version;
}): ReactNode {
  const [told, setTold] = useState<string>();
  const action = useVersionAction(botId);
  const run = (changing: Promise<unknown>, words: string): void => {
    setTold(undefined);
    void action.run(changing, () => setTold(words));
  };
  const rollBack = (): void =>
    run(change(RollBack, { botId, versionId }), t('New chats run this version now.'));
  const restore = (): void =>
    run(
      change(RestoreVersion, { input: { botId, versionId } }),
      t('The draft is as this version was. What is live stays as it is.'),
    );
  return (
    <>
      <ForEditors>
        <p className="shareActions">
          {isLive ? null : (
            <button type="button" onClick={rollBack}>
              {t('Make it live again')}
            </button>
          )}
          <button type="button" onClick={restore}>
            {t('Restore into the draft')}
          </button>
        </p>
      </ForEditors>
      <p role="status">{told}</p>
      <Fault words={action.fault} />
    </>
  );
}
