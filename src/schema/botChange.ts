import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { BotChangeKind } from './enums.js';
import { User } from './user.js';

/** The change one write made to a bot, by the revision it made; only the newest are kept. */
@Entity({ tableName: 'bot_change' })
@ObjectType({ description: 'What one write did to a bot.' })
export class BotChange {
  [PrimaryKeyProp]?: ['botId', 'revision'];

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true, primary: true })
  @Field(() => ID, { description: 'The bot that was changed.' })
  botId: string;

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { description: 'The revision the write made.' })
  revision: number;

  @Property({ type: 'text' })
  @Field(() => BotChangeKind, { description: 'What was done.' })
  kind: BotChangeKind;

  /** Null when that person is gone. */
  @ManyToOne({ entity: () => User, fieldName: 'actor_id', mapToPk: true, nullable: true })
  actorId: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was written.' })
  createdAt: Date;
}
