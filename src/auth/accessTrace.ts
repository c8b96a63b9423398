import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
import type { Unit } from '../storage/orm.js';
import { accessBot, botCaller, isWriterOf } from './access.js';
import type { Caller } from './caller.js';

/** A chat whose trace may be read, and whether its caller may change the bot. */
export interface TracedChat {
  readonly chat: ChatRow;
  readonly isWriter: boolean;
}

/**
 * Loads a chat for a caller who may read the results of its bot, and with them its trace. A chat of a bot that they may not read fails like
 * a missing one: `SESSION_NOT_FOUND`.
 */
export async function accessTrace(
  { unit, pool }: { unit: Unit; pool: Pool },
  { caller, sessionId }: { caller: Caller | undefined; sessionId: string },
): Promise<TracedChat> {
  botCaller(caller, 'readResults');
  const notFound = commonFailure('SESSION_NOT_FOUND');
  const chat = await loadChat(pool, sessionId);
  if (!chat) throw notFound;
  const { botId } = chat;
  try {
    await accessBot(unit, { caller, botId, intent: 'readResults' });
  } catch (error) {
    throw error instanceof Failure && error.code === 'NOT_FOUND' ? notFound : error;
  }
  return { chat, isWriter: await isWriterOf(unit, { caller, botId }) };
}
