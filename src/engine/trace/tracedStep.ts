import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import type { ConditionTried } from '../blocks/kind/block.js';
import type { Edge } from '../documents/edge.js';
import { oncePer } from '../documents/oncePer.js';
import { findPosition } from '../flow/position.js';
import type { LocatedBlock } from '../flow/flow.js';
import { readBlock } from '../interpreter/blockCall.js';
import { openBlockContext } from '../interpreter/blockContext.js';
import { newBudget, MAX_WORK_PER_TURN, type Budget } from '../interpreter/budget.js';
import type { BlockCall, Session } from '../interpreter/session.js';
import { stepWith, type StepAround, type StepInput, type StepResult } from '../interpreter/step.js';
import { topFlow, topFrame, type TurnState } from '../interpreter/turnState.js';
import { nextCall, type Visit } from '../interpreter/walk.js';
import type { Value } from '../values/value.js';
import type { Breaks } from './openBreaks.js';
import { changesBetween, type StateSeen } from './stateChange.js';
import type { BlockVisited, EdgeTaken, TraceEntry, TurnEnded, Way } from './traceEntry.js';

/** A step, and what happened in it. */
export interface TracedStep {
  readonly result: StepResult;
  /** Empty for a refused turn, which changes nothing. */
  readonly entries: readonly TraceEntry[];
}

/** What a traced step is taken with; with `breaks` it may end with a pause. */
export interface TracedAround extends Pick<StepAround, 'flows' | 'env'> {
  readonly breaks?: Breaks | undefined;
}

/**
 * Takes a step as `step` does, with the same result, and says what happened in it. A step that is not traced takes no
 * part of this.
 */
export function tracedStep(
  { flows, env, breaks }: TracedAround,
  session: Session,
  input: StepInput,
): TracedStep {
  const entries: TraceEntry[] = [];
  const budget = newBudget(MAX_WORK_PER_TURN - EXPLAINING);
  let last: StateSeen = session;
  let walked: TurnState | undefined;
  const note = (entry: Entry, now: StateSeen) => {
    const changes = changesBetween(last, now);
    last = lookAt(now);
    const made = { ...entry, at: env.now, ...(changes.length > 0 && { changes }) };
    entries.push(made);
    breaks?.note(made);
  };
  const begin = (now: StateSeen) => {
    const isNew = input.type !== 'answer' || changesBetween(last, now).length > 0;
    if (isNew) note({ kind: 'began' }, now);
  };
  const visiting: Visit = (turn, call) => {
    // The block that requested something goes on with the result.
    const isPausable = walked !== undefined || input.type !== 'answer';
    if (!walked) begin(turn);
    walked = turn;
    if (isPausable && breaks && isPaused(turn, call, breaks)) return undefined;
    const visit = beginVisit(turn, call, { last, budget });
    const next = nextCall(turn, call);
    note(visit(next), turn);
    return next;
  };
  const result = stepWith({ flows, env, visit: visiting }, session, input);
  if (result.refusal) return { result, entries: [] };
  if (!walked) begin(session);
  if (!result.effect) note(endOf(walked, session), result.session);
  return { result, entries };
}

/** Whether a turn pauses before a call, which is then made by the next step. */
function isPaused(turn: TurnState, call: BlockCall, breaks: Breaks): boolean {
  const effect = breaks.before(findPosition(topFlow(turn), call)?.block.id);
  if (effect) turn.open = { effect, blockCall: call };
  return effect !== undefined;
}

/** What only the trace takes for explaining conditions, in steps; the turn's own budget does not count it. */
const EXPLAINING = 100_000;

/** More comparisons than anybody reads of one visit, and characters of each side. */
const [MAX_COMPARISONS, MAX_SIDE] = [50, 500] as const;

type Entry = BlockVisited | TurnEnded | { readonly kind: 'began' };

/** The members of the state as they are now; the state of a turn is changed in place. */
function lookAt(state: StateSeen): StateSeen {
  const { phase, stack, at, settings, answered, progress, transcript } = state;
  const { skipNextBubble, locale } = state;
  return { phase, stack, at, settings, answered, progress, transcript, skipNextBubble, locale };
}

/** Looks at the turn before the visit of a block; what is returned describes the visit after it. */
function beginVisit(
  turn: TurnState,
  call: BlockCall,
  { last, budget }: { readonly last: StateSeen; readonly budget: Budget },
): (next: BlockCall | undefined) => BlockVisited {
  const flow = topFlow(turn);
  const { botId, flowId } = topFrame(turn);
  const isLinked = turn.stack.length > 1;
  const { groupId, method } = call;
  const place = findPosition(flow, call);
  const [passed, happened, wasStopped] = [turn.passed.length, turn.events.length, turn.isStopped];
  const conditions = conditionsOf(turn, call, budget);
  return (next) => {
    const edges = edgesOf(turn, passed);
    const logs = turn.events
      .slice(happened)
      .flatMap((event) => (event.kind === 'log' ? [event.log.description] : []));
    const isStopped = turn.isStopped !== wasStopped;
    const to = next && { groupId: next.groupId, ...idOf(findPosition(topFlow(turn), next)) };
    return {
      kind: 'block',
      ...(isLinked && { bot: { botId, flowId } }),
      groupId,
      ...idOf(place),
      call: method,
      ...(conditions.length > 0 && turn.open?.effect.kind !== 'evaluate' && { conditions }),
      ...(edges.length > 0 && { edges }),
      way: isStopped ? 'stopped' : wayOf(turn, { last, next, call, edges }),
      ...(to && { to }),
      ...(logs.length > 0 && { logs }),
    };
  };
}

