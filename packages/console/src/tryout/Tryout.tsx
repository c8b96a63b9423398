import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '../i18n/t.js';
import { Loading } from '../ui/Loading.js';
import { ChatFrame } from './ChatFrame.js';
import { Inspect } from './Inspect.js';
import { runningTry } from './runningTry.js';
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
      <div className="inside">
        <Loading />
      </div>
    );
  }
  return <Inspect key={sessionId} {...{ botId, tried, sessionId }} />;
}
