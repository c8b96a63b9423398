import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Float, ID, Int, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { Reference, TimeField } from './column.js';
import { Field } from './field.js';
import { Holds } from './queryCost.js';

/** A part of live traffic: a version, and how much of it, beside the weights of the others. */
@ObjectType({ description: 'A part of live traffic, which runs one version.' })
export class SplitArm {
  @Field(() => ID, 'The version that it runs.') versionId: string;

  @Field(() => Float, {
    description: 'Its weight: it takes as large a part of new visitors as this is of all weights.',
  })
  weight: number;
}

/** The time in which a split had the same arms and weights. */
@ObjectType({ description: 'The time in which a split had the same arms and weights.' })
export class SplitPhase {
  @Field(() => Int, 'Its number within the split, from 1.') number: number;

  /** Milliseconds since 1970. */
  began: number;

  @Holds(5)
  @Field(() => [SplitArm], 'Its arms, in the order in which they were sent.')
  arms: SplitArm[];
}

/** A split of the live traffic of a bot over versions (docs/adr/0093-stages-and-splits.md). */
@Entity({ tableName: 'bot_split' })
@Audited({
  kind: 'BOT_SPLIT',
  values: { phases: 'row.phases', endedAt: 'row.ended_at' },
  workspace: OF_ITS_BOT,
  name: '(select name from bot where id = row.bot_id)',
})
@ObjectType({ description: 'A division of the live traffic of a bot over versions.' })
export class BotSplit {
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Reference(() => Bot, { index: true }) botId: string;

  @Property({ type: 'json', columnType: 'json' })
  @Holds(3)
  @Field(() => [SplitPhase], {
    description:
      'Its phases, the newest last; a visitor stays in the arm and phase that they came to.',
  })
  phases: SplitPhase[];

  @TimeField('When it began.') createdAt: Date;
  @TimeField('When it ended; null while it runs.', { nullable: true }) endedAt: Date | null;
}

/** A part of a whole, with what it may be in the long run. */
@ObjectType({ description: 'A part of the results, with its interval.' })
export class SplitRate {
  @Field(() => Float, 'The part, from 0 to 1.') value: number;
  @Field(() => Float, 'The lower end of its Wilson interval of 95 %.') low: number;
  @Field(() => Float, 'The upper end of its Wilson interval of 95 %.') high: number;

  @Field(() => Float, {
    description:
      'The lower end of an interval to stop by: with 95 %, those of all arms of the phase hold, however often one looks. Once those of two arms part, one is better.',
  })
  anytimeLow: number;

  @Field(() => Float, 'The upper end of the interval to stop by.') anytimeHigh: number;
}
