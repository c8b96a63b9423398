import { ArrayType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { Totals } from './botStats.js';
import { Reference, TextField } from './column.js';
import { SegmentSource } from './enums.js';
import { Field, NullableField } from './field.js';

/** By what the results of a bot are counted apart (docs/adr/0008-counts-in-the-log.md). */
@Entity({ tableName: 'bot_segment' })
@Audited({
  kind: 'BOT_SEGMENT',
  values: { source: 'row.source', variableId: 'row.variable_id', isRemoved: 'row.is_removed' },
  workspace: OF_ITS_BOT,
})
@ObjectType({ description: 'By what the results of a bot are counted apart.' })
export class BotSegment {
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Reference(() => Bot, { index: true }) botId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => SegmentSource, 'What is compared.')
  source: SegmentSource;

  @Property({ type: 'text', collation: 'C', nullable: true })
  @NullableField(() => ID, 'The variable; null if it is not one.')
  variableId: string | null;

  @TextField('The name that the variable had when it was set.') name: string;

  /** The values that have a count of their own, each after `=`. */
  @Property({ type: ArrayType, columnType: 'text[]', defaultRaw: "'{}'" }) named: string[];

  /** Results that began before this one, by their time and id, are not counted yet; null once all are. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) countedSince: Date | null;
  @Property({ type: 'text', collation: 'C', default: '' }) countedId: string;

  /** Removed by its author; the server still deletes its counts. */
  @Property({ type: 'boolean', default: false }) isRemoved: boolean;
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;
}

/** The results with one value, counted. */
@ObjectType({ description: 'What became of the results with one value.' })
export class SegmentValue extends Totals {
  @NullableField(() => String, {
    description:
      'The value, at most 100 characters of it, lists with commas; null for results without one, and for `isOther`.',
  })
  value: string | null;

  @Field(() => Boolean, 'Whether it stands for all values beyond the first 50 that came.')
  isOther: boolean;
}
