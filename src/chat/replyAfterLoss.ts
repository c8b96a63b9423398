import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { replyAgain } from './idempotency.js';
import type { LeasedJournal } from './leasedJournal.js';
import { assertOpen, findChat, type ChatRef } from './load.js';
import { forgetReply } from './openReply.js';
import type { ChatPorts } from './ports.js';

/**
 * Ends a turn that lost its lease or the race after effects outside: with the reply that the faster call kept for the same key, or with a
 * failure. Undefined for a turn without such effects, which can be run again.
 */
export async function replyAfterLoss(
  ports: ChatPorts,
  request: ChatRef,
  journal: Pick<LeasedJournal, 'wasLeased'>,
): Promise<ChatReply | undefined> {
  if (!journal.wasLeased()) return undefined;
  const chat = await findChat(ports, request);
  await forgetReply(ports, { sessionId: chat.id, turn: chat.turn });
  if (chat.kept) return replyAgain(chat.kept, request.once);
  assertOpen(ports, chat);
  throw new Failure('TURN_CONFLICT', 'Another message was processed first; send this one again');
}
