import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '../i18n/t.js';
import { ChatFrame } from './ChatFrame.js';
import { Inspect } from './Inspect.js';
import { runningTry } from './runningTry.js';
import { TryBar } from './TryBar.js';
import { useTry } from './useTry.js';

/** A chat with the draft; `isBeside` the canvas, it has little room. The address may name the group to begin in and the language: `?from=`, `?locale=`. */
export function Tryout({
  botId,
  isBeside = false,
}: {
  readonly botId: string;
  readonly isBeside?: boolean;
}): ReactNode {
  const [params] = useSearchParams();
  const tried = useTry(botId, {
    groupId: params.get('from') ?? undefined,
    locale: params.get('locale') ?? undefined,
  });
  const [isInspected, setInspected] = useState(!isBeside);
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
        {isInspected && sessionId !== undefined ? (
          <Inspect key={sessionId} botId={botId} tried={tried} sessionId={sessionId} />
        ) : null}
      </div>
    </div>
  );
}
