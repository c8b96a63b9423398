import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { watchChat } from '../../chat/watchChat.js';
import type { Context } from '../../context/context.js';
import type { TypingWatch, Typists } from '../../context/typing.js';
import { Failure } from '../../errors/errors.js';
import { ChatTypists } from '../../schema/chatTypists.js';
import { untilLeft } from '../watchAs.js';
import { isVisitor } from './presentEvent.js';

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
  context: Context,
  watch: TypingWatch,
  { sessionId }: Watched,
): AsyncGenerator<ChatTypists, void> {
  const { chats, origin } = context;
  try {
    await watchChat(chats, { sessionId, after: 0, origin });
    watch.ask();
    while (!watch.isClosed) {
      yield await shownTo(context, sessionId, watch.now());
      await watch.next();
    }
  } finally {
    watch.close();
  }
}

/** What a watcher may see. The right to read what the visitor types is checked each time, since it may be lost. */
async function shownTo(context: Context, sessionId: string, now: Typists): Promise<Typists> {
  if (now.visitorText === null) return now;
  const at = { unit: context.openUnit(), pool: context.chats.watchPool };
  try {
    await accessChat(at, { caller: await context.callerNow(), sessionId });
    return now;
  } catch (error) {
    if (error instanceof Failure) return { ...now, visitorText: null };
    throw error;
  }
}
