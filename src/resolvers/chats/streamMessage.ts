import { Arg, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import type { SubscribeResolverData } from 'type-graphql';
import { streamToClient, type ClientStream } from '../../chat/streamToClient.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { untilLeft } from '../watchAs.js';

/** A part of a text that is streamed to the client. */
@ObjectType({ description: 'A part of a text that a client streams, or how the text ended.' })
export class StreamedPart {
  @Field(() => String, 'What goes on after the parts before; empty in the last.') text: string;
  @Field(() => Boolean, 'Whether the text is over.') isLast: boolean;
  @NullableField(() => String, 'Why the text broke off; null where it did not.') error?: string;
}

/**
 * Streams a generated text to a client that requested streaming when it started the chat. Unsubscribing cancels the request to the vendor.
 */
@Resolver()
export class StreamMessage {
  @Subscription(() => StreamedPart, {
    subscribe: async ({
      args: { sessionId },
      context: { chats, origin },
    }: SubscribeResolverData<unknown, { readonly sessionId: string }, Context>) => {
      const stream = await streamToClient(chats, { sessionId, origin });
      return untilLeft(stream, partsOf(stream));
    },
    description:
      'The text that a client with `isStreamEnabled: true` is to show, after an action `stream` or `streamAiCompletion`. Send it with the next message once it is whole.',
  })
  streamMessage(
    @Root() part: StreamedPart,
    @Arg('sessionId', () => ID, {
      description: 'The secret of the chat, from the reply of its start.',
    })
    _sessionId: string,
  ): StreamedPart {
    return part;
  }
}

async function* partsOf(stream: ClientStream): AsyncGenerator<StreamedPart, void> {
  try {
    for (let text = await stream.next(); text !== ''; text = await stream.next()) {
      yield { text, isLast: false };
    }
    const result = await stream.result;
    yield { text: '', isLast: true, ...(!result.ok && { error: result.error }) };
  } finally {
    stream.close();
  }
}
