import { topFlow, type Draft } from './draft.js';
import type { Flow } from './flow.js';
import { longestPathsOf } from './longestPaths.js';
import { following } from './onward.js';
import { edgeTarget, spotIn } from './placeIn.js';
import type { TurnEvent } from './reply.js';
import type { Mark, Spot } from './session.js';

/**
 * How far the chat has come, from 0 to 100, when its bot shows a progress bar: 100 at the end, nothing while a client's
 * action is awaited. It never falls (choices, "Chat").
 */
export function progressEvents(draft: Draft): TurnEvent[] {
  const [root] = draft.stack.map(({ flowId }) => draft.flows(flowId));
  if (root?.definition.theme.general?.progressBar?.isEnabled !== true) return [];
  const reached = progressNow(draft);
  if (reached === undefined) return [];
  draft.progress = Math.max(draft.progress ?? 0, reached);
  return [{ kind: 'progress', progress: draft.progress }];
}

function progressNow(draft: Draft): number | undefined {
  if (draft.phase === 'ended') return 100;
  if (draft.at?.waitsFor !== 'user') return undefined;
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
