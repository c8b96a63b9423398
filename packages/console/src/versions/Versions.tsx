import { Publishing, UnpublishBot, Versions as ReadVersions } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { Reading } from '../ui/Reading.js';
import { ChangeList } from './ChangeList.js';
import { useVersionAction } from './useVersionAction.js';
import { Share } from './Share.js';
import { StagesAndSplit } from './StagesAndSplit.js';
import { VersionDetail } from './VersionDetail.js';
import { VersionList } from './VersionList.js';
import { Fault } from '../ui/Fault.js';
import { ForEditors } from '../draft/ForEditors.js';

/** What was published: versions with author and time, what each changed, and ways back. */
export function Versions({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault } = useData(ReadVersions, { botId });
  const [chosenId, choose] = useState<string>();
  const nodes = data?.bot?.versions.nodes;
  if (!nodes) {
    return fault ? <Notice title={t('The versions cannot be shown')} text={fault} /> : <Loading />;
  }
  const chosen = nodes.find(({ id }) => id === chosenId);
  return (
    <div className="versions">
      <VersionList botId={botId} first={data} chosenId={chosen?.id} choose={choose} />
      <div className="versionShown">
        {chosen ? (
          <VersionDetail key={chosen.id} botId={botId} version={chosen} others={nodes} />
        ) : (
          <DraftDetail botId={botId}>
            <StagesAndSplit botId={botId} versions={nodes} />
          </DraftDetail>
        )}
      </div>
    </div>
  );
}

/** How the draft differs from what is live, and where people meet the bot. What is below comes with it, so that it is not pushed down. */
function DraftDetail({
  botId,
  children,
}: {
  readonly botId: string;
  readonly children: ReactNode;
}): ReactNode {
  const { data, fault } = useData(Publishing, { botId });
  const { fault: refusal, run } = useVersionAction(botId);
  const bot = data?.bot;
  if (!bot) return <Reading fault={fault} />;
  const unpublish = (): void =>
    askFirst(
      { title: t('Unpublish this bot?'), button: t('Unpublish') },
      () => void run(change(UnpublishBot, { botId })),
    );
  return (
    <>
      <h2>{t('Draft')}</h2>
      <p className="soft">{t('What it changes against what is live:')}</p>
      <ChangeList botId={botId} changes={bot.unpublishedChanges} />
      {bot.publishedVersion ? (
        <>
          <h2>{t('Share')}</h2>
          <Share bot={bot} />
          <h2>{t('Take it off the air')}</h2>
          <p className="soft">
            {t(
              'Nobody can begin a chat any more, and its page shows nothing. You can publish it again.',
            )}
          </p>
          <Fault words={refusal} />
          <ForEditors>
            <button type="button" onClick={unpublish}>
              {t('Unpublish …')}
            </button>
          </ForEditors>
        </>
      ) : (
        <p>{t('Nothing is live.')}</p>
      )}
      {children}
    </>
  );
}
