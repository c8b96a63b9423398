import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { accessResults, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Holds } from '../../schema/queryCost.js';
import { ResultsView } from '../../schema/resultsView.js';

/** The views of a bot's results, for tokens with the scope for results. */
@Resolver(() => Bot)
export class BotResultsViews {
  @Holds(20)
  @FieldResolver(() => [ResultsView], {
    nullable: true,
    description:
      'Views of the table of its results, your own and shared ones, oldest first: at most 50 of each; for those who may read its results.',
  })
  async resultsViews(@Root() bot: Bot, @Ctx() context: Context): Promise<ResultsView[]> {
    const { userId } = accessResults(await context.caller());
    return context.loaders().resultsViews.load({ userId, botId: bot.id });
  }
}

/** The field of a view that depends on the caller. */
@Resolver(() => ResultsView)
export class ResultsViewFields {
  @FieldResolver(() => Boolean, {
    description:
      'Whether you saved it first; those of others are changed by who may change the bot.',
  })
  async isOwn(@Root() view: ResultsView, @Ctx() context: Context): Promise<boolean> {
    return view.userId === signedIn(await context.caller()).userId;
  }
}
