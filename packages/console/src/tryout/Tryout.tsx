import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '../i18n/t.js';
import { ChatFrame } from './ChatFrame.js';
import { Inspect } from './Inspect.js';
import { NoTurns } from './NoTurns.js';
import { runningTry } from './runningTry.js';
import { beginningIn } from './startTry.js';
import { TryBar } from './TryBar.js';
import { type Try, useTry } from './useTry.js';

/** A chat with the draft; `isBeside` the canvas, it has little room. The address may name the group to begin in and the language: `?from=`, `?locale=`. */
export function Tryout({
  botId,
  isBeside = false,
}: {
  readonly botId: string;
  readonly isBeside?: boolean;
}): ReactNode {
  const [params] = useSearchParams();
  const tried = useTry(botId, beginningIn(params));
  const [isInspected, setInspected] = useState(!isBeside && !hasNoPlaceBeside());
  const { sessionId } = tried;
  useEffect(() => {
    if (isBeside) runningTry.set(sessionId);
    return () => runningTry.set(undefined);
  }, [isBeside, sessionId]);
  return (
    <div className={isBeside ? 'tryout beside' : 'tryout'}>
      <TryBar tried={tried} isBeside={isBeside}>
        <button type="button" aria-pressed={isInspected} onClick={() => setInspected(!isInspected)}>
          {t('Inspect')}
        </button>
      </TryBar>
      <div className="tryParts">
        <div className={`tryFrame ${tried.width}`}>
          <ChatFrame start={tried.start} onReplied={tried.onReplied} />
        </div>
        {isInspected ? <Inspected {...{ botId, tried }} /> : null}
      </div>
    </div>
  );
}

/** What is inside the chat; before it has started, the place for that. */
function Inspected({ botId, tried }: { readonly botId: string; readonly tried: Try }): ReactNode {
  const { sessionId } = tried;
  if (sessionId === undefined) {
    return (
      <section className="inside" aria-label={t('Inside the chat')}>
        <h2>{t('Turns')}</h2>
        <NoTurns />
      </section>
    );
  }
  return <Inspect key={sessionId} {...{ botId, tried, sessionId }} />;
}

/** Whether what is inside the chat would take the place of the chat, as on a phone; it is shown on demand then. */
function hasNoPlaceBeside(): boolean {
  return matchMedia('(max-width: 767px)').matches;
}
