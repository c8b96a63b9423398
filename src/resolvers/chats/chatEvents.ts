import {
  Arg,
  Ctx,
  ID,
  Int,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { watchChat } from '../../chat/watchChat.js';
import type { TailReader } from '../../context/chatTails.js';
import type { Context } from '../../context/context.js';
import { SameForAll } from '../../schema/sameForAll.js';
import { ChatEvent, isPassing } from '../../schema/chatEvent.js';
import { EventLimit } from '../../schema/scalars.js';
import { isEnd, readEvents } from '../../storage/events.js';
import type { SeenEvent } from '../../storage/tail.js';
import { untilLeft } from '../watchAs.js';
import { isVisitor, presentEvent, type ChatEventShown } from './presentEvent.js';

const SESSION_ID = 'The secret of the chat, from the reply of its start.';
const AFTER = 'The number of the last event that is known already; 0 for all.';

/**
 * The event log of a chat from any point: first stored events, then new ones until the chat ends. Watching changes nothing, and any number
 * of clients may watch.
 */
@Resolver()
export class ChatEvents {
  @SameForAll
  @Subscription(() => ChatEvent, {
    subscribe: ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const { chatTails, clientAddress } = context;
      const reader = chatTails.open(args.sessionId, {
        clientAddress,
        isVisitor: isVisitor(context),
      });
      return untilLeft(reader, follow(context, reader, args));
    },
    description: "A chat's events after a number, those stored first, then as they come.",
  })
  chatEvents(
    @Root() event: SeenEvent,
    @Arg('sessionId', () => ID, { description: SESSION_ID }) _sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0, description: AFTER }) _after: number,
  ): ChatEventShown {
    return presentEvent(event);
  }

  @Query(() => [ChatEvent], {
    name: 'chatEvents',
    description: "A chat's next events after a number; empty when there are none yet.",
  })
  async readChatEvents(
    @Arg('sessionId', () => ID, { description: SESSION_ID }) sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0, description: AFTER }) after: number,
    @Arg('limit', () => EventLimit, { defaultValue: 200, description: 'The most events.' })
    limit: number,
    @Ctx() context: Context,
  ): Promise<ChatEventShown[]> {
    const { chats, origin } = context;
    await watchChat(chats, { sessionId, after, origin });
    return (await readEvents(chats.watchPool, sessionId, { after, limit })).map(presentEvent);
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly sessionId: string;
  readonly after: number;
}

/**
 * Reads events after `after` until the reader is closed; a slow consumer holds at most one page. The stream ends only when an end is the
 * newest event, because a preview may continue after an end.
 */
async function* follow(
  { chats, origin }: Context,
  reader: TailReader,
  { sessionId, after }: Watched,
): AsyncGenerator<SeenEvent, void> {
  try {
    const chat = await watchChat(chats, { sessionId, after, origin });
    await reader.begin(chat, after);
    let isOver = chat.isEnded;
    while (!reader.isClosed) {
      const events = await reader.read();
      yield* events;
      const newest = events.at(-1);
      if (newest && !isPassing(newest.event)) isOver = isEnd(newest.event);
      else if (isOver && !newest) return;
      else await reader.news();
    }
  } finally {
    reader.close();
  }
}