/** The id of a block; absent where the flow has no such block. */
function idOf(place: LocatedBlock | undefined): { readonly blockId?: string } {
  return place ? { blockId: place.block.id } : {};
}

function edgesOf({ passed, flows }: TurnState, before: number): EdgeTaken[] {
  const edges: EdgeTaken[] = [];
  for (const { kind, id, flowId } of passed.slice(before)) {
    if (kind !== 'edge') continue;
    const edge = flows(flowId)?.edge(id);
    edges.push({ id, ...(edge && originOf(edge)) });
  }
  return edges;
}

/** What an edge leaves, as the trace names it. */
const originOf = oncePer(({ from }: Edge): Omit<EdgeTaken, 'id'> => originSchema.parse(from));

const originSchema = z.object({
  eventId: z.string().exactOptional(),
  blockId: z.string().exactOptional(),
  itemId: z.string().exactOptional(),
});

/** A visit that was made, and the state before it. */
interface Made {
  readonly last: StateSeen;
  readonly next: BlockCall | undefined;
  readonly call: BlockCall;
  readonly edges: readonly EdgeTaken[];
}

function wayOf(turn: TurnState, made: Made): Way {
  const { last, next, edges } = made;
  if (!next) return restOf(turn);
  const more = marksIn(turn) - marksIn(last);
  const [before, now] = [last.stack.at(-1)?.returnMark, topFrame(turn).returnMark];
  if (more > 0) return 'botLink';
  if (before && !now) return 'returned';
  if (more < 0) return 'continued';
  if (edges.length > 0) return 'edge';
  return now === before ? wayInGroup(next, made.call) : 'jump';
}

function wayInGroup(next: BlockCall, call: BlockCall): Way {
  return next.groupId === call.groupId && next.index === call.index ? 'again' : 'nextInGroup';
}

/** Why the walk does not go on. */
function restOf({ refusal, open, phase }: TurnState): Way {
  if (refusal) return 'refused';
  if (open) return 'effect';
  return phase === 'ended' ? 'ended' : 'waits';
}

/** How many bots and continuations are open. */
function marksIn({ stack }: Pick<StateSeen, 'stack'>): number {
  return stack.reduce((count, { continuations }) => count + 1 + continuations.length, 0);
}

function conditionsOf(turn: TurnState, call: BlockCall, budget: Budget): ConditionTried[] {
  const flow = topFlow(turn);
  const place = findPosition(flow, call);
  if (!flow || !place || call.method === 'resume') return [];
  const kind = kindOf(place.block.type);
  if (!kind.explain) return [];
  const block = readBlock(place.block);
  if (block === undefined) return [];
  const { settings, transcript = '' } = turn;
  const env = { now: turn.env.now, random: () => 0, newId: () => '' };
  const around = { env, flow, frame: topFrame(turn), settings, transcript, budget };
  try {
    const { context } = openBlockContext({ ...around, evaluated: call.evaluated });
    return readable(kind.explain(block, context));
  } catch {
    // Explaining took more than its budget; nothing in it may stop the turn.
    return [];
  }
}

/** As much of it as a person reads. */
function readable(tried: readonly ConditionTried[]): ConditionTried[] {
  let left = MAX_COMPARISONS;
  return tried.slice(0, MAX_COMPARISONS).map(({ comparisons, ...condition }) => {
    const shown = comparisons.slice(0, left);
    left -= shown.length;
    const cut = shown.map((one) => ({
      ...one,
      left: cutSide(one.left),
      right: cutSide(one.right),
    }));
    return { ...condition, comparisons: cut };
  });
}

function cutSide(value: Value): Value {
  if (value === null) return null;
  if (typeof value === 'string') return value.slice(0, MAX_SIDE).toWellFormed();
  const texts = value.slice(0, MAX_COMPARISONS);
  return texts.map((text) => text && text.slice(0, MAX_SIDE / MAX_COMPARISONS).toWellFormed());
}

/** What the turn took, counted by the walk, or by the steps before where this one had no visit. */
function endOf(walked: TurnState | undefined, { open }: Session): TurnEnded {
  const { blocksEntered: blocks = 0, charactersSaid: characters = 0 } = walked ?? open ?? {};
  const work = walked ? walked.budget.done() : (open?.workDone ?? 0);
  return { kind: 'ended', blocks, characters, work };
}
