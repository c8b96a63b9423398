import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { Failure } from '../../errors.js';
import type { Invitation } from '../../schema/invitation.js';
import { deleteInvitation, findInvitation } from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';
import { orNull } from '../orNull.js';

@InputType({ description: 'Which invitation.' })
class RevokeInvitationInput extends MutationInput {
  @Field(() => ID, { description: 'The invitation.' })
  invitationId: string;
}

/** Takes an invitation back: to a workspace its admins, to a bot those who may change whom it is shared with. */
@Resolver()
export class RevokeInvitation {
  @Mutation(() => DeletePayload, {
    description: 'Takes an invitation back; its code is worth nothing.',
  })
  async revokeInvitation(
    @Arg('input', () => RevokeInvitationInput, { description: 'Which invitation.' })
    { invitationId }: RevokeInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    signedIn(await context.caller());
    const invitation = await findInvitation(unit, invitationId);
    const mayRevoke = invitation && (await orNull(assertMayRevoke(unit, context, invitation)));
    if (!invitation || !mayRevoke) {
      throw new Failure('INVITATION_NOT_FOUND', 'Invitation not found');
    }
    await deleteInvitation(unit, invitation);
    return { deletedId: invitationId };
  }
}

async function assertMayRevoke(
  unit: Unit,
  context: Context,
  { workspaceId, botId }: Invitation,
): Promise<true> {
  const caller = await context.caller();
  if (botId === null) await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
  else await accessBot(unit, { caller, botId, intent: 'administer' });
  return true;
}
