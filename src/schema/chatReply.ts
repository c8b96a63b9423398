import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Reply } from '../engine/index.js';
import { ChatInput } from './chatInput.js';
import { ChatMessage } from './chatMessage.js';
import { ChatPause } from './chatPause.js';
import { ChatBot, ChatLog, DynamicTheme } from './chatParts.js';
import { ClientSideAction } from './clientSideAction.js';
import { ChatReplyDocument, DateTime } from './scalars.js';
import { Payload } from './userError.js';
import { Holds } from './queryCost.js';

/** A reply as REST sends it. The members that only a start has come first. */
export type ChatReplyShape = Partial<Pick<ChatReply, 'sessionId' | 'resultId' | 'bot' | 'pause'>> &
  Reply;

/** The reply of a turn: its parts as fields, and the whole as `raw`. */
@ObjectType({ description: 'What a turn answered.' })
export class ChatReply {
  @Field(() => ID, { description: 'Keep it for continueChat: it is the secret of the chat.' })
  sessionId: string;

  @Field(() => ID, { nullable: true, description: 'Where the answers go; none in a preview.' })
  resultId?: string;

  @Field(() => ChatBot, { nullable: true, description: 'Only in the reply of a start.' })
  bot?: ChatBot;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the version that the chat runs was published; only in the reply of a start, and none in a preview.',
  })
  publishedAt?: Date | undefined;

  @Field(() => Int, { description: 'The turn this answers; the start is turn 1.' })
  turn: number;

  @Field(() => Int, { description: 'The number of the last event of the turn.' })
  lastSeq: number;

  @Holds(50)
  @Field(() => [ChatMessage], { description: 'The messages of the bot, in order.' })
  messages: Reply['messages'];

  @Field(() => String, {
    nullable: true,
    description: 'The sent message as it was understood, when that differs.',
  })
  lastMessageNewFormat?: string;

  @Field(() => ChatInput, { nullable: true, description: 'What the chat waits for.' })
  input?: Reply['input'];

  @Holds(10)
  @Field(() => [ClientSideAction], { nullable: true, description: 'What the client is to run.' })
  clientSideActions?: Reply['clientSideActions'];

  @Holds(50)
  @Field(() => [ChatLog], {
    nullable: true,
    description: 'What happened in this turn that somebody may want to know.',
  })
  logs?: Reply['logs'];

  @Field(() => DynamicTheme, {
    nullable: true,
    description: 'Addresses that follow variables, where they changed.',
  })
  dynamicTheme?: Reply['dynamicTheme'];

  @Field(() => Float, {
    nullable: true,
    description: 'From 0 to 100, when the progress bar is on.',
  })
  progress?: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The language in which the bot goes on, a tag of BCP 47; only where it has several, in replies in which it is set.',
  })
  language?: string;

  @Field(() => ChatPause, {
    nullable: true,
    description:
      'Where the turn pauses, in a debugged preview; the reply is then that of the turn so far.',
  })
  pause?: ChatPause;

  @Field(() => ChatReplyDocument, { description: 'The whole reply, exactly as REST sends it.' })
  raw: ChatReplyShape;
}

/** The payload of starting or continuing a chat. */
@ObjectType({ description: 'What starting or continuing a chat answers with.' })
export class ChatPayload extends Payload {
  @Field(() => ChatReply, {
    nullable: true,
    description: 'What the turn answered; null when it failed.',
  })
  reply?: ChatReply;
}
