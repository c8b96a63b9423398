import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, shareOf, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Collaborator } from '../../schema/collaborator.js';
import { CollaborationType, holds } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { EmailAddress } from '../../schema/scalars.js';
import { endInvitations } from '../../storage/invitations.js';
import { findMembership } from '../../storage/memberships.js';
import { findUserByEmail, shareBot } from '../../storage/people.js';
import { invite } from '../invitations/invitationCode.js';
import { InvitationPayload } from '../invitations/invitationPayload.js';
import { MutationInput } from '../mutationInput.js';

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

/** Shares a bot with a person: at once if they have an account, else by an invitation. */
@Resolver()
export class InviteCollaborator {
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
}

/** Fails if a caller would grant more rights than they have. */
function assertWithin(own: CollaborationType, granted: CollaborationType): void {
  if (holds(own, granted)) return;
  throw new Failure('FORBIDDEN', `You may grant at most ${own} for this bot`);
}
