import { ID, ObjectType } from 'type-graphql';
import { Totals } from './botStats.js';
import { Field } from './field.js';
import { Holds } from './queryCost.js';

/** The totals of one bot. */
@ObjectType({ description: 'What became of the results of one bot, as in `Bot.stats`.' })
export class BotTotals extends Totals {
  @Field(() => ID, 'The bot.') botId: string;
}

/** The totals of a workspace's bots that changed within a second. */
@ObjectType({ description: 'Which totals of a workspace’s bots changed, each as it is now.' })
export class BotStatsChange {
  @Field(() => Boolean, {
    description:
      'Whether to load the totals again: true in the first event, and when more changed than an event holds.',
  })
  mustReload: boolean;

  // The usual number of changes within a second; more are charged on delivery.
  @Holds(20)
  @Field(() => [BotTotals], {
    description: 'Those that changed, and those of bots that are new in the list; at most 500.',
  })
  changed: BotTotals[];
}
