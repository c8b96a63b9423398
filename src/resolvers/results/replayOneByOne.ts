import type { ReplayReport } from '../../schema/replayReport.js';
import { replayChat, type ReplayTarget } from '../../simulation/replayChat.js';
import { openReplayReport } from '../../simulation/replayReport.js';
import { findReplayable, readReplay } from '../../storage/chatReplays.js';
import { findShardKeys } from '../../storage/shardKeys.js';
import { cursorOf, placeIn } from './chatCursor.js';

/** Which chats are to be replayed. */
interface Wanted {
  readonly botId: string;
  readonly days: number;
  readonly resultIds: readonly string[] | undefined;
  readonly first: number;
  readonly after: string | undefined;
  /** How long it may take; what has begun is finished. */
  readonly seconds: number;
}

/**
 * Replays chats one by one, because each may be large, newest first, until there are enough of them or the time is over. Yields after each how
 * many went which way so far.
 */
export async function* replayOneByOne(
  target: ReplayTarget,
  { after, first, seconds, ...which }: Wanted,
): AsyncGenerator<ReplayReport, ReplayReport> {
  const { watchPool: pool, now, chatReplayDays: loggedDays } = target.ports;
  const until = now() + seconds * 1_000;
  const shardKeys = (await findShardKeys(pool, [which.botId])).get(which.botId) ?? [];
  const before = after === undefined ? undefined : placeIn(after);
  const place = { shardKeys, before, limit: first + 1 };
  const found = await findReplayable(pool, { ...which, ...place, loggedDays });
  const report = openReplayReport(target.flow);
  const wanted = found.slice(0, first);
  let done = 0;
  for (const { sessionId, resultId } of wanted) {
    if (done > 0 && now() >= until) break;
    const turns = await readReplay(pool, sessionId, loggedDays);
    report.add(resultId, await replayChat(target, { sessionId, turns }));
    done += 1;
    yield { ...report.soFar(), found: wanted.length };
  }
  const last = found[done - 1];
  return {
    ...report.made(),
    found: wanted.length,
    nextCursor: last && done < found.length ? cursorOf(last) : null,
  };
}
