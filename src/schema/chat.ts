import { ArrayType } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, Int, ObjectType } from 'type-graphql';
import { IdField, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { TranscriptRole } from './enums.js';
import { Field, NullableField } from './field.js';
import { ChatChannel, InboxStatus } from './inboxEnums.js';
import { Node } from './node.js';
import { Holds } from './queryCost.js';

/** The block at which a chat waits. */
@ObjectType({ description: 'The block at which a chat waits.' })
export class WaitingBlock {
  @Field(() => ID, 'The block.') blockId: string;
  @Field(() => ID, 'Its group.') groupId: string;
}

/** Who wrote a message in place of the bot. The name is that of the moment when it was written. */
@ObjectType({ description: 'A person who answers in place of the bot.' })
export class ChatAgent {
  @Field(() => ID, 'The person.') userId: string;

  @NullableField(() => String, 'Their name when they wrote; null where they had none.')
  name: string | null;
}

/** The newest message of a chat. */
@ObjectType({ description: 'The newest message of a chat.' })
export class LastMessage {
  @Field(() => String, 'The beginning of its text; of a message without text its kind in brackets.')
  text: string;

  @Field(() => TranscriptRole, 'Who sent it.') role: TranscriptRole;
  @NullableField(() => ChatAgent, 'The agent who sent it, if one did.') agent: ChatAgent | null;
  @Field(() => Date, 'When it was sent.') at: Date;
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
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @IdField('The `sessionId` of other operations.') id: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, 'The workspace of its bot.')
  workspaceId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, 'The bot it began with.')
  botId: string;

  @Property({ type: 'text', collation: 'C', nullable: true }) resultId: string | null;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ChatChannel, 'Where the visitor writes.')
  channel: ChatChannel;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => InboxStatus, 'Who answers.')
  status: InboxStatus;

  @Property({ type: 'text', nullable: true }) groupId: string | null;
  @Property({ type: 'text', nullable: true }) blockId: string | null;

  /** Not a foreign key, because the row is on another machine in a cluster. */
  @Property({ type: 'text', collation: 'C', nullable: true }) assigneeId: string | null;

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, {
    description:
      'The number of times that it was claimed, assigned or released. Send it with what you write: it is refused once somebody else has the chat.',
  })
  claim: number;

  @TimeField(
    'Until when only the assignee may write; null, or in the past, while anybody may claim it.',
    { nullable: true },
  )
  leaseUntil: Date | null;

  @TimeField('Since when the visitor waits for a person; null while they do not.', {
    nullable: true,
  })
  waitingSince: Date | null;

  @TimeField(
    'Until when the visitor waits for somebody to take or answer the chat: then its flow goes on without a person. Null without a limit.',
    { nullable: true },
  )
  waitsUntil: Date | null;

  @TextField(
    'The queue in which it waits: that of the block that handed it over, or the one to which an agent moved it.',
    { nullable: true },
  )
  queue: string | null;

  @Property({ type: 'text', nullable: true }) lastText: string | null;
  @Property({ type: 'text', collation: 'C', nullable: true }) lastRole: TranscriptRole | null;
  @Property({ type: 'text', collation: 'C', nullable: true }) lastAgentId: string | null;
  @Property({ type: 'text', nullable: true }) lastAgentName: string | null;
  @Property({ type: 'timestamptz', length: 3, nullable: true }) lastAt: Date | null;

  @Property({ type: 'integer', default: 0 })
  @Field(() => Int, 'The messages of the visitor that no agent has answered or marked as read.')
  unread: number;

  @Property({ type: ArrayType, columnType: 'text[]', defaultRaw: "'{}'" })
  @Holds(5)
  @Field(() => [String], 'Its tags, in the order they were added.')
  tags: string[];

  @Property({ type: 'integer', default: 1 })
  @Field(() => Int, 'Grows with each change of what is listed here.')
  revision: number;

  @TimeField('When a person first took part; else when the chat began.') createdAt: Date;
  @TimeField('When something last happened in it.') activeAt: Date;
  @Property({ type: 'timestamptz', length: 3 }) updatedAt: Date;
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
  @Field(() => [Chat], 'Those that are new or changed and match the filter; at most 100.')
  changed: Chat[];

  @Holds(20)
  @Field(() => [ID], {
    description:
      'Those that were deleted, or changed and do not match the filter. Some may never have matched it.',
  })
  removedIds: string[];
}
