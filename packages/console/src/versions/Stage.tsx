import {
  DeleteStage,
  PromoteStage,
  SetStage,
  type WaysToVersionsQuery,
} from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
import { ChangeList } from './ChangeList.js';
import { Refusal } from './Refusal.js';
import { StageValues } from './StageValues.js';
import { useVersionAction } from './useVersionAction.js';
import { nameOfVersion } from './VersionList.js';

interface StageOf {
  readonly botId: string;
  readonly stage: NonNullable<WaysToVersionsQuery['bot']>['stages'][number];
}

/** A stage: what is on it, and what can be done with it. */
export function Stage({ botId, stage }: StageOf): ReactNode {
  const { fault, run } = useVersionAction(botId);
  const [asked, ask] = useState<'promote' | 'delete'>();
  const { name, url, version, changes, stats } = stage;
  const close = (): void => ask(undefined);
  return (
    <section className="stage" aria-label={t('Stage {name}', { name })}>
      <p>
        <strong>{name}</strong>: {nameOfVersion(version)}{' '}
        {url === null ? null : (
          <a href={url} target="_blank" rel="noreferrer">
            {t('Open its page')}
          </a>
        )}{' '}
        <span className="soft">
          {t('Results: {results}, completed: {completed}', {
            results: stats.totalViews,
            completed: stats.totalCompleted,
          })}
        </span>
      </p>
      <details>
        <summary>{t('What promoting it changes ({count})', { count: changes.length })}</summary>
        <ChangeList botId={botId} changes={changes} />
      </details>
      <StageValues {...{ botId, stage }} />
      <p className="shareActions">
        <button type="button" onClick={() => ask('promote')}>
          {t('Promote to live …')}
        </button>
        <button
          type="button"
          onClick={() => void run(change(SetStage, { input: { botId, stage: name } }))}
        >
          {t('Put the draft on it')}
        </button>
        <button type="button" onClick={() => ask('delete')}>
          {t('Delete …')}
        </button>
      </p>
      <Fault words={fault} />
      {asked === 'promote' ? <Promoting {...{ botId, stage, close }} /> : null}
      {asked === 'delete' ? <Deleting {...{ botId, stage, close }} /> : null}
    </section>
  );
}

/** Asks before a stage is made live: for the reason, too, where the policy refuses it. */
function Promoting({
  botId,
  stage: { name, version, changes },
  close,
}: StageOf & { readonly close: () => void }): ReactNode {
  const { refused, isRunning, run } = useVersionAction(botId);
  const promote = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    const input = { botId, stage: name, overrideReason: reason || null };
    void run(change(PromoteStage, { input }), close);
  };
  return (
    <Dialog title={t('Promote {stage} to live', { stage: name })} close={close}>
      <p>
        {t(
          'New chats run {version} from then on. Values and credentials of the stage stay with the stage.',
          { version: nameOfVersion(version) },
        )}
      </p>
      <h3>{t('What changes')}</h3>
      <ChangeList botId={botId} changes={changes} />
      <form className="publishForm" onSubmit={promote}>
        <Refusal refused={refused} />
        <button type="submit" className="primary" disabled={isRunning}>
          {t('Promote to live')}
        </button>
      </form>
    </Dialog>
  );
}

/** Asks before a stage is deleted. */
function Deleting({
  botId,
  stage: { name },
  close,
}: StageOf & { readonly close: () => void }): ReactNode {
  const { fault, isRunning, run } = useVersionAction(botId);
  const remove = (): void =>
    void run(change(DeleteStage, { input: { botId, stage: name } }), close);
  return (
    <Dialog title={t('Delete the stage {name}?', { name })} close={close}>
      <p>
        {t(
          'Nobody can begin a chat at its address any more. Its version, its results and running chats stay.',
        )}
      </p>
      <Fault words={fault} />
      <button type="button" className="primary" disabled={isRunning} onClick={remove}>
        {t('Delete')}
      </button>
    </Dialog>
  );
}
