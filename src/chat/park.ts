import type { Session } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ChatReply } from '../schema/chatReply.js';
import { writeChatState } from '../storage/chatStates.js';
import { commit } from './commit.js';
import type { NextTurn, OpenTurn, TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import type { RunTurn } from './run.js';

/** Characters of a state beyond which the blocks that were entered are left out: loops are then found later. */
const LARGE = 4_000_000;

/**
 * Stores a paused turn in the row of its chat, without a lease, so that any process can go on with it. Nothing else of the turn is written.
 * The chat of a start is stored as if it was only registered. False, with nothing stored, when another turn was committed before or the
 * lease was lost.
 */
export async function park(
  ports: ChatPorts,
  open: OpenTurn,
  turn: RunTurn & { readonly reply: ChatReply },
): Promise<boolean> {
  if (open.chat) return storeSession(ports, open, turn.session);
  return commit(ports, { ...open, turn: 0 }, { ...turn, events: [] });
}

/** Stores a session in place of the one with which a turn began. */
export async function storeSession(
  ports: ChatPorts,
  { journal, chat }: Pick<TurnInput, 'journal'> & NextTurn,
  session: Session,
): Promise<boolean> {
  const guard = journal.guard();
  if (!guard) return false;
  const { id: sessionId, turn } = chat;
  const state = stateOf(session);
  await breatheIfLong(state);
  ports.recent.forget(sessionId);
  return writeChatState(ports.pool, {
    ...{ sessionId, turn, fence: guard.fence, state },
    endsLease: true,
  });
}

function stateOf(session: Session): string {
  const state = JSON.stringify(session);
  const { open } = session;
  return state.length > LARGE && open
    ? JSON.stringify({ ...session, open: { ...open, entered: [] } })
    : state;
}
