import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { connectionOf } from './connection.js';
import { Node } from './node.js';
import { User } from './user.js';

/** A published state of a bot: numbered from 1, immutable (choices, "Authoring"). */
@Entity({ tableName: 'bot_version' })
@ObjectType({
  implements: Node,
  description: 'A published state of a bot: numbered from 1, never changed.',
})
export class BotVersion {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true })
  @Field(() => ID, { description: 'The bot it was published of.' })
  botId: string;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Its number within the bot, from 1.' })
  number: number;

  /** The content, in the table of flows. */
  @Property({ type: 'text' })
  flowId: string;

  @ManyToOne({ entity: () => User, fieldName: 'author_id', mapToPk: true, nullable: true })
  authorId: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'What its author called it.' })
  label: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was published.' })
  createdAt: Date;
}

/** A page of versions. */
@ObjectType({ description: 'A page of versions.' })
export class BotVersionConnection extends connectionOf(BotVersion, 'BotVersion') {}
