import type { Session, StepResult } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import { commitTurn, type ChatRow, type TurnGuard, type TurnWrite } from '../storage/hot/chats.js';
import type { ChatPorts } from './ports.js';
import { announceResults, recordsOf } from './records.js';

/** A turn that is to be written after those a chat has had. */
export interface NextTurn extends StepResult {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** The session it began with. */
  readonly before: Session;
}

/** Where the next turn of a chat stands. */
export function placeAfter({ id, turn, seq }: ChatRow): {
  readonly sessionId: string;
  readonly turn: number;
  readonly firstSeq: number;
} {
  return { sessionId: id, turn: turn + 1, firstSeq: seq + 1 };
}

/** Writes the next turn of a chat and tells who watches; false, and nothing done, when it is not ours to write. */
export async function writeTurn(
  ports: ChatPorts,
  chat: ChatRow,
  { at, before, guard, ...turn }: NextTurn & { readonly guard: TurnGuard },
): Promise<boolean> {
  const told = recordsOf(turn, before);
  await breatheIfLong(told.state);
  const write = {
    ...placeAfter(chat),
    ...told,
    // Later than the turn before, also when the server of that one has a clock that is ahead.
    at: Math.max(at, chat.updatedAt + 1),
  };
  if (!(await commitTurn(ports.pool, write, guard))) return false;
  remember(ports, chat, { ...write, session: turn.session, guard });
  ports.announce(chat.id);
  announceResults(ports, told);
  return true;
}

/** A turn as it was written, and the session it came to. */
export interface WrittenTurn extends TurnWrite {
  readonly session: Session;
  readonly guard: TurnGuard;
}

/** What of a chat its turns never change. */
export type ChatFace = Pick<ChatRow, 'id' | 'botId' | 'resultId' | 'isPreview' | 'allowedOrigins'>;

/**
 * Remembers a chat as its last turn left it. Not where the call had a key: the next one will have one too, and reads its chat
 * in any case, to see what the key was answered. Nor one that has ended.
 */
export function remember(
  { recent }: Pick<ChatPorts, 'recent'>,
  { id, botId, resultId, isPreview, allowedOrigins }: ChatFace,
  { turn, firstSeq, events, isEnded, at, state, session, guard }: WrittenTurn,
): void {
  if (isEnded || guard.reply) return recent.forget(id);
  const seq = firstSeq + events.length - 1;
  const stand = { turn, seq, isEnded, updatedAt: at, fence: guard.fence, lease: null };
  const face = { id, botId, resultId, isPreview, allowedOrigins };
  // A session is plain JSON: this one and what would be read in its place are the same to the engine.
  recent.note({ ...face, ...stand, state: session }, state.length);
}
