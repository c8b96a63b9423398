import { Args, ArgsType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotChange, BotChangeConnection } from '../../schema/botChange.js';
import { NullableField } from '../../schema/field.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { User } from '../../schema/user.js';
import { connectionFrom, numberInCursor, PageArgs, sliceOf } from '../pageArgs.js';
import { findBotFor } from '../findFor.js';

@ArgsType()
class ChangesArgs extends PageArgs {
  @NullableField(() => Boolean, 'Only what you did yourself, as for the undo of an editor.')
  mine?: boolean | null;
}

/** The history of a bot. After a reload, an editor finds here what its user can undo. */
@Resolver(() => Bot)
export class BotChanges {
  @Costs(STATEMENT)
  @FieldResolver(() => BotChangeConnection, {
    description: 'What was done to it, newest first; at least the newest 500 changes are kept.',
  })
  async changes(
    @Root() { id: botId }: Bot,
    @Args(() => ChangesArgs) { mine, ...args }: ChangesArgs,
    @Ctx() context: Context,
  ): Promise<BotChangeConnection> {
    const { userId: actorId } = signedIn(await context.caller());
    const slice = sliceOf(args, numberInCursor);
    const query = { ...(mine === true && { actorId }), slice };
    const page = await context.loaders().changes.load({ of: botId, query });
    return connectionFrom(page, ({ revision }) => revision);
  }
}

/** The fields of a change that are not columns. */
@Resolver(() => BotChange)
export class BotChangeFields {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who did it; null when they are no longer known.',
  })
  async author(@Root() { actorId }: BotChange, @Ctx() context: Context): Promise<User | null> {
    return actorId === null ? null : ((await context.loaders().user.load(actorId)) ?? null);
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot as it is now; null once it is archived.',
  })
  async bot(@Root() { botId }: BotChange, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }
}
