import type { BlockResult, ParsedReply, VariableWrite } from '../blocks/kind/block.js';
import type { UserMessage } from '../documents/userMessage.js';
import type { Flow, LocatedBlock } from '../flow/flow.js';
import { answerKey, linkedVariableId } from '../flow/linkedVariable.js';
import { noteAnswer } from '../transcript/transcript.js';
import type { Frame, NamedAnswer } from './session.js';
import { logLeftOut, MAX_STORED_LENGTH, storedLength } from './storedLength.js';
import { keepsTranscript, notePassed, replaceTop, topFrame, type TurnState } from './turnState.js';
import { valueOf } from './variables.js';

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
  if (keepsTranscript(turn)) noteAnswer(turn, value);
  if (content !== (message.text ?? message.audioUrl)) turn.lastMessageNewFormat = content;
  recordAnswer(turn, place, { parsed, message });
  notePassed(turn, 'answered', place.block.id);
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
  { parsed, message }: Pick<Accepted, 'parsed' | 'message'>,
): void {
  const { resultId } = topFrame(turn);
  if (resultId === undefined) return;
  const { uploads } = message;
  const storageUsed = uploads ? bytesOf(parsed, uploads) : 0;
  turn.records.push({
    kind: 'recordAnswer',
    resultId,
    blockId: block.id,
    groupId: group.id,
    variableId: linkedVariableId(block) ?? null,
    content: parsed.content,
    ...(parsed.attachedFileUrls && { attachedFileUrls: parsed.attachedFileUrls }),
    ...(storageUsed > 0 && { storageUsed }),
  });
}

/** The size in bytes of the uploads that an answer names, in its content or in `attachedFileUrls`. */
function bytesOf(
  { content, attachedFileUrls = [] }: Accepted['parsed'],
  uploads: NonNullable<UserMessage['uploads']>,
): number {
  const named = new Set([...content.split(', '), ...attachedFileUrls]);
  return uploads.reduce((sum, { url, bytes }) => (named.has(url) ? sum + bytes : sum), 0);
}

/** Answers with newer ones added. Of two answers with the same name only the newer one is kept, at the end. */
export function withAnswers(
  answers: readonly NamedAnswer[],
  since: readonly NamedAnswer[],
): NamedAnswer[] {
  const named = new Map<string, NamedAnswer>();
  for (const answer of [...answers, ...since]) {
    named.delete(answer.key);
    named.set(answer.key, answer);
  }
  return [...named.values()];
}
