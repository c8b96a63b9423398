import { Float, ID, Int, ObjectType } from 'type-graphql';
import type { Reply } from '../engine/index.js';
import { ChatInput } from './chatInput.js';
import { ChatMessage } from './chatMessage.js';
import { ChatPause } from './chatPause.js';
import { ChatBot, ChatLog, DynamicTheme } from './chatParts.js';
import { ClientSideAction } from './clientSideAction.js';
import { Field, NullableField } from './field.js';
import { ChatReplyDocument, DateTime } from './scalars.js';
import { Payload } from './userError.js';
import { Holds } from './queryCost.js';

/** A reply as REST sends it. The members that only a start has come first. */
export type ChatReplyShape = Partial<Pick<ChatReply, 'sessionId' | 'resultId' | 'bot' | 'pause'>> &
  Reply;

/** The reply of a turn: its parts as fields, and the whole as `raw`. */
@ObjectType({ description: 'What a turn answered.' })
export class ChatReply {
  @Field(() => ID, 'Keep it for continueChat: it is the secret of the chat.') sessionId: string;
  @NullableField(() => ID, 'Where the answers go; none in a preview.') resultId?: string;
  @NullableField(() => ChatBot, 'Only in the reply of a start.') bot?: ChatBot;

  @NullableField(() => DateTime, {
    description:
      'When the version that the chat runs was published; only in the reply of a start, and none in a preview.',
  })
  publishedAt?: Date | undefined;

  @Field(() => Int, 'The turn this answers; the start is turn 1.') turn: number;
  @Field(() => Int, 'The number of the last event of the turn.') lastSeq: number;

  @Holds(50)
  @Field(() => [ChatMessage], 'The messages of the bot, in order.')
  messages: Reply['messages'];

  @NullableField(() => String, 'The sent message as it was understood, when that differs.')
  lastMessageNewFormat?: string;

  @NullableField(() => ChatInput, 'What the chat waits for.') input?: Reply['input'];

  @Holds(10)
  @NullableField(() => [ClientSideAction], 'What the client is to run.')
  clientSideActions?: Reply['clientSideActions'];

  @Holds(50)
  @NullableField(() => [ChatLog], 'What happened in this turn that somebody may want to know.')
  logs?: Reply['logs'];

  @NullableField(() => DynamicTheme, 'Addresses that follow variables, where they changed.')
  dynamicTheme?: Reply['dynamicTheme'];

  @NullableField(() => Float, 'From 0 to 100, when the progress bar is on.') progress?: number;

  @NullableField(() => String, {
    description:
      'The language in which the bot goes on, a tag of BCP 47; only where it has several, in replies in which it is set.',
  })
  language?: string;

  @NullableField(() => ChatPause, {
    description:
      'Where the turn pauses, in a debugged preview; the reply is then that of the turn so far.',
  })
  pause?: ChatPause;

  @Field(() => ChatReplyDocument, 'The whole reply, exactly as REST sends it.') raw: ChatReplyShape;
}

/** The payload of starting or continuing a chat. */
@ObjectType({ description: 'What starting or continuing a chat answers with.' })
export class ChatPayload extends Payload {
  @NullableField(() => ChatReply, 'What the turn answered; null when it failed.') reply?: ChatReply;
}
