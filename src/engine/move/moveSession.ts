import { withAnswers } from '../interpreter/answers.js';
import type { Frame, Mark, NamedAnswer, Rest, Session } from '../interpreter/session.js';
import { brief, findPosition, placeText, type Position } from '../flow/position.js';
import type { Move, MoveCode, MoveReason } from './moveReason.js';
import { movedVariables } from './movedVariables.js';
import type { FlowPair } from './pairFlows.js';
import { hasSameMeaning } from './sameMeaning.js';

/** A chat in another version of its flow, or the reasons why it cannot be there. */
export type MovedSession =
  | { readonly session: Session; readonly reasons?: undefined }
  | { readonly session?: undefined; readonly reasons: readonly MoveReason[] };

/**
 * Takes a chat between two turns from one version of the flow of its bot to another: the block where it waits and those to which it comes
 * back are found by their ids, variables by id, else by name. Frames of other bots stay as they are. Pure, and never throws; the session is not changed.
 * A turn that is open must be finished before.
 */
export function moveSession(session: Session, pair: FlowPair): MovedSession {
  if (pair.old.id === pair.now.id) return { session };
  const move: Move = { ...pair, reasons: [] };
  const botId = session.stack[0]?.botId;
  const isOurs = (frame: Frame) => frame.botId === botId && frame.flowId === pair.old.id;
  const stack = session.stack.map((frame, depth) =>
    isOurs(frame) ? movedFrame(move, frame, depth) : frame,
  );
  const isHere = session.stack.slice(-1).some(isOurs);
  const at = session.at && (isHere ? movedRest(move, session.at) : session.at);
  if (lacksTranscript(move, session)) {
    const message = 'The version reads what was said in the chat, which was not kept';
    move.reasons.push({ code: 'TRANSCRIPT_MISSING', message });
  }
  if (move.reasons.length > 0) return { reasons: move.reasons };
  return { session: { ...session, stack, ...(at && { at }) } };
}

function lacksTranscript({ old, now }: Move, { phase }: Session): boolean {
  return now.keepsTranscript && !old.keepsTranscript && phase !== 'registered';
}

function movedFrame(move: Move, frame: Frame, depth: number): Frame {
  const { continuations, returnMark } = frame;
  return {
    ...frame,
    flowId: move.now.id,
    variables: movedVariables(move, frame.variables, depth === 0),
    answers: movedAnswers(move, frame.answers),
    continuations: continuations.map((mark) => movedMark(move, mark)),
    ...(returnMark && { returnMark: movedMark(move, returnMark) }),
  };
}

/** Answers are kept under names of variables and titles of groups, these with a number behind the second and later ones. */
function movedAnswers({ renamed }: Move, answers: readonly NamedAnswer[]): NamedAnswer[] {
  const nameNow = (key: string) => renamed.find((names) => names.has(key))?.get(key);
  const keyNow = (key: string): string => {
    const [number = ''] = / \(\d+\)$/.exec(key) ?? [];
    const title = key.slice(0, key.length - number.length);
    return nameNow(key) ?? `${nameNow(title) ?? title}${number}`;
  };
  return withAnswers(
    [],
    answers.map((answer) => ({ ...answer, key: keyNow(answer.key) })),
  );
}

function movedMark(move: Move, mark: Mark): Mark {
  return { ...mark, ...movedPosition(move, mark, mark.then === 'hear') };
}

function movedRest(move: Move, at: Rest): Rest {
  const { asked } = at;
  return {
    ...at,
    ...movedPosition(move, at, true),
    ...(asked && { asked: movedPosition(move, asked, false) }),
  };
}

/** Where the block of a position is now; with `isAnswered` it must understand answers as before. */
function movedPosition(move: Move, position: Position, isAnswered: boolean): Position {
  const { old, now, doubled } = move;
  const was = findPosition(old, position);
  const is = was && now.block(was.block.id);
  const refuse = (code: MoveCode, what: string): Position => {
    const place = was ? placeText(was) : `A block of group "${brief(position.groupId)}"`;
    const blockId = was && { blockId: was.block.id };
    move.reasons.push({
      ...{ code, message: `${place} ${what}` },
      ...{ groupId: position.groupId, ...blockId },
    });
    return position;
  };
  if (!is) return refuse('BLOCK_GONE', 'is not in the version');
  if (doubled.has(is.block.id)) return refuse('BLOCK_DOUBLED', 'has an id that is there twice');
  const isSame = is.block.type === was.block.type;
  if (!isSame || (isAnswered && !hasSameMeaning(was.block, is.block))) {
    return refuse('BLOCK_CHANGED', 'understands answers in another way');
  }
  return { groupId: is.group.id, index: is.index };
}
