import { createHash } from 'node:crypto';
import type { ChannelMessage } from './channelMessage.js';
import { logInChat } from './reportStatuses.js';
import { isHopeless, type Talk } from './talk.js';

/**
 * Sends a message; `what` names it, the same in every attempt. One that the service refuses, or that has failed often enough, is
 * left out, with a line in the log of the chat and of the server. Rejects where another attempt may help.
 */
export async function sendMessage(
  talk: Talk,
  message: ChannelMessage,
  what: string,
): Promise<void> {
  const { channel, taken, sessionId, stopping, log } = talk;
  // The id of a session is a secret, so the id of the message is a hash.
  const hash = createHash('sha256').update(what).digest('hex').slice(0, 32);
  const { contactId, heardAt, credentialsId } = taken;
  const outgoing = { id: `msg_${hash}`, contactId, heardAt, message };
  const sent = await channel.send(outgoing, stopping);
  if (sent.outcome === 'sent') return;
  stopping.throwIfAborted();
  if (sent.outcome === 'later' && !isHopeless(talk)) throw new Error(sent.why);
  log.warn({ credentialsId, why: sent.why }, 'a message to a messenger is left out');
  if (sessionId !== null) await logInChat(talk.pool, sessionId, sent.why);
}
