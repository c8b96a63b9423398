import { topFlow, type Draft } from '../interpreter/turnState.js';
import type { Flow } from '../flow/flow.js';
import { longestPathsOf } from './longestPaths.js';
import { following } from '../interpreter/next.js';
import { edgeTarget, spotIn } from '../interpreter/position.js';
import type { TurnEvent } from '../reply/reply.js';
import type { Mark, Spot } from '../interpreter/session.js';

/** How far the chat has come, from 0 to 100, when its bot shows a progress bar: 100 at the end. It never falls. */
export function progressEvents(draft: Draft): TurnEvent[] {
  const [root] = draft.stack.map(({ flowId }) => draft.flows(flowId));
  if (!root || !showsProgress(root)) return [];
  draft.progress = Math.max(draft.progress ?? 0, progressNow(draft));
  return progressSoFar(draft);
}

/** The progress of a chat that is not walked now: one that is only registered, or that a person has taken over. */
export function progressSoFar({
  progress,
}: {
  readonly progress?: number | undefined;
}): TurnEvent[] {
  return progress === undefined ? [] : [{ kind: 'progress', progress }];
}

/** Whether the clients of a flow show how far a chat has come. */
export function showsProgress({ definition: { theme } }: Flow): boolean {
  return theme.general?.progressBar?.isEnabled === true;
}

function progressNow(draft: Draft): number {
  if (draft.phase === 'ended') return 100;
  if (!draft.at) return 0;
  const done = draft.answered + 1;
  return (100 * done) / (remaining(draft, draft.at) + done);
}

/** The inputs still to come at most: from where the chat rests, and then from wherever the bots on the stack go on. */
function remaining(draft: Draft, { groupId, index }: Spot): number {
  const rest = { flow: topFlow(draft), mark: { groupId, index, then: 'enter' } as const };
  const later = draft.stack.flatMap(({ flowId, continuations }) =>
    continuations.map((mark) => ({ flow: draft.flows(flowId), mark })),
  );
  return [rest, ...later].reduce((sum, { flow, mark }) => sum + inputsFrom(flow, mark), 0);
}

function inputsFrom(flow: Flow | undefined, mark: Mark): number {
  const place = spotIn(flow, mark);
  const isPassed = place && mark.then === 'after';
  const next = isPassed
    ? (following(place) ?? edgeTarget(flow, place.block.outgoingEdgeId))
    : place;
  if (!flow || !next) return 0;
  return longestPathsOf(flow)(next.block);
}
