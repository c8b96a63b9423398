import type { z } from 'zod';
import type { ParsedReply, ReplyInput } from '../blocks/kind/block.js';
import {
  notePassed,
  leaveMark,
  replaceTop,
  topFlow,
  topFrame,
  type TurnState,
} from './turnState.js';
import type { FlowEvent } from '../documents/event.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import type { NextBlock } from './next.js';
import { edgeTarget } from '../flow/position.js';
import type { Value } from '../values/value.js';
import { writeVariables } from './variables.js';
import { replyOptionsSchema } from '../documents/eventOptions.js';

/** An event that a reply calls: its target, and how a `Return` block comes back from it. */
export interface ReplyEvent {
  readonly event: FlowEvent;
  readonly begin: LocatedBlock;
  readonly then: 'enter' | 'hear';
}

/**
 * The event a reply calls: the one for invalid replies if it was rejected, else the one for all replies, once for each
 * reply. An event without an edge does not count.
 */
export function replyEventOf(
  flow: Flow,
  { outcome }: ParsedReply,
  isResubmitted = false,
): ReplyEvent | undefined {
  const refused = outcome === 'rejected' ? connected(flow, 'invalidReply', 'enter') : undefined;
  return refused ?? (isResubmitted ? undefined : connected(flow, 'reply', 'hear'));
}

function connected(flow: Flow, type: string, then: ReplyEvent['then']): ReplyEvent | undefined {
  for (const event of flow.definition.events) {
    const begin = event.type === type ? edgeTarget(flow, event.outgoingEdgeId) : undefined;
    if (begin) return { event, begin, then };
  }
  return undefined;
}

/**
 * Fills the variables of the event with the reply, and goes to its target. On return the input is asked again or parses
 * the reply again.
 */
export function callReplyEvent(
  turn: TurnState,
  { block, group, index }: LocatedBlock,
  { event, begin, then, message }: ReplyEvent & { readonly message: ReplyInput },
): NextBlock {
  const { contentVariableId, inputTypeVariableId, inputNameVariableId } = optionsOf(event);
  const facts: [string | undefined, Value][] = [
    [contentVariableId, (message.text ?? message.audioUrl ?? message.replyId) || null],
    [inputTypeVariableId, inputName(block.type)],
    [inputNameVariableId, group.title],
  ];
  const writes = facts.map(([variableId = '', value]) => ({ variableId, value }));
  replaceTop(turn, writeVariables(topFrame(turn), topFlow(turn), writes));
  const spot = { groupId: group.id, index };
  notePassed(turn, 'edge', event.outgoingEdgeId);
  leaveMark(turn, then === 'hear' ? { ...spot, then, message } : { ...spot, then });
  return begin;
}

const optionsSchema = replyOptionsSchema.catch({});

function optionsOf(event: FlowEvent): z.infer<typeof optionsSchema> {
  return optionsSchema.parse(event['options']);
}

/** The name of an input kind as events use it. */
function inputName(type: string): string {
  const name = type.replace(/ input$/, '');
  return SHORT_NAMES.get(name) ?? name;
}

const SHORT_NAMES = new Map([
  ['choice', 'buttons'],
  ['phone number', 'phone'],
]);
