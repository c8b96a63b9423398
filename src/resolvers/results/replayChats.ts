import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { ReplayReport } from '../../schema/replayReport.js';
import { resultOf } from '../progress.js';
import { ReplayArgs } from './replayArgs.js';
import { replayOf } from './replayOf.js';

/** What another flow of a bot would have said to its visitors. */
@Resolver()
export class ReplayChats {
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
}
