import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, Int, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { BooleanField, Reference, TimeField } from './column.js';
import { TestInterval } from './enums.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** How the tests of a bot went that its schedule ran. */
@ObjectType({ description: 'How the tests of a bot went that its schedule ran.' })
export class ScheduledTestRun {
  @Field(() => ID, 'The version that was live.') versionId: string;
  @Field(() => Int, 'Tests that passed.') passed: number;
  @Field(() => Int, 'Tests that failed.') failed: number;
  @Field(() => Int, 'Tests for which there was no time.') notRun: number;

  @Holds(5)
  @Field(() => [String], 'The names of those that failed, at most 100.')
  failedNames: readonly string[];
}

/** When the written tests of a bot run on what is live, and how they last went. */
@Entity({ tableName: 'bot_test_schedule' })
@Audited({
  kind: 'BOT_TEST_SCHEDULE',
  values: { every: 'row.every' },
  workspace: OF_ITS_BOT,
  id: 'row.bot_id',
  name: '(select name from bot where id = row.bot_id)',
})
@ObjectType({
  description: 'When the written tests of a bot run on what is live, and how they last went.',
})
export class BotTestSchedule {
  @Reference(() => Bot, { primary: true, updateRule: 'no action' }) botId: string;
  @Property({ type: 'text' }) @Field(() => TestInterval, 'How often they run.') every: TestInterval;
  @Index() @TimeField('When they are due again; they begin within a minute.') nextAt: Date;

  /** Until when a process that took them has to have run them. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) takenUntil: Date | null;

  /** A fencing token: only the process that took them last, with what was set last, stores how they went. */
  @Property({ type: 'integer' }) attempt: number;

  @BooleanField('Whether some failed when they last ran, and have not all passed since.')
  isFailing: boolean;

  @TimeField('When they last ran; null: not yet.', { nullable: true }) ranAt: Date | null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @NullableField(() => ScheduledTestRun, 'How they last went; null: they have not run yet.')
  lastRun: ScheduledTestRun | null;
}
