import { createHash } from 'node:crypto';
import { noteChannelFault } from '../storage/messengerChannels.js';
import { shownIn, type ChannelMessage } from './channelMessage.js';
import { logInChat } from './reportStatuses.js';
import { isHopeless, type Talk } from './talk.js';

/**
 * Sends a message; `name` is the same in every attempt. A message that the service refuses, or that has failed often enough, is left out,
 * with a line in the log of the chat and of the server. Rejects where another attempt may help.
 */
export async function sendMessage(
  talk: Talk,
  message: ChannelMessage,
  name: string,
): Promise<void> {
  const { channel, taken, sessionId, stopping } = talk;
  // The id of a session is a secret, so the id of the message is a hash.
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const { contactId, heardAt } = taken;
  const url = shownIn(message);
  const file = url && sessionId ? await talk.files.findShown(url, sessionId) : undefined;
  const sent = await channel.send(
    { id: `msg_${hash}`, contactId, heardAt, message, file },
    stopping,
  );
  if (sent.outcome === 'sent')
    return report(talk, sent.without, 'a file of a messenger is left out');
  stopping.throwIfAborted();
  await noteChannelFault(talk.pool, taken, { kind: 'SENDING', why: sent.why });
  if (sent.outcome === 'later' && !isHopeless(talk)) throw new Error(sent.why);
  await report(talk, sent.why, 'a message to a messenger is left out');
}

/** Reports to the operator, and to those who read the chat, why its person did not receive something. */
async function report(
  { pool, log, taken, sessionId }: Talk,
  why: string | undefined,
  summary: string,
): Promise<void> {
  if (why === undefined) return;
  log.warn({ credentialsId: taken.credentialsId, why }, summary);
  if (sessionId !== null) await logInChat(pool, sessionId, why);
}
