import { Arg, Args, Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { accessResults } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Result, ResultConnection } from '../../schema/result.js';
import { countListed, findResult, listResults } from '../../storage/results.js';
import type { ResultFilter } from '../../storage/resultFilter.js';
import { PageArgs, connectionFrom } from '../pageArgs.js';
import { ResultsArgs, filterOf, keyOf, resultSliceOf, withCursors } from './resultsArgs.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';

/** A page, and the list it belongs to, for counting. */
interface ResultsShown extends Omit<ResultConnection, 'totalCount'> {
  readonly filter: ResultFilter;
}

/** The results of a bot, which was loaded for its readers; a token may still lack the scope for results. */
@Resolver(() => Bot)
export class BotResults {
  @Costs(STATEMENT)
  @FieldResolver(() => ResultConnection, {
    description:
      'Newest first; archived ones are left out. A filter that no index serves (`variables`, `search`, false flags) scans for half a second at most: a page may then be short, even empty, and still have a next one.',
  })
  async results(
    @Root() bot: Bot,
    @Args(() => ResultsArgs) args: ResultsArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() context: Context,
  ): Promise<ResultsShown> {
    accessResults(await context.caller());
    const { pool, chats } = context;
    const filter = filterOf(bot.id, args, chats.now());
    const asked = await withCursors(page, (id) => findResult(context.openUnit(), bot, id));
    const listed = await listResults(pool, filter, resultSliceOf(asked));
    return { ...connectionFrom(listed, keyOf), filter };
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
    return findResult(context.openUnit(), bot, resultId);
  }
}

/** The number of results, counted only on request. */
@Resolver(() => ResultConnection)
export class ResultConnectionFields {
  @Costs(STATEMENT)
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How many there are on all pages; null when they are more than 10 000, or too many had to be scanned.',
  })
  async totalCount(
    @Root() { filter }: ResultsShown,
    @Ctx() context: Context,
  ): Promise<number | null> {
    return countListed(context.pool, filter);
  }
}
