import { upgradeSession, type UserMessage } from '../engine/index.js';
import { Failure } from '../errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { commitTurn, loadChat, type ChatRow } from '../storage/chats.js';
import { assertOrigin } from './origin.js';
import type { ChatPorts } from './ports.js';
import { presentTurn } from './present.js';
import { runTurn } from './runTurn.js';
import { announceResults, toldOf } from './tell.js';

/** What continues a chat. */
export interface ContinueInput {
  readonly sessionId: string;
  readonly message?: UserMessage | undefined;
  /** The `Origin` the request came with. */
  readonly origin?: string | undefined;
}

const DAY = 86_400_000;

/**
 * Takes the next turn of a chat: loads it, runs it, writes it whole, and answers.
 * Two turns of one chat never interleave; the loser of a race between processes fails with `TURN_CONFLICT`,
 * and nothing of its turn was written.
 */
export async function continueChat(ports: ChatPorts, input: ContinueInput): Promise<ChatReply> {
  return ports.inOrder(input.sessionId, async () => {
    const chat = openChat(ports, await loadChat(ports.pool, input.sessionId));
    assertOrigin(chat.allowedOrigins, input.origin);
    return takeTurn(ports, chat, input.message);
  });
}

async function takeTurn(
  ports: ChatPorts,
  chat: ChatRow,
  message: UserMessage | undefined,
): Promise<ChatReply> {
  const place = { sessionId: chat.id, turn: chat.turn + 1, firstSeq: chat.seq + 1 };
  const session = upgradeSession(chat.state);
  const turn = await runTurn(ports, {
    ...place,
    session,
    input: { type: 'message', message },
  });
  const told = toldOf(turn, session);
  const isWritten = await commitTurn(ports.pool, { ...place, ...told, at: turn.at });
  if (!isWritten) {
    throw new Failure('TURN_CONFLICT', 'Another message of this chat was served first; send again');
  }
  ports.announce(chat.id);
  announceResults(ports, told);
  return presentTurn(turn, place);
}

function openChat(ports: ChatPorts, chat: ChatRow | undefined): ChatRow {
  if (!chat) throw new Failure('SESSION_NOT_FOUND', 'Session not found');
  if (chat.isEnded && !chat.isPreview)
    throw new Failure('SESSION_ENDED', 'This chat has ended; start a new one');
  if (ports.now() - chat.updatedAt > ports.sessionIdleDays * DAY) {
    throw new Failure('SESSION_EXPIRED', 'This chat has expired; start a new one');
  }
  return chat;
}
