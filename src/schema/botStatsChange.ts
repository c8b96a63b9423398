import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Holds } from './queryCost.js';

/** The totals of one bot. */
@ObjectType({ description: 'What became of the results of one bot, as in `Bot.stats`.' })
export class BotTotals {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;

  @Field(() => Int, { description: 'Results, answered or not.' })
  totalViews: number;

  @Field(() => Int, { description: 'Those with an answer.' })
  totalStarts: number;

  @Field(() => Int, { description: 'Those that came to the end.' })
  totalCompleted: number;

  @Field(() => Float, {
    nullable: true,
    description: 'How many of those with an answer came to the end, from 0 to 1; null without any.',
  })
  completionRate: number | null;
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
