import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { ClientAction, InputRequest, Message, TurnEvent } from '../engine/index.js';
import { ChatInput } from './chatInput.js';
import { ChatMessage } from './chatMessage.js';
import { ChatLog, DynamicTheme } from './chatParts.js';
import { ClientSideAction } from './clientSideAction.js';
import { ChatEventKind, ChatStatus } from './enums.js';
import { ChatEventDocument, Json } from './scalars.js';
import { Holds } from './queryCost.js';

/** A piece of a streaming reply: shown, not stored, and followed by the whole message at the end of the turn. */
export interface Delta {
  readonly kind: 'delta';
  /** The bubble that will show the whole text. */
  readonly blockId: string;
  readonly text: string;
  /** The length of the text before it, in UTF-16 units, as JavaScript counts. */
  readonly offset: number;
}

/** What the visitor sent, as the event `heard` has it. */
export type Heard = Omit<Extract<TurnEvent, { kind: 'heard' }>, 'kind'>;

/** What the visitor sent in the turn that runs: shown before the first delta, and followed by `heard` in the log. */
export interface Received extends Heard {
  readonly kind: 'received';
}

/** The turn came to nothing: what was shown of it (`received`, deltas) is to be taken back. */
export interface Withdrawn {
  readonly kind: 'withdrawn';
}

/** What watchers see of a turn that runs: neither numbered nor stored. */
export type PassingEvent = Received | Delta | Withdrawn;

const PASSING: ReadonlySet<string> = new Set<PassingEvent['kind']>([
  'received',
  'delta',
  'withdrawn',
]);

/** Whether an event is not in the log. */
export function isPassing(event: TurnEvent | PassingEvent): event is PassingEvent {
  return PASSING.has(event.kind);
}

/**
 * One entry of a chat's event log: numbered from 1 without a gap, stored, the same for every reader. A `PassingEvent` has this type,
 * too, but is neither numbered nor stored.
 */
@ObjectType({
  description:
    "One entry of a chat's log, numbered from 1 without a gap, or what a turn that runs shows already: `received`, `delta`, `withdrawn`. The member named like its kind says what happened.",
})
export class ChatEvent {
  @Field(() => Int, {
    description:
      'Its number in the chat, of what is not stored that of the event before; send it as `after` to go on from here.',
  })
  seq: number;

  @Field(() => Int, { description: 'The turn it belongs to; the start is turn 1.' })
  turn: number;

  @Field(() => Date, { description: 'When it happened.' })
  at: Date;

  @Field(() => ChatEventKind, { description: 'What happened.' })
  kind: ChatEventKind;

  @Field(() => String, {
    nullable: true,
    description:
      'Kinds `heard` and `received`: what the person sent. Kind `delta`: what is added to the reply.',
  })
  text?: string;

  @Holds(10)
  @Field(() => [String], {
    nullable: true,
    description: 'Kinds `heard` and `received`: the addresses of files that were sent with it.',
  })
  attachedFileUrls?: readonly string[];

  @Field(() => Int, {
    nullable: true,
    description: 'Kind `delta`: how many UTF-16 units of the reply came before `text`.',
  })
  offset?: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Kinds `heard` and `received`: the input it was sent to. Kind `delta`: the bubble that will say it all.',
  })
  blockId?: string;

  @Field(() => ChatMessage, {
    nullable: true,
    description: 'Kind `message`: the message of the bot.',
  })
  message?: Message;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Kind `message`: true when a person sent it in place of the bot.',
  })
  isFromAgent?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Kind `message`: true when the client of the visitor showed it already, as it streamed.',
  })
  isStreamed?: boolean;

  @Field(() => ChatStatus, {
    nullable: true,
    description: 'Kind `status`: who answers from now on.',
  })
  status?: ChatStatus;

  @Field(() => ChatInput, { nullable: true, description: 'Kind `input`: what the chat waits for.' })
  input?: InputRequest;

  @Field(() => ClientSideAction, {
    nullable: true,
    description: 'Kind `action`: what the client is to run.',
  })
  action?: ClientAction;

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

  @Field(() => Json, { description: 'The event itself, with everything its kind has.' })
  raw: TurnEvent | PassingEvent;

  @Field(() => ChatEventDocument, {
    description: 'The event in one piece, as REST sends it: `raw` with number, turn and time.',
  })
  document: object;
}
