import {
  Ctx,
  FieldResolver,
  ID,
  Resolver,
  Root,
  Arg,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import {
  assertAllowed,
  botCaller,
  mayChange,
  shareOf,
  signedIn,
  accessBot,
} from '../../auth/access.js';
import { type Context, rightsTopic } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Bot } from '../../schema/bot.js';
import { Collaborator, collaboratorId } from '../../schema/collaborator.js';
import { CollaborationType, holds } from '../../schema/enums.js';
import { Invitation } from '../../schema/invitation.js';
import { User } from '../../schema/user.js';
import { Holds } from '../../schema/queryCost.js';
import { findBotFor } from '../findFor.js';
import { Failure } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { EmailAddress } from '../../schema/scalars.js';
import { endInvitations } from '../../storage/invitations.js';
import { findMembership } from '../../storage/memberships.js';
import {
  findUserByEmail,
  shareBot,
  changeShare,
  findCollaborator,
  unshareBot,
} from '../../storage/people.js';
import { invite, InvitationPayload } from '../invitations/invitations.js';
import { MutationInput } from '../mutationInput.js';
import { Payload } from '../../schema/userError.js';
import { DeletePayload } from '../deletePayload.js';

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

@InputType({ description: 'Which bot to share with whom, and what for.' })
class InviteCollaboratorInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => EmailAddress, 'Whom to share it with.') email: string;

  @Field(() => CollaborationType, 'What they may do with it; no more than you may yourself.')
  type: CollaborationType;
}

@ObjectType({ description: 'What sharing a bot answers with.' })
class InviteCollaboratorPayload extends InvitationPayload {
  @NullableField(() => Collaborator, 'The collaborator, when the person was known here already.')
  collaborator?: Collaborator;
}

/** Fails if a caller would grant more rights than they have. */
function assertWithin(own: CollaborationType, granted: CollaborationType): void {
  if (holds(own, granted)) return;
  throw new Failure('FORBIDDEN', `You may grant at most ${own} for this bot`);
}

@InputType({ description: 'Whose share of which bot is to change.' })
class UpdateCollaboratorInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ID, 'The person.') userId: string;
  @Field(() => CollaborationType, 'What they may do with it from now on.') type: CollaborationType;
}

@ObjectType({ description: 'What changing a share answers with.' })
class CollaboratorPayload extends Payload {
  @NullableField(() => Collaborator, 'The collaborator as they are now.')
  collaborator?: Collaborator;
}

@InputType({ description: 'Whose share of which bot is to end.' })
class RemoveCollaboratorInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ID, 'The person; yourself, to give it up.') userId: string;
}

/** Shares bots with people. */
@Resolver()
export class CollaboratorMutations {
  /** Shares a bot with a person: at once if they have an account, else by an invitation. */
  @Mutation(() => InviteCollaboratorPayload, {
    description: 'Shares a bot with a known person, or invites an unknown one to it.',
  })
  async inviteCollaborator(
    @Arg('input', () => InviteCollaboratorInput, { description: 'Which bot, with whom, for what.' })
    { botId, email, type }: InviteCollaboratorInput,
    @Ctx() context: Context,
  ): Promise<Partial<InviteCollaboratorPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const bot = await accessBot(unit, { caller, botId, intent: 'share' });
    const ownPlace = await context.loaders().place.load({ userId: caller.userId, botId: bot.id });
    assertWithin(shareOf(ownPlace), type);
    const { workspaceId } = bot;
    const person = await findUserByEmail(unit, email);
    if (!person) {
      const inviterId = caller.userId;
      return invite(unit, context, { workspaceId, botId, email, type, inviterId });
    }
    const userId = person.id;
    const membership = await findMembership(unit, { userId, workspaceId, botId });
    if (membership?.share) {
      throw new Failure('COLLABORATOR_EXISTS', 'The bot is shared with this person already');
    }
    await endInvitations(unit, { botId, email });
    return { collaborator: await shareBot(unit, bot, { userId, type }) };
  }

  /** Changes the rights of a share; for members of the workspace and holders of FULL_ACCESS. */
  @Mutation(() => CollaboratorPayload, {
    description: 'Changes what a bot is shared with somebody for; for members and FULL_ACCESS.',
  })
  async updateCollaborator(
    @Arg('input', () => UpdateCollaboratorInput, { description: 'Whose share of which bot.' })
    { botId, userId, type }: UpdateCollaboratorInput,
    @Ctx() context: Context,
  ): Promise<Partial<CollaboratorPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessBot(unit, { caller, botId, intent: 'administer' });
    const share = await findCollaborator(unit, botId, userId);
    return { collaborator: await changeShare(unit, share, type) };
  }

  /**
   * Ends a share of a bot: members and holders of FULL_ACCESS may end any, others only their own. The person stays a
   * guest of the workspace.
   */
  @Mutation(() => DeletePayload, {
    description: 'Ends a share of a bot: members and FULL_ACCESS anybody’s, others their own.',
  })
  async removeCollaborator(
    @Arg('input', () => RemoveCollaboratorInput, { description: 'Whose share of which bot.' })
    { botId, userId }: RemoveCollaboratorInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const intent = caller.userId === userId ? 'leave' : 'administer';
    await accessBot(unit, { caller, botId, intent });
    await unshareBot(unit, await findCollaborator(unit, botId, userId));
    context.wakeUps.announce(rightsTopic(userId));
    return { deletedId: collaboratorId({ botId, userId }), userId, botId };
  }
}
