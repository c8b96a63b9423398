import { ReactFlowProvider } from '@xyflow/react';
import type { ReactNode } from 'react';
import { Board } from '../canvas/Board.js';
import { Inspector } from '../inspector/Inspector.js';
import { TryBeside } from '../tryout/TryBeside.js';

/** The flow of a bot: the canvas, and beside it the form of what is selected, or a chat. */
export function FlowScreen({ botId }: { readonly botId: string }): ReactNode {
  return (
    <TryBeside botId={botId} panel={<Inspector />}>
      <ReactFlowProvider>
        <Board botId={botId} />
      </ReactFlowProvider>
    </TryBeside>
  );
}
