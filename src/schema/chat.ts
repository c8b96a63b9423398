import { ArrayType } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from './connection.js';
import { TranscriptRole } from './enums.js';
import { ChatChannel, InboxStatus } from './inboxEnums.js';
import { Node } from './node.js';
import { Holds } from './queryCost.js';

/** The block at which a chat waits. */
@ObjectType({ description: 'The block at which a chat waits.' })
export class WaitingBlock {
  @Field(() => ID, { description: 'The block.' })
  blockId: string;

  @Field(() => ID, { description: 'Its group.' })
  groupId: string;
}

/** Who wrote a message in place of the bot. The name is that of the moment when it was written. */
@ObjectType({ description: 'A person who answers in place of the bot.' })
export class ChatAgent {
  @Field(() => ID, { description: 'The person.' })
  userId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Their name when they wrote; null where they had none.',
  })
  name: string | null;
}

/** The newest message of a chat. */
@ObjectType({ description: 'The newest message of a chat.' })
export class LastMessage {
  @Field(() => String, {
    description: 'The beginning of its text; of a message without text its kind in brackets.',
  })
  text: string;

  @Field(() => TranscriptRole, { description: 'Who sent it.' })
  role: TranscriptRole;

  @Field(() => ChatAgent, { nullable: true, description: 'The agent who sent it, if one did.' })
  agent: ChatAgent | null;

  @Field(() => Date, { description: 'When it was sent.' })
  at: Date;
}

/**
 * A chat as agents see it. Its row exists once a person took part in the chat (`migrations/0052-inbox.sql`); for other chats the members of
 * the row have their defaults.
 */
@Entity({ tableName: 'chat_desk' })
@Index({ name: 'chat_desk_workspace', properties: ['workspaceId', 'activeAt', 'id'] })
@Index({ name: 'chat_desk_changed', properties: ['workspaceId', 'updatedAt', 'id'] })
@Index({ name: 'chat_desk_bot', properties: ['botId', 'activeAt', 'id'] })
@Index({
  name: 'chat_desk_waiting',
  properties: ['workspaceId', 'waitingSince', 'id'],
  where: 'waiting_since is not null',
})
@Index({
  name: 'chat_desk_waits_until',
  properties: ['waitsUntil'],
  where: 'waits_until is not null',
})
@ObjectType({
  implements: Node,
  description: 'A chat as agents see it. Its id is its secret: whoever has it can continue it.',
})
export class Chat {
  /** The shard key of the chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'The `sessionId` of other operations.' })
  id: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'The workspace of its bot.' })
  workspaceId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'The bot it began with.' })
  botId: string;

  @Property({ type: 'text', collation: 'C', nullable: true })
  resultId: string | null;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ChatChannel, { description: 'Where the visitor writes.' })
  channel: ChatChannel;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => InboxStatus, { description: 'Who answers.' })
  status: InboxStatus;

  @Property({ type: 'text', nullable: true })
  groupId: string | null;

  @Property({ type: 'text', nullable: true })
  blockId: string | null;

  /** Not a foreign key, because the row is on another machine in a cluster. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  assigneeId: string | null;

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description:
      'The number of times that it was claimed, assigned or released. Send it with what you write: it is refused once somebody else has the chat.',
  })
  claim: number;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'Until when only the assignee may write; null, or in the past, while anybody may claim it.',
  })
  leaseUntil: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'Since when the visitor waits for a person; null while they do not.',
  })
  waitingSince: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'Until when the visitor waits for somebody to take or answer the chat: then its flow goes on without a person. Null without a limit.',
  })
  waitsUntil: Date | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description:
      'The queue in which it waits: that of the block that handed it over, or the one to which an agent moved it.',
  })
  queue: string | null;

  @Property({ type: 'text', nullable: true })
  lastText: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true })
  lastRole: TranscriptRole | null;

  @Property({ type: 'text', collation: 'C', nullable: true })
  lastAgentId: string | null;

  @Property({ type: 'text', nullable: true })
  lastAgentName: string | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  lastAt: Date | null;

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description: 'The messages of the visitor that no agent has answered or marked as read.',
  })
  unread: number;

  @Property({ type: ArrayType, columnType: 'text[]', defaultRaw: "'{}'" })
  @Holds(5)
  @Field(() => [String], { description: 'Its tags, in the order they were added.' })
  tags: string[];

  @Property({ type: 'integer', default: 1 })
  @Field(() => Int, { description: 'Grows with each change of what is listed here.' })
  revision: number;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When a person first took part; else when the chat began.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When something last happened in it.' })
  activeAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  updatedAt: Date;
}

/** A page of chats. */
@ObjectType({ description: 'A page of chats.' })
export class ChatConnection extends connectionOf(Chat, 'Chat') {}

/** What changed in a list of chats. */
@ObjectType({ description: 'What changed in a list of chats.' })
export class ChatsChange {
  @Field(() => Boolean, {
    description:
      'Whether to load the list again: true in the first event, and when more changed than an event holds.',
  })
  mustReload: boolean;

  // The usual number of changes within a second; more are charged on delivery.
  @Holds(20)
  @Field(() => [Chat], {
    description: 'Those that are new or changed and match the filter; at most 100.',
  })
  changed: Chat[];

  @Holds(20)
  @Field(() => [ID], {
    description:
      'Those that were deleted, or changed and do not match the filter. Some may never have matched it.',
  })
  removedIds: string[];
}
