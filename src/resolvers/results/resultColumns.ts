import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { accessResults, maySeeView } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { resultColumns, resultsTablePreferencesSchema } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
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
      'The columns of a table of its results: the inputs and variables of what is live (of the draft, when nothing is), arranged as a view says, or else its preferences.',
  })
  async resultColumns(
    @Root() bot: Bot,
    @Arg('resultsViewId', () => ID, {
      nullable: true,
      description: 'A view of the bot that you see, to arrange them by.',
    })
    resultsViewId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ResultColumn[]> {
    const saved = resultsViewId
      ? await columnsOf(context, bot, resultsViewId)
      : bot.resultsTablePreferences;
    const live = await liveDefinitionOf(bot, context);
    const preferences = resultsTablePreferencesSchema.safeParse(saved).data;
    return resultColumns(live ?? (await context.loaders().draft.load(bot.id)), preferences);
  }
}

async function columnsOf(context: Context, bot: Bot, resultsViewId: string): Promise<unknown> {
  const caller = accessResults(await context.caller());
  const view = await context.loaders().resultsView.load(resultsViewId);
  if (view?.botId === bot.id && maySeeView(caller, view)) return view.columns;
  throw commonFailure('RESULTS_VIEW_NOT_FOUND');
}
