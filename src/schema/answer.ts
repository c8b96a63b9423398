import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Holds, LongText } from './queryCost.js';

/** An answer of a visitor as it was parsed. Rows are only inserted. */
@Entity({ tableName: 'answer' })
@ObjectType({ description: 'One reply of a person, as it was understood.' })
export class Answer {
  [PrimaryKeyProp]?: ['resultId', 'id'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'The result it belongs to.' })
  resultId: string;

  /** Ids sort by time, so this is also the order of the answers. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'The input that was answered.' })
  blockId: string;

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'The group that input stands in.' })
  groupId: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'The variable it was stored in, if any.' })
  variableId: string | null;

  @Property({ type: 'text' })
  @LongText
  @Field(() => String, { description: 'The reply as it was understood, as text.' })
  content: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @Field(() => [String], { nullable: true, description: 'The addresses of files sent with it.' })
  attachedFileUrls: string[] | null;

  @Property({ type: 'double precision' })
  @Field(() => Float, { description: 'The bytes its uploads take.' })
  storageUsed: number;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was given.' })
  createdAt: Date;
}
