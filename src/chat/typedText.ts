import { upgradeSession } from '../engine/index.js';
import { findHolder } from '../storage/claims.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { ChatPorts } from './ports.js';

/** Whether agents may see what the visitor of a chat types: a person has the chat, and the settings of its bot say so. */
export async function showsTypedText(
  { flows, pool }: Pick<ChatPorts, 'flows' | 'pool'>,
  { id, isEnded, state }: ChatRow,
): Promise<boolean> {
  const { isPaused, stack } = upgradeSession(state);
  const [root] = stack;
  if (isEnded || !isPaused || !root) return false;
  const { settings } = (await flows.load(root.flowId)).definition;
  if (settings.general?.isTypedTextShown !== true) return false;
  return typeof (await findHolder(pool, id))?.assigneeId === 'string';
}
