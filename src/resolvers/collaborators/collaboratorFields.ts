import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { accessBot, shareOf, signedIn } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { Failure } from '../../errors.js';
import { Bot } from '../../schema/bot.js';
import { Collaborator } from '../../schema/collaborator.js';
import { CollaborationType } from '../../schema/enums.js';
import { Invitation } from '../../schema/invitation.js';
import { User } from '../../schema/user.js';
import { listInvitations } from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';
import { listCollaborators } from '../../storage/people.js';

/** Whom a bot is shared with, for those who may share it. */
@Resolver(() => Bot)
export class BotPeople {
  @FieldResolver(() => CollaborationType, { description: 'What you may do with it.' })
  async viewerAccess(@Root() bot: Bot, @Ctx() context: Context): Promise<CollaborationType> {
    const caller = signedIn(await context.caller());
    return shareOf(context.openUnit(), { caller, bot });
  }

  @FieldResolver(() => [Collaborator], {
    nullable: true,
    description: 'Whom it is shared with, for those who may share it.',
  })
  async collaborators(@Root() bot: Bot, @Ctx() context: Context): Promise<Collaborator[]> {
    return listCollaborators(await unitToShare(bot, context), bot.id);
  }

  @FieldResolver(() => [Invitation], {
    nullable: true,
    description: 'Invitations to it that can still be taken, for those who may share it.',
  })
  async collaboratorInvitations(@Root() bot: Bot, @Ctx() context: Context): Promise<Invitation[]> {
    return listInvitations(await unitToShare(bot, context), { botId: bot.id });
  }
}

/** The fields of a collaborator that are not columns. */
@Resolver(() => Collaborator)
export class CollaboratorFields {
  @FieldResolver(() => User, { description: 'The person.' })
  async user(@Root() { userId }: Collaborator, @Ctx() context: Context): Promise<User> {
    const user = await context.loaders().user.load(userId);
    if (!user) throw new Failure('COLLABORATOR_NOT_FOUND', 'Collaborator not found');
    return user;
  }
}

async function unitToShare({ id: botId }: Bot, context: Context): Promise<Unit> {
  const unit = context.openUnit();
  await accessBot(unit, { caller: await context.caller(), botId, intent: 'share' });
  return unit;
}
