import type { Move, VariableWrite } from '../blocks/kind/block.js';
import { addLog, leaveMark, replaceTop, topFlow, topFrame, type Draft } from './turnState.js';
import type { BlockPlace } from '../flow/flow.js';
import { valueOf } from './blockContext.js';
import { linkBot } from './linkBot.js';
import { backToMark, onward, throughEdge, toPlace, type NextBlock } from './next.js';
import { allowedAsk, RESTRICTED } from './allowedEffects.js';
import type { ClientAction, Message, TurnEvent } from '../reply/reply.js';
import type { Frame, Rest } from './session.js';
import { lengthOfValue, logLeftOut, MAX_STORED_LENGTH, storedLength } from './storedLength.js';
import { noteMessage } from '../transcript/transcript.js';
import { stepsIn, stepsToCopy, stepsToHandOver } from './budget.js';
import { writeVariables } from './writeVariables.js';

/** As JSON. */
const MAX_VALUE_LENGTH = 1_000_000;

/** Does what a block wants: first its effects, then its way on. Gives the block to enter next, none when the walk rests. */
export function carryOut(draft: Draft, place: BlockPlace, move: Move): NextBlock | undefined {
  applyEffects(draft, place, move);
  switch (move.go) {
    case 'next':
      return onward(draft, place);
    case 'edge':
      return throughEdge(draft, move.edgeId);
    case 'place':
      leaveMark(draft, { groupId: place.group.id, index: place.index, then: 'after' });
      return toPlace(draft, move.place);
    case 'return':
      return backToMark(draft, place);
    case 'bot':
      return linkBot(draft, place, move.link);
    case 'user':
      emit(draft, { kind: 'input', input: move.input });
      return rest(draft, place, 'user');
    case 'client':
      return rest(draft, place, 'client');
    case 'outside':
      return ask(draft, place, move);
    case 'refuse':
      draft.refusal = { ...move.refusal, place };
      return undefined;
  }
}

function applyEffects(draft: Draft, { block }: BlockPlace, move: Move): void {
  const isShown = draft.skipNextBubble;
  draft.skipNextBubble = move.skipNextBubble ?? false;
  if (move.set) write(draft, move.set);
  move.logs?.forEach((log) => addLog(draft, log));
  if (move.message) {
    noteMessage(draft, move.message);
    if (isShown && move.message.type === 'text') noteStreamed(draft, move.message);
    else say(draft, block.id, move.message);
  }
  if (move.action) emit(draft, { kind: 'action', action: stamped(draft, move, move.action) });
  draft.tells.push(...(move.tells ?? []));
}

/** What the client has shown already was said too, though not in this reply. */
function noteStreamed(draft: Draft, message: Message): void {
  draft.events.push({ kind: 'message', message, isStreamed: true });
}

function say(draft: Draft, blockId: string, message: Message): void {
  emit(draft, { kind: 'message', message });
  draft.lastBubbleBlockId = blockId;
}

/** Adds an event that the client is sent. */
function emit(draft: Draft, event: TurnEvent): void {
  draft.events.push(event);
  const { length } = JSON.stringify(event);
  draft.charactersSaid += length;
  draft.work.charge(stepsToCopy(length));
}

/** A value too large to be kept with the chat is left out, and the variable stays as it was. */
function write(draft: Draft, writes: readonly VariableWrite[]): void {
  const frame = topFrame(draft);
  draft.work.charge((frame.variables.length + writes.length) * WRITE_STEPS);
  const fits = fitsIn(draft, frame);
  const kept = writes.filter(({ variableId, value }) => {
    draft.work.charge(stepsIn(value));
    const { length } = JSON.stringify(value);
    draft.charactersMade += length;
    return length <= MAX_VALUE_LENGTH ? fits(variableId, length) : tooLong(draft);
  });
  replaceTop(draft, writeVariables(frame, topFlow(draft), kept));
}

/** The steps it takes to copy a variable into a new list, and to find it there. */
const WRITE_STEPS = 6;

/** Tells of one value after another whether it fits into the stored chat; it may be as long as the value it replaces. */
function fitsIn(draft: Draft, frame: Frame): (variableId: string, length: number) => boolean {
  let left = MAX_STORED_LENGTH - storedLength(draft.stack);
  return (variableId, length) => {
    const isFitting =
      length <= left || length <= Math.max(0, left) + lengthOfValue(valueOf(frame, variableId));
    if (isFitting) left -= length;
    else logLeftOut(draft);
    return isFitting;
  };
}

function tooLong(draft: Draft): false {
  const description = `A value of more than ${MAX_VALUE_LENGTH} characters was not kept`;
  addLog(draft, { status: 'error', description });
  return false;
}

/** Tells the client after which bubble to run an action, and whether the chat waits for it. */
function stamped(draft: Draft, move: Move, action: ClientAction): ClientAction {
  return {
    ...action,
    ...(draft.lastBubbleBlockId !== undefined && { lastBubbleBlockId: draft.lastBubbleBlockId }),
    ...(move.go === 'client' && { expectsDedicatedReply: true }),
  };
}

function rest(
  draft: Draft,
  { block, group, index }: BlockPlace,
  waitsFor: Rest['waitsFor'],
): undefined {
  const asked = waitsFor === 'client' ? askedBefore(draft.at) : undefined;
  draft.at = { groupId: group.id, index, blockId: block.id, waitsFor, ...(asked && { asked }) };
  draft.rested = { stack: draft.stack, at: draft.at };
}

/** The input to ask again when the turn that begins with the client's answer is stopped. */
function askedBefore(at: Rest | undefined): Rest['asked'] {
  return at?.waitsFor === 'user' ? { groupId: at.groupId, index: at.index } : at?.asked;
}

/** Asks the outside; a block that asks what the chat may not goes on at once, with a failure. */
function ask(
  draft: Draft,
  place: BlockPlace,
  move: Extract<Move, { go: 'outside' }>,
): NextBlock | undefined {
  const allowed = allowedAsk(draft.settings, move.ask);
  if (!allowed) {
    const resumption = { ok: false, error: RESTRICTED, memo: move.memo } as const;
    return { ...place, resumption, isBack: true };
  }
  draft.work.charge(stepsToHandOver(allowed));
  draft.open = {
    ask: allowed,
    visit: {
      groupId: place.group.id,
      index: place.index,
      evaluated: [],
      call: 'resume',
      answer: { ok: false, error: 'Not answered yet' },
      memo: move.memo,
    },
  };
  return undefined;
}
