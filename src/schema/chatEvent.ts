import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { TurnEvent } from '../engine/index.js';
import { ChatAction, ChatInput, ChatLog, ChatMessage, DynamicTheme } from './chatParts.js';
import { ChatEventKind } from './enums.js';
import { Json } from './scalars.js';

/** One entry of a chat's log: numbered from 1 without a gap, stored, the same for every reader. */
@ObjectType({
  description:
    "One entry of a chat's log, numbered from 1 without a gap. The member named like its kind says what happened.",
})
export class ChatEvent {
  @Field(() => Int, {
    description: 'Its number in the chat; send it as `after` to go on from here.',
  })
  seq: number;

  @Field(() => Int, { description: 'The turn it belongs to; the start is turn 1.' })
  turn: number;

  @Field(() => Date)
  at: Date;

  @Field(() => ChatEventKind)
  kind: ChatEventKind;

  @Field(() => String, { nullable: true, description: 'heard: what the person sent.' })
  text?: string;

  @Field(() => ChatMessage, { nullable: true })
  message?: ChatMessage;

  @Field(() => ChatInput, { nullable: true })
  input?: ChatInput;

  @Field(() => ChatAction, { nullable: true })
  action?: ChatAction;

  @Field(() => ChatLog, { nullable: true })
  log?: ChatLog;

  @Field(() => DynamicTheme, { nullable: true })
  dynamicTheme?: DynamicTheme;

  @Field(() => Float, { nullable: true })
  progress?: number;

  @Field(() => Boolean, { nullable: true, description: 'turnEnd: whether the chat is over.' })
  isEnded?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'turnEnd: the sent message as it was understood, when that differs.',
  })
  lastMessageNewFormat?: string;

  @Field(() => Json, { description: 'The event as stored, with everything its kind has.' })
  raw: TurnEvent;
}
