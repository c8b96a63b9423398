import { ID, InterfaceType, Int, ObjectType } from 'type-graphql';
import type { TurnEvent } from '../engine/index.js';
import { EVENT_KINDS } from './chatEventKinds.js';
import { ChatInput } from './chatInput.js';
import { ChatMessage } from './chatMessage.js';
import { ChatLog, DynamicTheme } from './chatParts.js';
import { ClientSideAction } from './clientSideAction.js';
import { ChatStatus } from './enums.js';
import { Field } from './field.js';
import { implementKinds, nameOfKind } from './flow/kinds.js';
import { TypeFrom } from './queryCost.js';
import { ChatEventDocument } from './scalars.js';

/** A piece of a reply that is being streamed. It is not stored; the whole message follows at the end of the turn. */
export interface Delta {
  readonly kind: 'delta';
  /** The bubble of the whole message. */
  readonly blockId: string;
  readonly text: string;
  /** The length of the preceding text, in UTF-16 code units. */
  readonly offset: number;
}

/** The members of the event `heard`: what the visitor sent. */
export type Heard = Omit<Extract<TurnEvent, { kind: 'heard' }>, 'kind'>;

/** What the visitor sent in the running turn: sent before the first delta. The log later has the same as `heard`. */
export interface Received extends Heard {
  readonly kind: 'received';
}

/** The turn failed: clients remove what they have shown of it (`received`, deltas). */
export interface Withdrawn {
  readonly kind: 'withdrawn';
}

/** An event of a running turn, which is neither numbered nor stored. */
export type PassingEvent = Received | Delta | Withdrawn;

const PASSING: ReadonlySet<string> = new Set<PassingEvent['kind']>([
  'received',
  'delta',
  'withdrawn',
]);

/** Whether an event is not stored in the log. */
export function isPassing(event: TurnEvent | PassingEvent): event is PassingEvent {
  return PASSING.has(event.kind);
}

/**
 * An entry of a chat's event log: numbered from 1 without a gap, stored, and the same for every reader. A `PassingEvent` has this type,
 * too, but is neither numbered nor stored. The types of the kinds are generated from their schemas.
 */
@TypeFrom(eventTypeOf)
@InterfaceType({
  description:
    "One entry of a chat's log, numbered from 1 without a gap, or what a turn that runs shows already (`ChatReceivedEvent`, `ChatDeltaEvent`, `ChatWithdrawnEvent`). The types that implement it are its kinds.",
})
export abstract class ChatEvent {
  @Field(() => Int, {
    description:
      'Its number in the chat, of what is not stored that of the event before; send it as `after` to go on from here.',
  })
  seq: number;

  @Field(() => Int, 'The turn it belongs to; the start is turn 1.') turn: number;
  @Field(() => Date, 'When it happened.') at: Date;
  @Field(() => ChatEventDocument, 'The event exactly as REST sends it.') document: object;
}

/** An event of a kind that this server does not know, in a log to which a newer server has written. */
@ObjectType({
  implements: ChatEvent,
  description: 'An event of a kind that this server does not know; `document` holds all of it.',
})
class UnknownChatEvent extends ChatEvent {}

const typeNames = new Map(
  EVENT_KINDS.map(({ type }) => [type, `Chat${nameOfKind(type, 'Event')}`]),
);

/** The name of the GraphQL type of an event: `turnEnd` is `ChatTurnEndEvent`. */
export function eventTypeOf({ kind }: { readonly kind: string }): string {
  return typeNames.get(kind) ?? UnknownChatEvent.name;
}

implementKinds(ChatEvent, EVENT_KINDS, {
  nameOf: ({ type }) => eventTypeOf({ kind: type }),
  called: 'event',
  stated: ['seq', 'turn', 'at', 'kind'],
  types: {
    ...{ message: ChatMessage, input: ChatInput, action: ClientSideAction },
    ...{
      log: ChatLog,
      dynamicTheme: DynamicTheme,
      status: ChatStatus,
      offset: Int,
      versionId: ID,
      version: Int,
    },
  },
});
