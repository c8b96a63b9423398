import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import {
  accessResults,
  signedIn,
  accessBot,
  accessResultsView,
  botCaller,
} from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Holds } from '../../schema/queryCost.js';
import { ResultsView } from '../../schema/resultsView.js';
import type { ResultsTablePreferences } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ResultsFiltersScalar, type ResultsFilters } from '../../schema/resultsFilters.js';
import { Name, ResultsTablePreferencesScalar } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import type { Unit } from '../../storage/orm.js';
import { newId } from '../../storage/newId.js';
import { MOST_VIEWS, resultsViews } from '../../storage/savedViews.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

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

@InputType({ description: 'The view to save; absent members stay as they are.' })
class SaveResultsViewInput extends MutationInput {
  @Field(() => ID, 'The bot whose results it shows.') botId: string;
  @NullableField(() => ID, 'The view to change; absent: a new one.') resultsViewId?: string | null;
  @NullableField(() => Name, 'What to call it; a new one needs it.') name?: string | null;

  @NullableField(() => ResultsTablePreferencesScalar, {
    description: 'Its columns, replaced as a whole; at most 30,000 characters of JSON.',
  })
  columns?: ResultsTablePreferences | null;

  @NullableField(() => ResultsFiltersScalar, 'Its filters, replaced as a whole.')
  filters?: ResultsFilters | null;

  @NullableField(() => Boolean, {
    description: "Whether everybody is to see it who may read the bot's results; a new one: no.",
  })
  isShared?: boolean | null;
}

@ObjectType({ description: 'The payload of saving a view.' })
class ResultsViewPayload extends Payload {
  @NullableField(() => ResultsView, 'The view as it is now.') resultsView?: ResultsView;
  @NullableField(() => Bot, 'The bot, with its views.') bot?: Bot;
}

/** Characters of JSON that the columns of a view may take. */
const MOST_COLUMNS = 30_000;

/** The view to change; undefined if a new one is to be created. */
async function knownView(
  unit: Unit,
  { botId, resultsViewId = null }: SaveResultsViewInput,
  context: Context,
): Promise<ResultsView | undefined> {
  if (resultsViewId === null) return undefined;
  const view = await accessResultsView(unit, { caller: await context.caller(), resultsViewId });
  if (view.botId !== botId) throw commonFailure('RESULTS_VIEW_NOT_FOUND');
  return view;
}

function newView(botId: string, userId: string): ResultsView {
  const now = new Date();
  const empty = { name: '', columns: {}, filters: {}, isShared: false };
  return { id: newId('rsv'), botId, userId, ...empty, createdAt: now, updatedAt: now };
}

function changed(view: ResultsView, input: SaveResultsViewInput): ResultsView {
  const name = input.name ?? view.name;
  const columns = input.columns ?? view.columns;
  if (name === '') throw invalid([{ path: ['name'], message: 'A new view needs a name' }]);
  if (JSON.stringify(columns).length > MOST_COLUMNS) {
    const message = `May not be longer than ${MOST_COLUMNS} characters of JSON`;
    throw invalid([{ path: ['columns'], message }]);
  }
  const filters = input.filters ?? view.filters;
  const isShared = input.isShared ?? view.isShared;
  const { id, botId, userId, createdAt } = view;
  return {
    ...{ id, botId, userId, createdAt, name, columns, filters, isShared },
    updatedAt: new Date(),
  };
}

function tooMany() {
  const message = `A person can have ${MOST_VIEWS} views of a bot, and ${MOST_VIEWS} can be shared; delete one that is not needed`;
  return invalid([{ path: ['botId'], message }]);
}

@InputType({ description: 'Which view to delete.' })
class DeleteResultsViewInput extends MutationInput {
  @Field(() => ID, 'The view.') resultsViewId: string;
}

/** Saves and deletes views of the table of results. */
@Resolver()
export class ResultsViewMutations {
  /** Creates or changes a view. Neither the bot nor its revision changes. */
  @Mutation(() => ResultsViewPayload, {
    description:
      "Saves a view of the table of a bot's results: creates one of your own, or changes one. The bot stays as it is.",
  })
  async saveResultsView(
    @Arg('input', () => SaveResultsViewInput, { description: 'The view to save.' })
    input: SaveResultsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<ResultsViewPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { botId } = input;
    const bot = await accessBot(unit, { caller, botId, intent: 'keepViews' });
    const { userId } = botCaller(caller, 'keepViews');
    const known = await knownView(unit, input, context);
    const view = known ?? newView(botId, userId);
    const resultsView = await resultsViews.save(unit, { view, userId }, (stored) => {
      if (known && !stored) throw commonFailure('RESULTS_VIEW_NOT_FOUND');
      return changed(stored ?? view, input);
    });
    if (!resultsView) throw tooMany();
    return { resultsView, bot };
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes a view of the table of results: your own, or a shared one of a bot that you may change.',
  })
  async deleteResultsView(
    @Arg('input', () => DeleteResultsViewInput, { description: 'Which view.' })
    { resultsViewId }: DeleteResultsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { id, botId } = await accessResultsView(unit, { caller, resultsViewId });
    const { userId } = botCaller(caller, 'keepViews');
    const isDeleted = await resultsViews.delete(unit, { id, userId });
    if (!isDeleted) throw commonFailure('RESULTS_VIEW_NOT_FOUND');
    return { deletedId: resultsViewId, botId };
  }
}
