import type { BotLink } from '../blocks/kind/block.js';
import { notePassed, addLog, replaceTop, topFlow, topFrame, type TurnState } from './turnState.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import { nextBlock, type NextBlock } from './next.js';
import { edgeTarget, blockAt, findTarget } from '../flow/position.js';
import { filledVariable } from './variables.js';
import { saveResult } from './saveResult.js';
import type { Frame } from './session.js';
import { ENTRY_STEPS, mergeCost } from './mergeFrames.js';
import type { Value } from '../values/value.js';

/** The maximum number of bots and continuations that may be open at a time; it ends a bot that calls itself. */
export const MAX_OPEN = 100;

/**
 * Enters another bot, or this one again, and notes the continuation after the link. A link that leads nowhere is
 * skipped with a log (docs/engine-rules.md, "Bot links").
 */
export function linkBot(turn: TurnState, from: LocatedBlock, link: BotLink): NextBlock | undefined {
  const flow = link.bot ? turn.flows(link.bot.flowId) : topFlow(turn);
  const begin = flow && beginning(flow, link.group);
  if (!begin) return passBy(turn, from, 'there is nothing to begin with');
  if (openCount(turn) >= MAX_OPEN) return passBy(turn, from, `over ${MAX_OPEN} bots are open`);
  noteContinuation(turn, from);
  if (link.bot) enterBot(turn, flow, { ...link, bot: link.bot });
  if (!link.group) notePassed(turn, 'edge', flow.definition.events[0].outgoingEdgeId);
  return begin;
}

function beginning(flow: Flow, group: BotLink['group']): LocatedBlock | undefined {
  if (!group) return edgeTarget(flow, flow.definition.events[0].outgoingEdgeId);
  if ('id' in group) return findTarget(flow, { groupId: group.id });
  const titled = flow.groupTitled(group.title);
  return titled && blockAt(titled, 0);
}

function passBy(turn: TurnState, from: LocatedBlock, reason: string): NextBlock | undefined {
  const description = `Bot link ${from.block.id} was skipped: ${reason}`;
  addLog(turn, { status: 'error', description });
  return nextBlock(turn, from);
}

function openCount({ stack }: TurnState): number {
  return stack.reduce((count, { continuations }) => count + 1 + continuations.length, 0);
}

/** No continuation is noted where nothing follows, so that bots that call each other in turn do not fill the stack. */
function noteContinuation(turn: TurnState, from: LocatedBlock): void {
  if (!nextInGroup(from) && from.block.outgoingEdgeId === undefined) return;
  const frame = topFrame(turn);
  const mark = { groupId: from.group.id, index: from.index, then: 'after' } as const;
  replaceTop(turn, { ...frame, continuations: [...frame.continuations, mark] });
}

/** A bot with a run of its own leaves the frame below unchanged, because that frame is saved as it is. */
function enterBot(
  turn: TurnState,
  flow: Flow,
  link: BotLink & { bot: NonNullable<BotLink['bot']> },
): void {
  const parent = topFrame(turn);
  const { isMerging, bot } = link;
  if (!isMerging) saveResult(turn, false);
  const resultId = isMerging ? parent.resultId : parent.resultId && bot.resultId;
  const frame: Frame = {
    flowId: flow.id,
    botId: bot.botId,
    ...(resultId !== undefined && { resultId }),
    ...(isMerging && { isMerging }),
    variables: inherited(turn, flow),
    answers: isMerging ? parent.answers : [],
    continuations: [],
  };
  turn.stack = [...turn.stack, frame];
  // The block at which the chat last waited belongs to the bot below on the stack.
  turn.at = undefined;
}

/**
 * Each variable takes the value of the nearest bot that has a variable of its name; values stored in the flow itself do
 * not count.
 */
function inherited(turn: TurnState, flow: Flow): Frame['variables'] {
  const { variables } = flow.definition;
  turn.budget.charge(mergeCost(turn) + variables.length * turn.stack.length * ENTRY_STEPS);
  return variables.flatMap(({ id, name, isSessionVariable }) => {
    const value = nearestValue(turn, name);
    if (value === null) return [];
    return [{ id, name, value, ...(isSessionVariable === true && { isSessionVariable }) }];
  });
}

function nearestValue({ stack, flows }: TurnState, name: string): Value {
  const named = ({ variables }: Frame) => filledVariable(variables, name);
  const nearest = stack.findLast(
    (frame) => flows(frame.flowId)?.variableNamed(name) ?? named(frame),
  );
  return (nearest && named(nearest)?.value) ?? null;
}
