import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotTest } from '../../schema/botTest.js';
import { BotTestSchedule, ScheduledTestRun } from '../../schema/botTestSchedule.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The written tests of a bot, and when they run. */
@Resolver(() => Bot)
export class BotTests {
  @Holds(100)
  @Costs(STATEMENT)
  @FieldResolver(() => [BotTest], {
    description: 'Its written tests, by their names: at most 500 (docs/guide/prove-a-flow.md).',
  })
  async tests(@Root() { id }: Bot, @Ctx() context: Context): Promise<BotTest[]> {
    return context.loaders().botTests.load(id);
  }

  @FieldResolver(() => BotTestSchedule, {
    nullable: true,
    description: 'When they run on what is live, and how they last went; null: they do not.',
  })
  async testSchedule(
    @Root() { id }: Bot,
    @Ctx() context: Context,
  ): Promise<BotTestSchedule | undefined> {
    return context.loaders().testSchedule.load(id);
  }
}

/** The fields of a scheduled run that are not stored with it. */
@Resolver(() => ScheduledTestRun)
export class ScheduledTestRunFields {
  @FieldResolver(() => BotVersion, { nullable: true, description: 'The version that was live.' })
  async version(
    @Root() { versionId }: ScheduledTestRun,
    @Ctx() context: Context,
  ): Promise<BotVersion | undefined> {
    return context.loaders().version.load(versionId);
  }
}
