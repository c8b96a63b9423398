import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { assertAllowed, botCaller, mayChange, shareOf, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Bot } from '../../schema/bot.js';
import { Collaborator, collaboratorId } from '../../schema/collaborator.js';
import { CollaborationType } from '../../schema/enums.js';
import { Invitation } from '../../schema/invitation.js';
import { User } from '../../schema/user.js';
import { Holds } from '../../schema/queryCost.js';
import { findBotFor } from '../findBotFor.js';

/** The people with whom a bot is shared, for callers who may share it. */
@Resolver(() => Bot)
export class BotPeople {
  @FieldResolver(() => CollaborationType, {
    description: 'What you may do with it, with the token you use.',
  })
  async viewerAccess(@Root() bot: Bot, @Ctx() context: Context): Promise<CollaborationType> {
    const caller = signedIn(await context.caller());
    const membership = await context.loaders().place.load({ userId: caller.userId, botId: bot.id });
    const share = shareOf(membership);
    return mayChange(caller, membership) ? share : CollaborationType.READ;
  }

  @Holds(50)
  @FieldResolver(() => [Collaborator], {
    nullable: true,
    description: 'Whom it is shared with, for those who may share it.',
  })
  async collaborators(@Root() bot: Bot, @Ctx() context: Context): Promise<Collaborator[]> {
    await assertMayShare(bot, context);
    return context.loaders().collaborators.load(bot.id);
  }

  @Holds(50)
  @FieldResolver(() => [Invitation], {
    nullable: true,
    description: 'Open invitations to it, for those who may share it.',
  })
  async collaboratorInvitations(@Root() bot: Bot, @Ctx() context: Context): Promise<Invitation[]> {
    await assertMayShare(bot, context);
    return context.loaders().botInvitations.load(bot.id);
  }
}

/** The fields of a collaborator that are not columns. */
@Resolver(() => Collaborator)
export class CollaboratorFields {
  @FieldResolver(() => ID, { description: 'Names the share for as long as it exists.' })
  id(@Root() collaborator: Collaborator): string {
    return collaboratorId(collaborator);
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot that is shared; null for those who may not read it.',
  })
  async bot(@Root() { botId }: Collaborator, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }

  @FieldResolver(() => User, { description: 'The person.' })
  async user(@Root() { userId }: Collaborator, @Ctx() context: Context): Promise<User> {
    const user = await context.loaders().user.load(userId);
    if (!user) throw commonFailure('COLLABORATOR_NOT_FOUND');
    return user;
  }
}

async function assertMayShare({ id: botId, isArchived }: Bot, context: Context): Promise<void> {
  const { userId } = botCaller(await context.caller(), 'share');
  const place = await context.loaders().place.load({ userId, botId });
  if (isArchived) throw commonFailure('BOT_NOT_FOUND');
  assertAllowed('share', place);
}
