import { hash } from 'node:crypto';
import { oncePer, type Session } from '../engine/index.js';
import type { FlowComparisons } from './flowComparisons.js';
import type { Chat } from './playMove.js';

/** Where a chat rests: chats that rest at the same place wait for the same thing. */
export const placeKey = oncePer(({ session: { phase, stack, at } }: Chat): string => {
  return `${phase} ${stack.map(({ flowId }) => flowId).join(' ')} ${at?.blockId} ${at?.waitsFor}`;
});

/**
 * The abstract state of a chat: chats with the same key are explored once. It says where the chat rests and continues, which variables are
 * set, and how the comparisons of its flow come out, but not which values the variables have. It is a hash, because all are kept.
 */
export function chatKey(chat: Chat, comparisons: FlowComparisons): string {
  const { session, clock } = chat;
  const frames = session.stack.map((frame) => frameKey(frame));
  const [root] = session.stack;
  const outcomes = root ? comparisons.outcomes(root) : '';
  return hash('sha256', [placeKey(chat), clock.now, ...frames, outcomes].join('\n'), 'base64');
}

function frameKey({ variables, continuations, returnMark }: Session['stack'][number]): string {
  const set = variables.flatMap(({ id, value }) => (value?.length ? [id] : []));
  const marks =
    continuations.length > 0 || returnMark ? JSON.stringify([continuations, returnMark]) : '';
  return `${set.sort().join(' ')} ${marks}`;
}
