import { invalid } from '../../errors/errors.js';
import type { ReplayReport } from '../../schema/replayReport.js';
import { replayChat, type ReplayTarget } from '../../simulation/replayChat.js';
import { openReplayReport } from '../../simulation/replayReport.js';
import { findReplayable, readReplay, type ReplayableChat } from '../../storage/chatReplays.js';
import { findShardKeys } from '../../storage/shardKeys.js';

/** Which chats are to be replayed. */
interface Wanted {
  readonly botId: string;
  readonly days: number;
  readonly resultIds: readonly string[] | undefined;
  readonly first: number;
  readonly after: string | undefined;
}

/** The longest time of one call, in milliseconds; what has begun is finished. */
const LASTS = 10_000;

/** Replays chats one by one, because each may be large, newest first, until there are enough of them or the time is over. */
export async function replayInBatches(
  target: ReplayTarget,
  { after, first, ...which }: Wanted,
): Promise<ReplayReport> {
  const { pool, now } = { pool: target.ports.watchPool, now: target.ports.now };
  const until = now() + LASTS;
  const shardKeys = (await findShardKeys(pool, [which.botId])).get(which.botId) ?? [];
  const before = after === undefined ? undefined : placeIn(after);
  const found = await findReplayable(pool, { ...which, shardKeys, before, limit: first + 1 });
  const report = openReplayReport(target.flow);
  const wanted = found.slice(0, first);
  let done = 0;
  for (const { sessionId, resultId } of wanted) {
    if (done > 0 && now() >= until) break;
    const turns = await readReplay(pool, sessionId);
    report.add(resultId, await replayChat(target, { sessionId, turns }));
    done += 1;
  }
  const last = found[done - 1];
  return { ...report.made(), nextCursor: last && done < found.length ? cursorOf(last) : null };
}

/** The last time of this calendar, in milliseconds since 1970: the database knows no later ones. */
const LATEST = 8_640_000_000_000_000;

/** With the id of the result, because the id of a chat is its secret. */
function cursorOf({ at, resultId }: ReplayableChat): string {
  return Buffer.from(JSON.stringify([at, resultId])).toString('base64url');
}

function placeIn(cursor: string): Pick<ReplayableChat, 'resultId' | 'at'> {
  const [, at, resultId] =
    /^\[(\d+(?:\.\d+)?),"(\w+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (Number(at) <= LATEST && resultId !== undefined) return { at: Number(at), resultId };
  throw invalid([{ path: ['after'], message: 'Is no cursor of this list' }]);
}
