import { upgradeSession } from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { AwaitedAt } from './openTurn.js';
import type { ChatPorts } from './ports.js';

/**
 * Refuses a call of a webhook unless the chat waits at that block: `WEBHOOK_NOT_AWAITED`. A chat in which the bot has no part
 * looks like a missing one: `SESSION_NOT_FOUND`.
 */
export async function assertAwaited(
  { flows }: Pick<ChatPorts, 'flows'>,
  { state }: ChatRow,
  { botId, blockId }: AwaitedAt,
): Promise<void> {
  const { stack, at, isPaused, phase } = upgradeSession(state);
  if (!stack.some((frame) => frame.botId === botId)) throw commonFailure('SESSION_NOT_FOUND');
  const top = stack.at(-1);
  const isThere = at?.blockId === blockId && at.waitsFor === 'client' && phase === 'running';
  if (top && isThere && !isPaused) {
    const flow = await flows.load(top.flowId);
    if (flow.block(blockId)?.block.type === 'webhook') return;
  }
  throw new Failure('WEBHOOK_NOT_AWAITED', 'The chat does not wait for a call at this block');
}
