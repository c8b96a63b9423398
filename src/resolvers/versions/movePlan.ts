import { Args, ArgsType, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import { moveTo, oldFlowIds } from '../../chat/moveChat.js';
import type { ChatPorts } from '../../chat/ports.js';
import { type Flow, type MoveReason, compileFlow, textOfFlow } from '../../engine/index.js';
import { breathe, breatheIfLong } from '../../eventLoop/steps.js';
import { MovePlan, type MoveReasonCount } from '../../schema/movePlan.js';
import {
  findOpenChats,
  findResultPlaces,
  sessionOf,
  type OpenChat,
} from '../../storage/openChats.js';
import { findShardKeysOf } from '../../storage/shardKeys.js';
import { cursorOf, placeIn } from '../results/replayChats.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import type { Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { flowIdOf } from '../../storage/flows.js';
import { draftOf, simulatedFlow } from '../bots/draftOf.js';

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
async function planMoves(ports: ChatPorts, wanted: Wanted): Promise<MovePlan> {
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

/** The most chats of one call. */
const MOST = 5_000;

@ArgsType()
class MovePlanArgs {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ID, 'The version; its draft without one.') versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 1_000,
    description: 'How many open chats, the newest first; at most 5 000.',
  })
  atMost: number;

  @NullableField(() => String, 'The `nextCursor` of the call before.') after?: string | null;
}

/** What would become of the open chats of a bot. */
@Resolver()
export class PlanMoves {
  @Costs(2 * DOCUMENT)
  @Query(() => MovePlan, {
    description:
      'Tries whether open chats of a bot could go on in its draft, or in a version, as `InFlightPolicy` would move them. Nothing is changed. A call takes some seconds at most; `nextCursor` says where it stopped.',
  })
  async movePlan(
    @Args(() => MovePlanArgs) { botId, versionId, atMost, after }: MovePlanArgs,
    @Ctx() context: Context,
  ): Promise<MovePlan> {
    if (atMost < 1 || atMost > MOST) {
      throw invalid([{ path: ['atMost'], message: `Must be from 1 to ${MOST}` }]);
    }
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'readResults' });
    const flow = await flowOf(context, bot, versionId);
    const end = context.simulations.begin(caller?.userId);
    try {
      return await planMoves(context.chats, { botId, flow, atMost, after: after ?? undefined });
    } finally {
      end();
    }
  }
}

/** The flow of a version or of the draft, under the id that it has once it is published. */
async function flowOf(
  context: Context,
  bot: Bot,
  versionId: string | null | undefined,
): Promise<Flow> {
  if (typeof versionId === 'string') return simulatedFlow(context, bot, versionId);
  const draft = await draftOf(bot, context);
  return compileFlow(flowIdOf(textOfFlow(draft)), draft);
}
