import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { Float, ID, ObjectType } from 'type-graphql';
import { IdField, TextField, TimeField } from './column.js';
import { Field, NullableField } from './field.js';
import { Holds, LongText } from './queryCost.js';

/** An answer of a visitor as it was parsed. Rows are only inserted. */
@Entity({ tableName: 'answer' })
@ObjectType({ description: 'One reply of a person, as it was understood.' })
export class Answer {
  [PrimaryKeyProp]?: ['resultId', 'id'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @IdField('The result it belongs to.') resultId: string;

  /** Ids sort by time, so this is also the order of the answers. */
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Property({ type: 'text' }) @Field(() => ID, 'The input that was answered.') blockId: string;
  @Property({ type: 'text' }) @Field(() => ID, 'The group that input stands in.') groupId: string;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => ID, 'The variable it was stored in, if any.')
  variableId: string | null;

  @LongText @TextField('The reply as it was understood, as text.') content: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @NullableField(() => [String], 'The addresses of files sent with it.')
  attachedFileUrls: string[] | null;

  @Property({ type: 'double precision' })
  @Field(() => Float, 'The bytes its uploads take.')
  storageUsed: number;

  @TimeField('When it was given.') createdAt: Date;
}
