import { answerKey, linkedVariableId, withAnswers } from './answerKey.js';
import type { Heard, Move, VariableWrite } from '../blocks/kind/block.js';
import { replaceTop, topFrame, type Draft } from './turnState.js';
import type { BlockPlace, Flow } from '../flow/flow.js';
import { valueOf } from './blockContext.js';
import type { Frame } from './session.js';
import { notePassed } from './trace.js';
import { logLeftOut, MAX_STORED_LENGTH, storedLength } from './storedLength.js';
import { noteAnswer } from '../transcript/transcript.js';
import type { UserMessage } from '../documents/userMessage.js';

/** An answer an input block took, and where the block stands. */
export interface Accepted {
  readonly flow: Flow;
  readonly place: BlockPlace;
  readonly message: UserMessage;
  readonly heard: Extract<Heard, { heard: 'accepted' }>;
}

/** Stores an answer and gives the way on: the answer's own exit before the block's. */
export function acceptAnswer(draft: Draft, { flow, place, message, heard }: Accepted): Move {
  const frame = topFrame(draft);
  const { content, attachedFileUrls, edgeId } = heard;
  const value = attachedFileUrls ? `${attachedFileUrls.join(', ')}\n\n${content}` : content;
  const isFitting = storedLength(draft.stack) + value.length <= MAX_STORED_LENGTH;
  if (!isFitting) logLeftOut(draft);
  const answer = { key: answerKey(flow, place), value };
  if (isFitting) replaceTop(draft, { ...frame, answers: withAnswers(frame.answers, [answer]) });
  draft.answered += 1;
  noteAnswer(draft, value);
  if (content !== (message.text ?? message.audioUrl)) draft.lastMessageNewFormat = content;
  recordAnswer(draft, place, heard);
  notePassed(draft, 'answered', place.block.id);
  const linked = heard.leavesVariable ? [] : linkedWrites(frame, place, content);
  const set = [...linked, ...(heard.set ?? [])];
  return edgeId === undefined ? { go: 'next', set } : { go: 'edge', edgeId, set };
}

/** A list gets the answer added, anything else is replaced by it. */
function linkedWrites(frame: Frame, { block }: BlockPlace, content: string): VariableWrite[] {
  const variableId = linkedVariableId(block);
  if (variableId === undefined) return [];
  const held = valueOf(frame, variableId);
  const isText = held === null || typeof held === 'string';
  return [{ variableId, value: isText ? content : [...held, content] }];
}

/** A preview has no result, so its answers are not recorded. */
function recordAnswer(draft: Draft, { block, group }: BlockPlace, heard: Accepted['heard']): void {
  const { resultId } = topFrame(draft);
  if (resultId === undefined) return;
  draft.tells.push({
    kind: 'recordAnswer',
    resultId,
    blockId: block.id,
    groupId: group.id,
    variableId: linkedVariableId(block) ?? null,
    content: heard.content,
    ...(heard.attachedFileUrls && { attachedFileUrls: heard.attachedFileUrls }),
  });
}
