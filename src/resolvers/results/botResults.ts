import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Resolver,
  Root,
} from 'type-graphql';
import { accessResults } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Bot } from '../../schema/bot.js';
import { Result, ResultConnection } from '../../schema/result.js';
import type { Asked, ResultsOfAny } from '../../storage/pageLoaders.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { NewestFirstArgs, connectionFrom } from '../pageArgs.js';
import { ResultsArgs, filterOf, keyOf, resultSliceOf, withCursors } from './resultsArgs.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';

/** Ids of results in a request, at most. */
const MOST_IDS = 100;

/** The arguments that select results of a list. */
@ArgsType()
class ListedResultsArgs extends ResultsArgs {
  @Field(() => [ID], {
    nullable: true,
    description: `Only these, of any stage; at most ${MOST_IDS}. Those the bot does not have are left out.`,
  })
  ids?: string[] | null;
}

/** A page with the query of its list, for `totalCount`. */
interface ResultsShown extends Omit<ResultConnection, 'totalCount'> {
  readonly asked: Asked<ResultsOfAny>;
}

/** The results of a bot. The right to read the bot was checked, but the token may lack the scope for results. */
@Resolver(() => Bot)
export class BotResults {
  @Costs(STATEMENT)
  @FieldResolver(() => ResultConnection, {
    description:
      'Archived ones are left out. A filter that no index serves (`variables`, `search`, false flags) scans for a second at most: a page may then be short, even empty, and still have a next one; `searchedUntil` says how far it was searched.',
  })
  async results(
    @Root() bot: Bot,
    @Args(() => ListedResultsArgs) { ids, ...args }: ListedResultsArgs,
    @Args(() => NewestFirstArgs) page: NewestFirstArgs,
    @Ctx() context: Context,
  ): Promise<ResultsShown> {
    accessResults(await context.caller());
    if (ids && ids.length > MOST_IDS) {
      throw invalid([{ path: ['ids'], message: `At most ${MOST_IDS} ids` }]);
    }
    const { botId: of, ...rest } = await filterOf(context, bot.id, args);
    const filter = { ...rest, ids: ids ?? undefined };
    const slice = resultSliceOf(await withCursors(page, (id) => findResultOf(context, bot, id)));
    const listed = await loadOrdered(orderOf(page.orderBy), slice, (part) =>
      context.loaders().results.load({ of, query: { ...filter, slice: part } }),
    );
    const stopped = listed.endsAt ?? listed.beginsAt;
    const searchedUntil = stopped?.createdAt ?? null;
    return { ...connectionFrom(listed, keyOf), searchedUntil, asked: { of, query: filter } };
  }

  @Costs(STATEMENT)
  @FieldResolver(() => Result, {
    nullable: true,
    description: 'One result, archived or not; null when the bot has none with this id.',
  })
  async result(
    @Root() bot: Bot,
    @Arg('id', () => ID, { description: 'The id of the result.' }) resultId: string,
    @Ctx() context: Context,
  ): Promise<Result | null> {
    accessResults(await context.caller());
    return findResultOf(context, bot, resultId);
  }
}

async function findResultOf(context: Context, bot: Bot, resultId: string): Promise<Result | null> {
  const result = await context.loaders().result.load(resultId);
  return result?.botId === bot.id ? result : null;
}

/** The number of results, counted only if it is selected. */
@Resolver(() => ResultConnection)
export class ResultConnectionFields {
  @Costs(STATEMENT)
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How many there are on all pages; null when they are more than 10 000, or too many had to be scanned.',
  })
  async totalCount(
    @Root() { asked }: ResultsShown,
    @Ctx() context: Context,
  ): Promise<number | null> {
    return context.loaders().resultsCount.load(asked);
  }
}
