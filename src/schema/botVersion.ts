import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { User } from './user.js';

/** A published state of a bot: numbered from 1, immutable (choices, "Authoring"). */
@Entity({ tableName: 'bot_version' })
@ObjectType({ description: 'A published state of a bot: numbered from 1, never changed.' })
export class BotVersion {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID)
  id: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true })
  @Field(() => ID)
  botId: string;

  @Property({ type: 'integer' })
  @Field(() => Int)
  number: number;

  /** The content, in the table of flows. */
  @Property({ type: 'text' })
  flowId: string;

  @ManyToOne({ entity: () => User, fieldName: 'author_id', mapToPk: true, nullable: true })
  authorId: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true })
  label: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  createdAt: Date;
}
