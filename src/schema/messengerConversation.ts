import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { MessengerContact, UserMessage } from '../engine/index.js';
import { Credentials } from './credentials.js';
import { Workspace } from './workspace.js';

/** What a conversation keeps of the settings of its bot. */
export interface ConversationSettings {
  /** After how many hours without a message another chat begins. */
  readonly hours: number;
  /** On the button under a picture. */
  readonly selectLabel: string;
  /** What the bot says where it is closed; absent where it has no text of its own. */
  readonly closedText?: string | undefined;
  /** How fast the bot seems to type; absent where it does not. */
  readonly typing?:
    | {
        readonly wordsPerMinute: number;
        readonly mostSeconds: number;
        /** Whether it also does before the first message of the chat. */
        readonly isFirstToo?: boolean;
      }
    | undefined;
  /** The pause between two messages, in seconds. */
  readonly between?: number | undefined;
}

/** A file of a person, which the service of the messenger keeps until it is fetched. */
export interface SentFile {
  /** What the channel finds it by: an address, or an id at the service. */
  readonly reference: string;
  readonly name?: string | undefined;
  /** The media type. */
  readonly type?: string | undefined;
}

/** What a person wrote, and the files that came with it. */
export interface StoredMessage extends UserMessage {
  readonly files?: readonly SentFile[] | undefined;
}

/** A person in a messenger, and the chat they are in. Read and written in `storage/messenger.ts`. */
@Entity({ tableName: 'messenger_conversation' })
@Index({ name: 'messenger_conversation_due', properties: 'dueAt', where: 'due_at is not null' })
export class MessengerConversation {
  /** The credentials and the contact. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  @ManyToOne({
    entity: () => Workspace,
    fieldName: 'workspace_id',
    mapToPk: true,
    index: true,
    deleteRule: 'cascade',
  })
  workspaceId: string;

  @ManyToOne({
    entity: () => Credentials,
    fieldName: 'credentials_id',
    mapToPk: true,
    index: true,
    deleteRule: 'cascade',
  })
  credentialsId: string;

  /** Whom messages are sent to. */
  @Property({ type: 'text' })
  contactId: string;

  @Property({ type: 'json', columnType: 'json' })
  contact: MessengerContact;

  /** The chat that the last message went to. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  sessionId: string | null;

  /** The number of the last event of that chat that was sent. */
  @Property({ type: 'integer' })
  sentSeq: number;

  /** How many messages of the event after that were sent. */
  @Property({ type: 'integer', default: 0 })
  sentPart: number;

  /** How many messages have come. */
  @Property({ type: 'integer' })
  heard: number;

  @Property({ type: 'timestamptz', length: 3, index: true })
  heardAt: Date;

  /** When the person was last told that the bot is closed; null once a chat began. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  toldClosedAt: Date | null;

  /** How many messages have come since then: at most an hour, after which counting begins again. */
  @Property({ type: 'integer', default: 0 })
  counted: number;

  @Property({ type: 'timestamptz', length: 3, defaultRaw: 'now()' })
  countedSince: Date;

  /** What the bot of the chat says about messengers; null before the first chat. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  settings: ConversationSettings | null;

  /** When the next message starts another chat. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt: Date | null;

  /** How often in a row it could not be worked on. */
  @Property({ type: 'integer' })
  attempt: number;

  /** When somebody is to look at it; null: when the next message comes. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  dueAt: Date | null;

  /** Names who works on it. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  lease: string | null;
}

/** A message of a person in a messenger. */
@Entity({ tableName: 'messenger_message' })
export class MessengerMessage {
  [PrimaryKeyProp]?: ['conversationId', 'id'];

  @ManyToOne({
    entity: () => MessengerConversation,
    fieldName: 'conversation_id',
    mapToPk: true,
    primary: true,
    deleteRule: 'cascade',
    updateRule: 'no action',
  })
  conversationId: string;

  /** As the messenger names it. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  /** Its number in the conversation. */
  @Property({ type: 'integer' })
  place: number;

  @Property({ type: 'json', columnType: 'json' })
  message: StoredMessage;

  @Property({ type: 'boolean' })
  isDone: boolean;

  @Property({ type: 'timestamptz', length: 3, index: true })
  createdAt: Date;
}
