import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { TestInterval } from './enums.js';
import { Holds } from './queryCost.js';

/** How the tests of a bot went that its schedule ran. */
@ObjectType({ description: 'How the tests of a bot went that its schedule ran.' })
export class ScheduledTestRun {
  @Field(() => ID, { description: 'The version that was live.' })
  versionId: string;

  @Field(() => Int, { description: 'Tests that passed.' })
  passed: number;

  @Field(() => Int, { description: 'Tests that failed.' })
  failed: number;

  @Field(() => Int, { description: 'Tests for which there was no time.' })
  notRun: number;

  @Holds(5)
  @Field(() => [String], { description: 'The names of those that failed, at most 100.' })
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
  @ManyToOne({
    entity: () => Bot,
    fieldName: 'bot_id',
    mapToPk: true,
    primary: true,
    updateRule: 'no action',
  })
  botId: string;

  @Property({ type: 'text' })
  @Field(() => TestInterval, { description: 'How often they run.' })
  every: TestInterval;

  @Property({ type: 'timestamptz', length: 3 })
  @Index()
  @Field(() => Date, { description: 'When they are due again; they begin within a minute.' })
  nextAt: Date;

  /** Until when a process that took them has to have run them. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  takenUntil: Date | null;

  /** A fencing token: only the process that took them last, with what was set last, stores how they went. */
  @Property({ type: 'integer' })
  attempt: number;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'Whether some failed when they last ran, and have not all passed since.',
  })
  isFailing: boolean;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When they last ran; null: not yet.' })
  ranAt: Date | null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Field(() => ScheduledTestRun, {
    nullable: true,
    description: 'How they last went; null: they have not run yet.',
  })
  lastRun: ScheduledTestRun | null;
}
