import { type ReactNode, useEffect } from 'react';
import { useRoute } from 'wouter';
import { findBlock } from '../canvas/flowModel.js';
import { useSelection } from '../canvas/selection.js';
import { t } from '../i18n/t.js';
import { ChangeList } from '../versions/ChangeList.js';
import type { Clash } from './clash.js';
import { useDraft } from './useDraft.js';

/** What others did that a step would change back, and what the person wants of it. What the others did stays until then. */
export function ClashCard({
  botId,
  clash,
}: {
  readonly botId: string;
  readonly clash: Clash;
}): ReactNode {
  const draft = useDraft();
  const { theirs, rest, canOverwrite } = clash;
  useView(theirs[0]?.change?.partId ?? undefined);
  const authors = [...new Set(theirs.map(({ author }) => author ?? t('Somebody else')))];
  const names = authors.join(', ');
  return (
    <section className="clash" role="alert" aria-label={t('Changed by others since')}>
      <p>
        {canOverwrite
          ? t('This would also take back what {names} did since:', { names })
          : t('Not all of this can be taken back any more. {names} changed or removed it since.', {
              names,
            })}
      </p>
      {theirs.some(({ change }) => change) ? (
        <ChangeList botId={botId} changes={theirs.flatMap(({ change }) => change ?? [])} />
      ) : null}
      <div className="actions">
        <button type="button" className="primary" onClick={() => draft.decide('keep')}>
          {t('Keep theirs')}
        </button>
        {rest.length > 0 ? (
          <button type="button" onClick={() => draft.decide('rest')}>
            {t('Take back the rest')}
          </button>
        ) : null}
        {canOverwrite ? (
          <button type="button" onClick={() => draft.decide('overwrite')}>
            {t('Take back all of it')}
          </button>
        ) : null}
        <button type="button" onClick={() => draft.decide(undefined)}>
          {t('Decide later')}
        </button>
      </div>
    </section>
  );
}

/** Shows the part on the canvas, where that is on the screen. */
function useView(partId: string | undefined): void {
  const draft = useDraft();
  const { select } = useSelection();
  const [isFlow] = useRoute('/b/:botId/flow');
  useEffect(() => {
    if (!isFlow || partId === undefined) return;
    select(findBlock(draft.state().flow, partId) ? { blockId: partId } : { groupIds: [partId] });
  }, [isFlow, partId, draft, select]);
}
