import { ReactFlowProvider } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { Board } from './Board.js';

/** The flow as a graph of groups that edges join, to look at and to change. */
export function Canvas(): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  return (
    <ReactFlowProvider>
      <Board botId={botId} />
    </ReactFlowProvider>
  );
}
