import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { resultColumns, resultsTablePreferencesSchema } from '../../engine/index.js';
import { Bot } from '../../schema/bot.js';
import { ResultColumn } from '../../schema/resultParts.js';
import { liveDefinitionOf } from '../bots/botPublished.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';

/** The columns of a table of a bot's results. */
@Resolver(() => Bot)
export class ResultColumns {
  @Holds(200)
  @Costs(DOCUMENT)
  @FieldResolver(() => [ResultColumn], {
    description:
      'The columns of a table of its results: the inputs and variables of what is live (of the draft, when nothing is), arranged as its preferences say.',
  })
  async resultColumns(@Root() bot: Bot, @Ctx() context: Context): Promise<ResultColumn[]> {
    const live = await liveDefinitionOf(bot, context);
    const preferences = resultsTablePreferencesSchema.safeParse(bot.resultsTablePreferences).data;
    return resultColumns(live ?? (await context.loaders().draft.load(bot.id)), preferences);
  }
}
