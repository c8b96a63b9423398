import { linkedVariableId } from '../flow/linkedVariable.js';
import { answerKey, withAnswers } from './answerKey.js';
import type { ParsedReply, BlockResult, VariableWrite } from '../blocks/kind/block.js';
import { replaceTop, topFrame, type TurnState } from './turnState.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import { valueOf } from './blockContext.js';
import type { Frame } from './session.js';
import { addToTrace } from './trace.js';
import { logLeftOut, MAX_STORED_LENGTH, storedLength } from './storedLength.js';
import { noteAnswer } from '../transcript/transcript.js';
import type { UserMessage } from '../documents/userMessage.js';

/** An answer that an input block accepted, and the position of the block. */
export interface Accepted {
  readonly flow: Flow;
  readonly place: LocatedBlock;
  readonly message: UserMessage;
  readonly parsed: Extract<ParsedReply, { outcome: 'accepted' }>;
}

/** Stores an answer and returns the next step: the exit that belongs to the answer, else the exit of the block. */
export function acceptReply(
  turn: TurnState,
  { flow, place, message, parsed }: Accepted,
): BlockResult {
  const frame = topFrame(turn);
  const { content, attachedFileUrls, edgeId } = parsed;
  const value = attachedFileUrls ? `${attachedFileUrls.join(', ')}\n\n${content}` : content;
  const isFitting = storedLength(turn.stack) + value.length <= MAX_STORED_LENGTH;
  if (!isFitting) logLeftOut(turn);
  const answer = { key: answerKey(flow, place), value };
  if (isFitting) replaceTop(turn, { ...frame, answers: withAnswers(frame.answers, [answer]) });
  turn.answered += 1;
  noteAnswer(turn, value);
  if (content !== (message.text ?? message.audioUrl)) turn.lastMessageNewFormat = content;
  recordAnswer(turn, place, parsed);
  addToTrace(turn, 'answered', place.block.id);
  const linked = parsed.leavesVariable ? [] : linkedWrites(frame, place, content);
  const set = [...linked, ...(parsed.set ?? [])];
  return edgeId === undefined ? { go: 'next', set } : { go: 'edge', edgeId, set };
}

/** The answer is appended to a variable that holds a list and replaces any other value. */
function linkedWrites(frame: Frame, { block }: LocatedBlock, content: string): VariableWrite[] {
  const variableId = linkedVariableId(block);
  if (variableId === undefined) return [];
  const held = valueOf(frame, variableId);
  const isText = held === null || typeof held === 'string';
  return [{ variableId, value: isText ? content : [...held, content] }];
}

/** A preview has no result, so its answers are not recorded. */
function recordAnswer(
  turn: TurnState,
  { block, group }: LocatedBlock,
  parsed: Accepted['parsed'],
): void {
  const { resultId } = topFrame(turn);
  if (resultId === undefined) return;
  turn.records.push({
    kind: 'recordAnswer',
    resultId,
    blockId: block.id,
    groupId: group.id,
    variableId: linkedVariableId(block) ?? null,
    content: parsed.content,
    ...(parsed.attachedFileUrls && { attachedFileUrls: parsed.attachedFileUrls }),
  });
}
