import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { invalid } from '../../errors.js';
import { Answer } from '../../schema/answer.js';
import { Bot } from '../../schema/bot.js';
import { pageOf } from '../../schema/connection.js';
import { TimeFilter } from '../../schema/enums.js';
import { Result, ResultConnection } from '../../schema/result.js';
import { PageLimit, TimeZone } from '../../schema/scalars.js';
import { timeWindow } from '../../storage/timeWindow.js';
import { findResult, listResults, type ResultPosition } from '../../storage/results.js';

@ArgsType()
class ResultsArgs {
  @Field(() => PageLimit, { defaultValue: 50 })
  first: number;

  @Field(() => String, { nullable: true, description: 'The cursor a page ended with.' })
  after?: string | null;

  @Field(() => TimeFilter, { defaultValue: TimeFilter.allTime })
  timeFilter: TimeFilter;

  @Field(() => TimeZone, { defaultValue: 'UTC', description: 'Whose days `timeFilter` counts.' })
  timeZone: string;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether at least one answer was given; null for all.',
  })
  hasStarted?: boolean | null;
}

/** The results of a bot: reading the bot is reading them, so the right was checked where the bot was loaded. */
@Resolver(() => Bot)
export class BotResults {
  @FieldResolver(() => ResultConnection, {
    description: 'Newest first; archived ones are left out.',
  })
  async results(
    @Root() bot: Bot,
    @Args(() => ResultsArgs) args: ResultsArgs,
    @Ctx() context: Context,
  ): Promise<ResultConnection> {
    const { first, after, timeFilter, timeZone, hasStarted } = args;
    const position = after === undefined || after === null ? undefined : positionOf(after);
    const { results, hasMore } = await listResults(context.openUnit(), bot, {
      ...timeWindow(timeFilter, timeZone, context.chats.now()),
      limit: first,
      after: position,
      hasStarted: hasStarted ?? undefined,
    });
    return pageOf(results, cursorOf, { hasNextPage: hasMore, hasPreviousPage: false });
  }

  @FieldResolver(() => Result, {
    nullable: true,
    description: 'One result, archived or not; null when the bot has none with this id.',
  })
  async result(
    @Root() bot: Bot,
    @Arg('id', () => ID) resultId: string,
    @Ctx() context: Context,
  ): Promise<Result | null> {
    return findResult(context.openUnit(), bot, resultId);
  }
}

/** The fields of a result that are not columns of it. */
@Resolver(() => Result)
export class ResultFields {
  @FieldResolver(() => [Answer], { description: 'Oldest first.' })
  async answers(@Root() result: Result, @Ctx() context: Context): Promise<Answer[]> {
    return context.loaders.answersOfResult.load(result);
  }
}

function cursorOf({ createdAt, id }: Result): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

function positionOf(cursor: string): ResultPosition {
  const [, time, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time !== undefined && id !== undefined) return { createdAt: new Date(Number(time)), id };
  throw invalid([{ path: ['cursor'], message: 'Not a cursor of this list' }]);
}
