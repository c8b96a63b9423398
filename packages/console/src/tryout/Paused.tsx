import { type ReadTraceQuery, StepChat } from '@parley/client/dashboard';
import { type ReactNode, useEffect } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';

type PausedTurn = NonNullable<ReadTraceQuery['chatTrace']['paused']>;

/** Where a turn is paused, and how it goes on: F10 to the next block, Ctrl \ to the next breakpoint. */
export function Paused({
  sessionId,
  paused: { pause },
  nameOf,
  done,
}: {
  readonly sessionId: string;
  readonly paused: PausedTurn;
  readonly nameOf: (blockId: string) => string;
  readonly done: () => void;
}): ReactNode {
  const { fault, run } = useAction(done);
  const step = (to: 'NEXT_BLOCK' | 'BREAKPOINT'): void =>
    void run(change(StepChat, { input: { sessionId, to, pause: pause.number } }));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isGo = event.key === '\\' && (event.ctrlKey || event.metaKey);
      if (event.key !== 'F10' && !isGo) return;
      event.preventDefault();
      step(isGo ? 'BREAKPOINT' : 'NEXT_BLOCK');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <div className="paused">
      <p role="status">
        {t('Paused before {block}', {
          block: pause.blockId === null ? t('a block') : nameOf(pause.blockId),
        })}
      </p>
      <Fault words={fault} />
      <button type="button" title="F10" onClick={() => step('NEXT_BLOCK')}>
        {t('Next block')}
      </button>
      <button type="button" title={t('Ctrl \\')} onClick={() => step('BREAKPOINT')}>
        {t('Go on')}
      </button>
    </div>
  );
}
