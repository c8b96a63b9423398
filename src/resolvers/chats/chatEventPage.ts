import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import { watchChat } from '../../chat/watchChat.js';
import type { Context } from '../../context/context.js';
import { ChatEventPage } from '../../schema/chatEventPage.js';
import { EventLimit } from '../../schema/scalars.js';
import { isEnd, readEvents } from '../../storage/events.js';
import { presentEvent, type ChatEventShown } from './presentEvent.js';

/** Pages of the event log of a chat, for clients that poll. */
@Resolver()
export class ReadChatEventPage {
  @Query(() => ChatEventPage, {
    name: 'chatEventPage',
    description: "A chat's next events after a number, and how far its log goes.",
  })
  async chatEventPage(
    @Arg('sessionId', () => ID, { description: 'The secret of the chat.' }) sessionId: string,
    @Arg('after', () => Int, {
      defaultValue: 0,
      description: 'The number of the last event that is known already; 0 for all.',
    })
    after: number,
    @Arg('limit', () => EventLimit, { defaultValue: 256, description: 'The most events.' })
    limit: number,
    @Ctx() context: Context,
  ): Promise<Omit<ChatEventPage, 'events'> & { events: ChatEventShown[] }> {
    const { chats, origin } = context;
    const chat = await watchChat(chats, { sessionId, after, origin });
    const events = await readEvents(chats.watchPool, sessionId, { after, limit });
    const shown = events.map(presentEvent);
    const newest = events.at(-1);
    // A turn may have been written between the two reads.
    const isNewer = newest !== undefined && newest.seq > chat.seq;
    return {
      events: shown,
      documents: shown.map(({ document }) => document),
      lastSeq: isNewer ? newest.seq : chat.seq,
      isEnded: isNewer ? isEnd(newest.event) : chat.isEnded,
    };
  }
}
