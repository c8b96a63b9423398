import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { MessengerContact, UserMessage } from '../engine/index.js';
import { Reference } from './column.js';
import { Credentials } from './credentials.js';
import { Workspace } from './workspace.js';

/** The settings of a bot that its conversations need. */
export interface ConversationSettings {
  /** Hours without a message after which another chat starts. */
  readonly hours: number;
  /** The text of the button under a picture. */
  readonly selectLabel: string;
  /** The message of a closed bot; absent if the bot has none of its own. */
  readonly closedText?: string | undefined;
  /** The simulated typing speed; absent if typing is not simulated. */
  readonly typing?:
    | {
        readonly wordsPerMinute: number;
        readonly mostSeconds: number;
        /** Whether typing is also simulated before the first message of the chat. */
        readonly isFirstToo?: boolean;
      }
    | undefined;
  /** The pause between two messages, in seconds. */
  readonly between?: number | undefined;
}

/** A file that a person sent, which the messenger service keeps until it is fetched. */
export interface SentFile {
  /** The reference with which the channel fetches it: a URL, or an id at the service. */
  readonly reference: string;
  readonly name?: string | undefined;
  /** The media type. */
  readonly type?: string | undefined;
}

/** A message of a person, with the files attached to it. */
export interface StoredMessage extends UserMessage {
  readonly files?: readonly SentFile[] | undefined;
}

/** A person in a messenger, and their current chat. Read and written in `storage/messenger.ts`. */
@Entity({ tableName: 'messenger_conversation' })
@Index({ name: 'messenger_conversation_of_channel', properties: ['credentialsId', 'heardAt'] })
@Index({ name: 'messenger_conversation_due', properties: 'dueAt', where: 'due_at is not null' })
export class MessengerConversation {
  /** Composed of the ids of the credentials and of the contact. */
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Reference(() => Workspace, { index: true, deleteRule: 'cascade' }) workspaceId: string;
  @Reference(() => Credentials, { deleteRule: 'cascade' }) credentialsId: string;

  /** The recipient of messages. */
  @Property({ type: 'text' }) contactId: string;
  @Property({ type: 'json', columnType: 'json' }) contact: MessengerContact;

  /** The chat that received the last message. */
  @Property({ type: 'text', collation: 'C', nullable: true, index: true }) sessionId: string | null;

  /** The number of the last event of that chat that was sent completely. */
  @Property({ type: 'integer' }) sentSeq: number;

  /** The number of sent messages of the next event. */
  @Property({ type: 'integer', default: 0 }) sentPart: number;

  /** The number of received messages. */
  @Property({ type: 'integer' }) heard: number;
  @Property({ type: 'timestamptz', length: 3, index: true }) heardAt: Date;

  /** When the message of a closed bot was last sent; null once a chat has started. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) toldClosedAt: Date | null;

  /** The number of messages since `countedSince`, which is reset after an hour. */
  @Property({ type: 'integer', default: 0 }) counted: number;
  @Property({ type: 'timestamptz', length: 3, defaultRaw: 'now()' }) countedSince: Date;

  /** The messenger settings of the chat's bot; null before the first chat. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  settings: ConversationSettings | null;

  /** The time from which a message starts another chat. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) expiresAt: Date | null;

  /** The number of failures in a row. */
  @Property({ type: 'integer' }) attempt: number;

  /** When a worker has to process it; null if nothing is due before the next message. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) dueAt: Date | null;

  /** Identifies the worker that processes it. */
  @Property({ type: 'text', collation: 'C', nullable: true }) lease: string | null;
}

/** A message of a person in a messenger. */
@Entity({ tableName: 'messenger_message' })
export class MessengerMessage {
  [PrimaryKeyProp]?: ['conversationId', 'id'];

  @Reference(() => MessengerConversation, {
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  conversationId: string;

  /** The messenger's id of it. */
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;

  /** Its number in the conversation. */
  @Property({ type: 'integer' }) place: number;

  /** Without what it said once it is done. */
  @Property({ type: 'json', columnType: 'json' }) message: StoredMessage;
  @Property({ type: 'boolean' }) isDone: boolean;
  @Property({ type: 'timestamptz', length: 3, index: true }) createdAt: Date;
}
