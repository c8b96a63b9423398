import { SetSegments } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { useDraftState } from '../draft/useDraft.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
import type { Segment } from './Sources.js';
import { t } from '../i18n/t.js';

/** By so many results are counted apart, at most. */
const MOST = 3;

/** The id that stands for the channel among those of variables. */
const CHANNEL = '';

/** Chooses by what results are counted apart: the channel, and variables. */
export function SourcesDialog({
  botId,
  segments,
  saved,
  close,
}: {
  readonly botId: string;
  readonly segments: readonly Segment[];
  readonly saved: () => void;
  readonly close: () => void;
}): ReactNode {
  const variables = useDraftState((state) => state.flow.variables);
  const [chosen, choose] = useState<readonly string[]>(
    segments.map(({ variableId }) => variableId ?? CHANNEL),
  );
  const { fault, isRunning, run } = useAction();
  const options = [
    [CHANNEL, t('Channel: web or messenger')],
    ...variables.map(({ id, name }) => [id, String(name)]),
    ...segments.flatMap(({ variableId, name }) =>
      variableId === null || variables.some(({ id }) => id === variableId)
        ? []
        : [[variableId, name]],
    ),
  ] as [id: string, name: string][];
  const save = (): void => {
    const input = { botId, segments: chosen.map(segmentOf) };
    void run(change(SetSegments, { input }), saved);
  };
  return (
    <Dialog title={t('Break down by source')} close={close}>
      <Fault words={fault} />
      <p>
        {t(
          'Up to three. What there is already is counted in the background, which takes a while; the counts of what you leave out are deleted.',
        )}
      </p>
      <ul className="sources">
        {options.map(([id, name]) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />{' '}
              {name}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className="primary" disabled={isRunning} onClick={save}>
        {t('Save')}
      </button>
    </Dialog>
  );
}

function segmentOf(id: string) {
  return id === CHANNEL
    ? { source: 'CHANNEL' as const }
    : { source: 'VARIABLE' as const, variableId: id };
}
