import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { watchChat } from '../../chat/watchChat.js';
import type { Context } from '../../context/context.js';
import type { TypingWatch } from '../../context/typing.js';
import { ChatTypists } from '../../schema/chatTypists.js';
import { untilLeft } from '../untilLeft.js';
import { isVisitor } from './isVisitor.js';

/** Who types in a chat, and whether its visitor is there, at first and after each change. */
@Resolver()
export class ChatTyping {
  @Subscription(() => ChatTypists, {
    subscribe: ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = context.typing.watch(args.sessionId, {
        clientAddress: context.clientAddress,
        isVisitor: isVisitor(context),
      });
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'Who types in a chat, and whether its visitor is there, at first and after each change. A message ends nothing: take what its sender typed for sent.',
  })
  chatTyping(
    @Root() typists: ChatTypists,
    @Arg('sessionId', () => ID, {
      description: 'The secret of the chat, from the reply of its start.',
    })
    _sessionId: string,
  ): ChatTypists {
    return typists;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly sessionId: string;
}

async function* follow(
  { chats, origin }: Context,
  watch: TypingWatch,
  { sessionId }: Watched,
): AsyncGenerator<ChatTypists, void> {
  try {
    await watchChat(chats, { sessionId, after: 0, origin });
    while (!watch.isClosed) {
      yield watch.now();
      await watch.next();
    }
  } finally {
    watch.close();
  }
}
