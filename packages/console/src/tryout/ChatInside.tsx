import type { ReactNode } from 'react';
import { Inside } from './Inside.js';
import { useTrace } from './useTrace.js';

/** What is inside a chat that somebody else has, as it goes on. */
export function ChatInside({ sessionId }: { readonly sessionId: string }): ReactNode {
  const trace = useTrace(sessionId);
  return (
    <div className="chatInside">
      <Inside sessionId={sessionId} trace={trace} />
    </div>
  );
}
