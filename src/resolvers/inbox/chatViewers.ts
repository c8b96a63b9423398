import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { accessChat, signedIn } from '../../auth/access.js';
import { viewersTopic, type Context, type Watch } from '../../context/context.js';
import { ChatViewer } from '../../schema/chatViewer.js';
import { Holds } from '../../schema/queryCost.js';
import { User } from '../../schema/user.js';
import {
  keepViewer,
  leaveViewer,
  listViewers,
  type ViewerKey,
  type ViewerShown,
} from '../../storage/chatViewers.js';
import { assertPlace } from '../bots/editors.js';
import { followPresence } from '../followPresence.js';
import { untilLeft, watchAs } from '../watchAs.js';

/** The agents who have a chat open, sent after each change. The right to answer in it is checked before each read. */
@Resolver(() => ChatViewer)
export class ChatViewers {
  @Holds(10)
  @Subscription(() => [ChatViewer], {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, viewersTopic(args.sessionId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description: 'Which agents have a chat open: all of them, at first and after each change.',
  })
  chatViewers(
    @Root() viewers: ChatViewer[],
    @Arg('sessionId', () => ID, { description: 'The chat.' }) _sessionId: string,
    @Arg('clientId', () => ID, {
      nullable: true,
      description:
        'The name of your own window, such as a random one: it counts as open while the subscription lasts. Absent: you only watch.',
    })
    _clientId?: string | null,
  ): ChatViewer[] {
    return viewers;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who it is; null when they are no longer known.',
  })
  async user(@Root() { userId }: ChatViewer, @Ctx() context: Context): Promise<User | null> {
    return (await context.loaders().user.load(userId)) ?? null;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly sessionId: string;
  readonly clientId?: string | null;
}

async function* follow(
  context: Context,
  watch: Watch,
  { sessionId: chatId, clientId }: Watched,
): AsyncGenerator<ViewerShown[], void> {
  const { pool } = context;
  yield* followPresence<ViewerKey, ViewerShown>(context, watch, {
    what: 'chat',
    topic: viewersTopic(chatId),
    async own() {
      assertPlace({ clientId });
      const caller = await context.callerNow();
      const at = { unit: context.openUnit(), pool: context.chats.pool };
      await accessChat(at, { caller, sessionId: chatId });
      const { userId } = signedIn(caller);
      return typeof clientId === 'string' ? { chatId, userId, clientId } : undefined;
    },
    keep: (own) => keepViewer(pool, own),
    leave: (own) => leaveViewer(pool, own),
    list: () => listViewers(pool, chatId),
  });
}
