import { topFlow, type TurnState } from '../interpreter/turnState.js';
import type { Flow } from '../flow/flow.js';
import { longestPathsOf } from './longestPaths.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import { edgeTarget, findPosition, type Position } from '../flow/position.js';
import type { TurnEvent } from '../reply/reply.js';
import type { Mark } from '../interpreter/session.js';

/** The progress of the chat from 0 to 100, for a bot that shows a progress bar: 100 at the end. It never falls. */
export function progressEvents(turn: TurnState): TurnEvent[] {
  turn.progress = Math.max(turn.progress ?? 0, progressNow(turn));
  return progressSoFar(turn);
}

/** The progress of a chat outside a turn: one that is only registered, or that a person has taken over. */
export function progressSoFar({
  progress,
}: {
  readonly progress?: number | undefined;
}): TurnEvent[] {
  return progress === undefined ? [] : [{ kind: 'progress', progress }];
}

function progressNow(turn: TurnState): number {
  if (turn.phase === 'ended') return 100;
  if (!turn.at) return 0;
  const done = turn.answered + 1;
  return (100 * done) / (remaining(turn, turn.at) + done);
}

/**
 * The maximum number of inputs still to come: from where the chat rests, and then from the continuations of the bots on
 * the stack.
 */
function remaining(turn: TurnState, { groupId, index }: Position): number {
  const rest = { flow: topFlow(turn), mark: { groupId, index, then: 'enter' } as const };
  const later = turn.stack.flatMap(({ flowId, continuations }) =>
    continuations.map((mark) => ({ flow: turn.flows(flowId), mark })),
  );
  return [rest, ...later].reduce((sum, { flow, mark }) => sum + inputsFrom(flow, mark), 0);
}

function inputsFrom(flow: Flow | undefined, mark: Mark): number {
  const place = findPosition(flow, mark);
  const isPassed = place && mark.then === 'after';
  const next = isPassed
    ? (nextInGroup(place) ?? edgeTarget(flow, place.block.outgoingEdgeId))
    : place;
  if (!flow || !next) return 0;
  return longestPathsOf(flow)(next.block);
}
