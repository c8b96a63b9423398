import { moveTo, oldFlowIds } from '../../chat/moveChat.js';
import type { ChatPorts } from '../../chat/ports.js';
import type { Flow, MoveReason } from '../../engine/index.js';
import { breathe, breatheIfLong } from '../../eventLoop/steps.js';
import type { MovePlan, MoveReasonCount } from '../../schema/movePlan.js';
import {
  findOpenChats,
  findResultPlaces,
  sessionOf,
  type OpenChat,
} from '../../storage/openChats.js';
import { findShardKeysOf } from '../../storage/shardKeys.js';
import { cursorOf, placeIn } from '../results/chatCursor.js';

/** Which chats to try, and with which flow. */
interface Wanted {
  readonly botId: string;
  readonly flow: Flow;
  readonly atMost: number;
  readonly after: string | undefined;
}

/** The longest time of one call, in milliseconds, and the results of one read. */
const [LASTS, BATCH] = [5_000, 100] as const;

/** The most reasons that are listed. */
const MOST_REASONS = 200;

/** Tries to move open chats, newest first, until there are enough of them or the time is over. Changes nothing. */
export async function planMoves(ports: ChatPorts, wanted: Wanted): Promise<MovePlan> {
  const { watchPool: pool, now, sessionIdleDays: idleDays } = ports;
  const until = now() + LASTS;
  const shardKeys = await findShardKeysOf(pool, wanted.botId);
  const counts: Counts = { open: 0, unaffected: 0, moving: 0, reasons: new Map() };
  let before = wanted.after === undefined ? undefined : placeIn(wanted.after);
  let isMore = true;
  while (isMore && counts.open < wanted.atMost && (!before || now() < until)) {
    const limit = Math.min(BATCH, wanted.atMost - counts.open);
    const { botId } = wanted;
    const results = await findResultPlaces(pool, { botId, shardKeys, before, limit });
    const found = await findOpenChats(pool, { shardKeys, results, idleDays });
    for (const chat of found) await count(ports, { chat, flow: wanted.flow, counts });
    isMore = results.length === limit;
    before = results.at(-1) ?? before;
  }
  const reasons = [...counts.reasons.values()].sort((one, other) => other.chats - one.chats);
  return {
    ...counts,
    reasons: reasons.slice(0, MOST_REASONS),
    nextCursor: isMore && before ? cursorOf(before) : null,
  };
}

interface Counts extends Pick<MovePlan, 'open' | 'unaffected' | 'moving'> {
  readonly reasons: Map<string, MoveReasonCount>;
}

async function count(
  ports: ChatPorts,
  { chat, flow, counts }: { readonly chat: OpenChat; readonly flow: Flow; readonly counts: Counts },
): Promise<void> {
  await breatheIfLong(chat.state);
  const session = sessionOf(chat);
  counts.open += 1;
  if (counts.open % BATCH === 0) await breathe();
  if (oldFlowIds(session, flow.id).length === 0) {
    counts.unaffected += 1;
    return;
  }
  const { reasons } = await moveTo(ports, session, flow);
  const [reason] = reasons ?? [];
  if (reason) countReason(counts, reason);
  else counts.moving += 1;
}

function countReason({ reasons }: Counts, reason: MoveReason): void {
  const key = JSON.stringify(reason);
  const known = reasons.get(key) ?? { ...reason, chats: 0 };
  known.chats += 1;
  reasons.set(key, known);
}
