import { topFrame, type TurnState } from './turnState.js';

/** Something of a flow that a chat came through, told so that the makers of a bot see where people go. */
export interface TraceEntry {
  readonly botId: string;
  readonly flowId: string;
  /** A block that was entered, an input that took an answer, or an edge that was followed. */
  readonly kind: 'reached' | 'answered' | 'edge';
  /** The id of the block or the edge. */
  readonly id: string;
}

/** Notes what the walk came through; a preview is nobody's visit and notes nothing. */
export function addToTrace(
  turn: TurnState,
  kind: TraceEntry['kind'],
  id: string | undefined,
): void {
  if (turn.settings.isPreview || id === undefined) return;
  const { botId, flowId } = topFrame(turn);
  turn.trace.push({ botId, flowId, kind, id });
}
