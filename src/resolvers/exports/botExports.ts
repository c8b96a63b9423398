import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { accessResults } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { ExportJobConnection } from '../../schema/exportJob.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { NewestFirstArgs, connectionFrom, idInCursor, sliceOf } from '../pageArgs.js';

/** The exports of a bot. The right to read the bot was checked, but the token may lack the scope for results. */
@Resolver(() => Bot)
export class BotExports {
  @Costs(STATEMENT)
  @FieldResolver(() => ExportJobConnection, {
    description:
      'The exports of its results that can be fetched or are being written, and what came of others until their file would be deleted.',
  })
  async exports(
    @Root() { id: of }: Bot,
    @Args(() => NewestFirstArgs) args: NewestFirstArgs,
    @Ctx() context: Context,
  ): Promise<ExportJobConnection> {
    accessResults(await context.caller());
    const page = await loadOrdered(orderOf(args.orderBy), sliceOf(args, idInCursor), (query) =>
      context.loaders().exportsOfBot.load({ of, query }),
    );
    return connectionFrom(page, ({ id }) => id);
  }
}
