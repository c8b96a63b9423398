import { topFrame, type TurnState } from './turnState.js';

/** A block or edge of a flow that a chat passed, counted so that authors see which way visitors take. */
export interface TraceEntry {
  readonly botId: string;
  readonly flowId: string;
  /** A block that was entered, an input whose answer was accepted, or an edge that was followed. */
  readonly kind: 'reached' | 'answered' | 'edge';
  /** The id of the block or the edge. */
  readonly id: string;
}

/** Adds what the walk passed; a preview is not counted and adds nothing. */
export function addToTrace(
  turn: TurnState,
  kind: TraceEntry['kind'],
  id: string | undefined,
): void {
  if (turn.settings.isPreview || id === undefined) return;
  const { botId, flowId } = topFrame(turn);
  turn.trace.push({ botId, flowId, kind, id });
}
