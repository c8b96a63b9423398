import type { BotLink } from '../blocks/kind/block.js';
import { addLog, replaceTop, topFlow, topFrame, type Draft } from './turnState.js';
import type { BlockPlace, Flow } from '../flow/flow.js';
import { following, onward, type NextBlock } from './next.js';
import { notePassed } from './trace.js';
import { edgeTarget, placeAt, placeIn } from './position.js';
import { filledVariable } from './namedVariables.js';
import { saveResult } from './saveResult.js';
import type { Frame } from './session.js';
import { ENTRY_STEPS, stepsToMerge } from './mergeCost.js';
import type { Value } from '../values/value.js';

/** How many bots and continuations may be open at a time: a bot that calls itself would never come to an end. */
export const MAX_OPEN = 100;

/**
 * Goes through another bot, or this one again, and notes to go on after the link. A link that leads nowhere
 * is passed over with a log.
 */
export function linkBot(draft: Draft, from: BlockPlace, link: BotLink): NextBlock | undefined {
  const flow = link.bot ? draft.flows(link.bot.flowId) : topFlow(draft);
  const begin = flow && beginning(flow, link.group);
  if (!begin) return passBy(draft, from, 'there is nothing to begin with');
  if (openCount(draft) >= MAX_OPEN) return passBy(draft, from, `over ${MAX_OPEN} bots are open`);
  noteContinuation(draft, from);
  if (link.bot) enterBot(draft, flow, { ...link, bot: link.bot });
  if (!link.group) notePassed(draft, 'edge', flow.definition.events[0].outgoingEdgeId);
  return begin;
}

function beginning(flow: Flow, group: BotLink['group']): BlockPlace | undefined {
  if (!group) return edgeTarget(flow, flow.definition.events[0].outgoingEdgeId);
  if ('id' in group) return placeIn(flow, { groupId: group.id });
  const titled = flow.groupTitled(group.title);
  return titled && placeAt(titled, 0);
}

function passBy(draft: Draft, from: BlockPlace, reason: string): NextBlock | undefined {
  const description = `Bot link ${from.block.id} was passed over: ${reason}`;
  addLog(draft, { status: 'error', description });
  return onward(draft, from);
}

function openCount({ stack }: Draft): number {
  return stack.reduce((count, { continuations }) => count + 1 + continuations.length, 0);
}

/** Nothing is noted where nothing follows, so that bots that call each other in turns do not pile up. */
function noteContinuation(draft: Draft, from: BlockPlace): void {
  if (!following(from) && from.block.outgoingEdgeId === undefined) return;
  const frame = topFrame(draft);
  const mark = { groupId: from.group.id, index: from.index, then: 'after' } as const;
  replaceTop(draft, { ...frame, continuations: [...frame.continuations, mark] });
}

/** A bot with a run of its own leaves the one below as it is: that one is saved as it stands. */
function enterBot(
  draft: Draft,
  flow: Flow,
  link: BotLink & { bot: NonNullable<BotLink['bot']> },
): void {
  const parent = topFrame(draft);
  const { isMerging, bot } = link;
  if (!isMerging) saveResult(draft, false);
  const resultId = isMerging ? parent.resultId : parent.resultId && bot.resultId;
  const frame: Frame = {
    flowId: flow.id,
    botId: bot.botId,
    ...(resultId !== undefined && { resultId }),
    ...(isMerging && { isMerging }),
    variables: inherited(draft, flow),
    answers: isMerging ? parent.answers : [],
    continuations: [],
  };
  draft.stack = [...draft.stack, frame];
  // Where the chat rested last is a block of the bot below.
  draft.at = undefined;
}

/** Each variable takes the value of the nearest bot that has the name; the flow's own values do not count. */
function inherited(draft: Draft, flow: Flow): Frame['variables'] {
  const { variables } = flow.definition;
  draft.work.charge(stepsToMerge(draft) + variables.length * draft.stack.length * ENTRY_STEPS);
  return variables.flatMap(({ id, name, isSessionVariable }) => {
    const value = nearestValue(draft, name);
    if (value === null) return [];
    return [{ id, name, value, ...(isSessionVariable === true && { isSessionVariable }) }];
  });
}

function nearestValue({ stack, flows }: Draft, name: string): Value {
  const named = ({ variables }: Frame) => filledVariable(variables, name);
  const nearest = stack.findLast(
    (frame) => flows(frame.flowId)?.variableNamed(name) ?? named(frame),
  );
  return (nearest && named(nearest)?.value) ?? null;
}
