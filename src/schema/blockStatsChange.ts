import { ID, ObjectType } from 'type-graphql';
import { AnswerCount, BlockCount, EdgeCount } from './botStats.js';
import { Field } from './field.js';
import { Holds } from './queryCost.js';

/** The counts of a bot's blocks and edges that changed within a second. */
@ObjectType({ description: 'Which counts of a bot’s blocks and edges changed, each as it is now.' })
export class BlockStatsChange {
  @Field(() => ID, 'The bot.') botId: string;

  @Field(() => Boolean, {
    description:
      'Whether these are all counts, as in the first event; else put them in the place of those with the same ids.',
  })
  isWhole: boolean;

  @Holds(500)
  @Field(() => [BlockCount], 'By block.')
  blocks: BlockCount[];

  @Holds(500)
  @Field(() => [AnswerCount], 'By block.')
  answers: AnswerCount[];

  @Holds(500)
  @Field(() => [EdgeCount], 'By edge.')
  edges: EdgeCount[];
}
