import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { ChatFrame } from './ChatFrame.js';
import { TryBar } from './TryBar.js';
import { useTry } from './useTry.js';

/** A chat with the draft; `isBeside` the canvas, it has little room. The address may name the group to begin in: `?from=`. */
export function Tryout({
  botId,
  isBeside = false,
}: {
  readonly botId: string;
  readonly isBeside?: boolean;
}): ReactNode {
  const [params] = useSearchParams();
  const tried = useTry(botId, params.get('from') ?? undefined);
  return (
    <div className={isBeside ? 'tryout beside' : 'tryout'}>
      <TryBar tried={tried} isBeside={isBeside} />
      <div className={`tryFrame ${tried.width}`}>
        <ChatFrame start={tried.start} />
      </div>
    </div>
  );
}
