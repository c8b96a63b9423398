import type { BlockResult, VariableWrite } from '../blocks/kind/block.js';
import {
  addLog,
  keepsTranscript,
  leaveMark,
  replaceTop,
  topFlow,
  topFrame,
  type TurnState,
} from './turnState.js';
import type { LocatedBlock } from '../flow/flow.js';
import { languageEvents } from './languageEvents.js';
import { linkBot } from './linkBot.js';
import { returnToMark, nextBlock, followEdge, goToTarget, type NextBlock } from './next.js';
import { allowedEffect, RESTRICTED } from './allowedEffects.js';
import type { ClientAction, Message, TurnEvent } from '../reply/reply.js';
import type { Frame, Rest } from './session.js';
import { lengthOfValue, logLeftOut, MAX_STORED_LENGTH, storedLength } from './storedLength.js';
import { noteMessage } from '../transcript/transcript.js';
import { stepsIn, stepsToCopy, stepsToHandOver } from './budget.js';
import { valueOf, writeVariables } from './variables.js';

/** In characters, as JSON. */
const MAX_VALUE_LENGTH = 1_000_000;

/**
 * Applies the result of a block: first its updates, then its next step. Returns the block to enter next, or undefined
 * when the walk rests.
 */
export function applyResult(
  turn: TurnState,
  place: LocatedBlock,
  result: BlockResult,
): NextBlock | undefined {
  if (result.locale !== undefined) changeLanguage(turn, result.locale);
  applyUpdates(turn, place, result);
  switch (result.go) {
    case 'next':
      return nextBlock(turn, place);
    case 'edge':
      return followEdge(turn, result.edgeId);
    case 'place':
      leaveMark(turn, { groupId: place.group.id, index: place.index, then: 'after' });
      return goToTarget(turn, result.place);
    case 'return':
      return returnToMark(turn, place);
    case 'bot':
      return linkBot(turn, place, result.link);
    case 'outside':
      return requestEffect(turn, place, result);
    case 'refuse':
      turn.refusal = { ...result.refusal, place };
      return undefined;
    default:
      return rest(turn, place, result);
  }
}

function applyUpdates(turn: TurnState, { block }: LocatedBlock, result: BlockResult): void {
  const { set = [], logs = [], message, action, records = [] } = result;
  if (set.length > 0) write(turn, set);
  for (const log of logs) addLog(turn, log);
  if (message) say(turn, block, message);
  turn.skipNextBubble = result.skipNextBubble;
  if (action) emit(turn, { kind: 'action', action: stamped(turn, result, action) });
  turn.records.push(...records);
}

function say(turn: TurnState, { id }: LocatedBlock['block'], message: Message): void {
  if (keepsTranscript(turn)) noteMessage(turn, message);
  // What the client has already shown belongs to the transcript, though not to this reply.
  if (turn.skipNextBubble && message.type === 'text') {
    turn.events.push({ kind: 'message', message, isStreamed: true });
    return;
  }
  emit(turn, { kind: 'message', message });
  turn.lastBubbleBlockId = id;
}

/** The chat goes on in other languages, which its client shows from then on. */
function changeLanguage(turn: TurnState, locale: string): void {
  turn.locale = locale;
  for (const event of languageEvents(turn)) emit(turn, event);
}

/** Adds an event that is sent to the client. */
function emit(turn: TurnState, event: TurnEvent): void {
  turn.events.push(event);
  const { length } = JSON.stringify(event);
  turn.charactersSaid += length;
  turn.budget.charge(stepsToCopy(length));
}

/** A value too large to be stored with the chat is left out, and the variable keeps its value. */
function write(turn: TurnState, writes: readonly VariableWrite[]): void {
  const frame = topFrame(turn);
  turn.budget.charge((frame.variables.length + writes.length) * WRITE_STEPS);
  const fits = fitsIn(turn, frame);
  const kept = writes.filter(({ variableId, value }) => {
    turn.budget.charge(stepsIn(value));
    const { length } = JSON.stringify(value);
    turn.charactersMade += length;
    return length <= MAX_VALUE_LENGTH ? fits(variableId, length) : tooLong(turn);
  });
  replaceTop(turn, writeVariables(frame, topFlow(turn), kept));
}

/** The steps it takes to copy a variable into a new list, and to find it there. */
const WRITE_STEPS = 6;

/**
 * Returns a check for values that are written one after the other: whether each still fits into the stored chat. A
 * value that is no longer than the one it replaces always fits.
 */
function fitsIn(turn: TurnState, frame: Frame): (variableId: string, length: number) => boolean {
  let left = MAX_STORED_LENGTH - storedLength(turn.stack);
  return (variableId, length) => {
    const isFitting =
      length <= left || length <= Math.max(0, left) + lengthOfValue(valueOf(frame, variableId));
    if (isFitting) left -= length;
    else logLeftOut(turn);
    return isFitting;
  };
}

function tooLong(turn: TurnState): false {
  const description = `A value of more than ${MAX_VALUE_LENGTH} characters was not kept`;
  addLog(turn, { status: 'error', description });
  return false;
}

/** Adds the bubble after which the client runs the action, and whether the chat waits for it. */
function stamped(turn: TurnState, result: BlockResult, action: ClientAction): ClientAction {
  return {
    ...action,
    ...(turn.lastBubbleBlockId !== undefined && { lastBubbleBlockId: turn.lastBubbleBlockId }),
    ...(result.go === 'client' && { expectsDedicatedReply: true }),
  };
}

/** Rests, and asks for what it rests on. In a preview, which nobody takes over, an input asks in place of a person. */
function rest(
  turn: TurnState,
  { block, group, index }: LocatedBlock,
  result: Extract<BlockResult, { go: Rest['waitsFor'] }>,
): undefined {
  const { go: waitsFor } = result;
  const memo = waitsFor === 'user' ? result.memo : undefined;
  if (waitsFor !== 'client') {
    const { input } = result;
    emit(turn, input ? { kind: 'input', input } : { kind: 'status', status: 'PAUSED' });
  }
  const asked = waitsFor === 'user' ? undefined : askedBefore(turn.at);
  turn.at = {
    ...{ groupId: group.id, index, blockId: block.id, waitsFor },
    ...(asked && { asked }),
    ...(memo !== undefined && { memo }),
  };
  turn.lastRest = { stack: turn.stack, at: turn.at };
}

/** The input to ask again when a turn that begins with the client's report is stopped. */
function askedBefore(at: Rest | undefined): Rest['asked'] {
  return at?.waitsFor === 'user' ? { groupId: at.groupId, index: at.index } : at?.asked;
}

/** Requests an effect. A block that requests an effect this chat may not run resumes at once with a failure. */
function requestEffect(
  turn: TurnState,
  place: LocatedBlock,
  result: Extract<BlockResult, { go: 'outside' }>,
): NextBlock | undefined {
  const allowed = allowedEffect(turn.settings, result.effect);
  if (!allowed) {
    const resumption = { ok: false, error: RESTRICTED, memo: result.memo } as const;
    return { ...place, resumption, isBack: true };
  }
  turn.budget.charge(stepsToHandOver(allowed));
  turn.open = {
    effect: allowed,
    blockCall: {
      groupId: place.group.id,
      index: place.index,
      evaluated: [],
      method: 'resume',
      answer: { ok: false, error: 'Not answered yet' },
      memo: result.memo,
    },
  };
  return undefined;
}
