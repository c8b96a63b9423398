import {
  ArgsType,
  ID,
  Int,
  Args,
  Ctx,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ReplayReport } from '../../schema/replayReport.js';
import { replayChat, type ReplayTarget } from '../../simulation/replayChat.js';
import { openReplayReport } from '../../simulation/replayReport.js';
import { findReplayable, readReplay } from '../../storage/chatReplays.js';
import { findShardKeys } from '../../storage/shardKeys.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { openCodeAnew } from '../../simulation/codeAnew.js';
import { simulatedFlow } from '../bots/draftOf.js';
import { paced, resultOf, watched } from '../progress.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';

/** The place of a chat among those of its bot. */
interface ChatPlace {
  readonly resultId: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
}

/** The last time of this calendar, in milliseconds since 1970: the database knows no later ones. */
const LATEST = 8_640_000_000_000_000;

/** The cursor of a place: with the id of the result, because the id of a chat is its secret. */
export function cursorOf({ at, resultId }: ChatPlace): string {
  return Buffer.from(JSON.stringify([at, resultId])).toString('base64url');
}

/** The place that a cursor names. Fails with `VALIDATION` for any other text. */
export function placeIn(cursor: string): ChatPlace {
  const [, at, resultId] =
    /^\[(\d+(?:\.\d+)?),"(\w+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (Number(at) <= LATEST && resultId !== undefined) return { at: Number(at), resultId };
  throw invalid([{ path: ['after'], message: 'Is no cursor of this list' }]);
}

/** Which chats to replay, with which flow. */
@ArgsType()
class ReplayArgs {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ID, 'The version; its draft without one.') versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 7,
    description: 'Only chats that began in the last days, at most 365.',
  })
  days: number;

  @NullableField(() => [ID], 'Only chats of these results, at most 1 000.')
  resultIds?: string[] | null;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'How many chats, the newest first; at most 1 000.',
  })
  first: number;

  @NullableField(() => String, 'The `nextCursor` of the call before.') after?: string | null;

  @Field(() => Int, {
    defaultValue: 10,
    description: 'How long it may take, from 1 to 60. What has begun then is finished.',
  })
  seconds: number;
}

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
async function* replayOneByOne(
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

/** The most chats, results, days and seconds of one call. */
const MOST = { first: 1_000, days: 365, resultIds: 1_000, seconds: 60 } as const;

/** Replays chats of a bot for a caller who may read its results: yields how many went which way so far, and at last the whole. */
async function* replayOf(
  context: Context,
  { botId, versionId, days, resultIds, first, after, seconds }: ReplayArgs,
): AsyncGenerator<ReplayReport, ReplayReport> {
  assertBounded('first', first, 1, MOST.first);
  assertBounded('days', days, 1, MOST.days);
  assertBounded('resultIds', resultIds?.length ?? 0, 0, MOST.resultIds);
  assertBounded('seconds', seconds, 1, MOST.seconds);
  const caller = await context.caller();
  const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'readResults' });
  const flow = await simulatedFlow(context, bot, versionId);
  const runCode = openCodeAnew(context.sandbox, `replays of ${botId}`);
  const { version } = context.loaders();
  const flowIdOf = async (id: string) => (await version.load(id))?.flowId;
  const end = context.simulations.begin(caller?.userId);
  try {
    return yield* paced(
      replayOneByOne(
        { ports: context.chats, flow, runCode, flowIdOf },
        {
          ...{ botId, days, first, seconds, after: after ?? undefined },
          resultIds: resultIds ?? undefined,
        },
      ),
    );
  } finally {
    end();
  }
}

function assertBounded(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw invalid([{ path: [name], message: `Must be from ${least} to ${most}` }]);
}

/** Replays chats of a bot. */
@Resolver()
export class ReplayOperations {
  /** What another flow of a bot would have said to its visitors. */
  @Costs(10 * DOCUMENT)
  @Query(() => ReplayReport, {
    description:
      'Runs chats that took place with the draft of their bot, or with a version of it: with the same messages, clock, random numbers, and answers of services. Needs `setBotReplay`. Nothing is sent or stored. It stops when its `seconds` are over; `nextCursor` says where. `chatsReplayed` shows its progress. Of a chat at most 100 turns are compared.',
  })
  async replayChats(
    @Args(() => ReplayArgs) which: ReplayArgs,
    @Ctx() context: Context,
  ): Promise<ReplayReport> {
    return resultOf(replayOf(context, which));
  }

  /** Replays chats while somebody watches: it ends when they leave. */
  @Subscription(() => ReplayReport, {
    subscribe: ({ args, context }: SubscribeResolverData<unknown, ReplayArgs, Context>) =>
      watched(replayOf(context, args)),
    description:
      'Replays chats as `replayChats` does, and says how many went which way so far twice a second, and at last the whole. Ends when its watcher leaves.',
  })
  chatsReplayed(
    @Root() report: ReplayReport,
    @Args(() => ReplayArgs) _which: ReplayArgs,
  ): ReplayReport {
    return report;
  }
}
