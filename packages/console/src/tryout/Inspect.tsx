import { type ReactNode, useEffect } from 'react';
import { useSelection } from '../canvas/selection.js';
import { KeepAsTest } from './KeepAsTest.js';
import { Inside } from './Inside.js';
import type { Try } from './useTry.js';
import { useTrace } from './useTrace.js';

/** What is inside the chat that is tried; F9 pauses before the block that is selected on the canvas. */
export function Inspect({
  botId,
  tried,
  sessionId,
}: {
  readonly botId: string;
  readonly tried: Try;
  readonly sessionId: string;
}): ReactNode {
  const { blockId } = useSelection();
  const trace = useTrace(sessionId);
  const { breakpoints, fault, setBreakpoints } = tried;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F9' || blockId === undefined) return;
      event.preventDefault();
      const others = breakpoints.filter((one) => one !== blockId);
      setBreakpoints(others.length < breakpoints.length ? others : [...others, blockId]);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [blockId, breakpoints, setBreakpoints]);
  return (
    <Inside
      foot={<KeepAsTest botId={botId} sessionId={sessionId} />}
      sessionId={sessionId}
      trace={trace}
      fault={fault}
      replies={tried.replies}
      breakpoints={breakpoints}
      onBreakpoints={setBreakpoints}
      onBranch={(turn) => tried.begin({ branch: { sessionId, turn } })}
    />
  );
}
