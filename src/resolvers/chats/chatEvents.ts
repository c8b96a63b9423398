import { Arg, Ctx, ID, Int, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../context.js';
import type { TurnEvent } from '../../engine/index.js';
import { Failure } from '../../errors.js';
import { ChatEvent } from '../../schema/chatEvent.js';
import { loadChat, type ChatRow } from '../../storage/chats.js';
import { readEvents, type NumberedEvent } from '../../storage/events.js';

/** How long to wait, in milliseconds, before looking at the log without having been woken. */
const SAFETY_POLL = 5_000;

/**
 * The numbered log of a chat, from any point: what is stored first, then what comes, until the chat has ended.
 * It only watches: leaving changes nothing, and any number may watch (authoring §7.5).
 */
@Resolver()
export class ChatEvents {
  @Subscription(() => ChatEvent, {
    subscribe: ({ args, context }) => follow(context, args['sessionId'], args['after']),
    description: "A chat's events after a number, those stored first, then as they come.",
  })
  chatEvents(
    @Root() event: NumberedEvent,
    @Arg('sessionId', () => ID) _sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0 }) _after: number,
  ): ChatEventShown {
    return present(event);
  }

  @Query(() => [ChatEvent], {
    name: 'chatEvents',
    description: "A chat's next events after a number; empty when there are none yet.",
  })
  async readChatEvents(
    @Arg('sessionId', () => ID) sessionId: string,
    @Arg('after', () => Int, { defaultValue: 0 }) after: number,
    @Ctx() context: Context,
  ): Promise<ChatEventShown[]> {
    await assertChat(context, sessionId);
    return (await readEvents(context.chats.pool, sessionId, after)).map(present);
  }
}

/** Reads on from `after` for as long as somebody listens; a slow listener is never ahead of the page it holds. */
async function* follow(
  context: Context,
  sessionId: string,
  after: number,
): AsyncGenerator<NumberedEvent> {
  const chat = await assertChat(context, sessionId);
  if (chat.isEnded && after >= chat.seq) return;
  const watch = context.wakeUps.watch(sessionId);
  let last = after;
  try {
    for (;;) {
      const events = await readEvents(context.chats.pool, sessionId, last);
      yield* events;
      last = events.at(-1)?.seq ?? last;
      if (events.some(isEnd)) return;
      if (events.length === 0) await watch.next(SAFETY_POLL);
    }
  } finally {
    watch.close();
  }
}

function isEnd({ event }: NumberedEvent): boolean {
  return event.kind === 'turnEnd' && event.isEnded;
}

async function assertChat(context: Context, sessionId: string): Promise<ChatRow> {
  const chat = await loadChat(context.chats.pool, sessionId);
  if (!chat) throw new Failure('SESSION_NOT_FOUND', 'Session not found');
  return chat;
}

/** An event as its GraphQL type reads it: the number and the members of its kind, side by side. */
type ChatEventShown = Pick<ChatEvent, 'seq' | 'turn' | 'at' | 'raw'> & TurnEvent;

function present({ seq, turn, at, event }: NumberedEvent): ChatEventShown {
  return { ...event, seq, turn, at, raw: event };
}
