import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { TurnEvent } from '../engine/index.js';
import { ChatAction, ChatInput, ChatLog, ChatMessage, DynamicTheme } from './chatParts.js';
import { ChatEventKind } from './enums.js';
import { ChatEventDocument, Json } from './scalars.js';

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

  @Field(() => Date, { description: 'When it happened.' })
  at: Date;

  @Field(() => ChatEventKind, { description: 'What happened.' })
  kind: ChatEventKind;

  @Field(() => String, { nullable: true, description: 'Kind `heard`: what the person sent.' })
  text?: string;

  @Field(() => ChatMessage, { nullable: true, description: 'Kind `message`: what the bot said.' })
  message?: ChatMessage;

  @Field(() => ChatInput, { nullable: true, description: 'Kind `input`: what the chat waits for.' })
  input?: ChatInput;

  @Field(() => ChatAction, {
    nullable: true,
    description: 'Kind `action`: what the client is to run.',
  })
  action?: ChatAction;

  @Field(() => ChatLog, { nullable: true, description: 'Kind `log`: the line that was logged.' })
  log?: ChatLog;

  @Field(() => DynamicTheme, {
    nullable: true,
    description: 'Kind `dynamicTheme`: the addresses that changed.',
  })
  dynamicTheme?: DynamicTheme;

  @Field(() => Float, {
    nullable: true,
    description: 'Kind `progress`: how far the chat is, from 0 to 100.',
  })
  progress?: number;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Kind `turnEnd`: whether the chat is over.',
  })
  isEnded?: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Kind `turnEnd`: the sent message as it was understood, when that differs.',
  })
  lastMessageNewFormat?: string;

  @Field(() => Json, { description: 'The event as stored, with everything its kind has.' })
  raw: TurnEvent;

  @Field(() => ChatEventDocument, {
    description: 'The event in one piece, as REST sends it: `raw` with number, turn and time.',
  })
  document: object;
}
