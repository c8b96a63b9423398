import { Args, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { ReplayReport } from '../../schema/replayReport.js';
import { watched } from '../progress.js';
import { ReplayArgs } from './replayArgs.js';
import { replayOf } from './replayOf.js';

/** Replays chats while somebody watches: it ends when they leave. */
@Resolver()
export class ChatsReplayed {
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
