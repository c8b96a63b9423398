import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import {
  accessBot,
  accessWorkspace,
  botScopesFor,
  callerWith,
  hasScope,
  scopesFor,
} from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import type { Invitation } from '../../schema/invitation.js';
import { deleteInvitation, findInvitation } from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';
import { orNull } from '../orNull.js';

@InputType({ description: 'Which invitation.' })
class RevokeInvitationInput extends MutationInput {
  @Field(() => ID, 'The invitation.') invitationId: string;
}

/** Revokes an invitation. Admins revoke those to a workspace, people who may share a bot those to the bot. */
@Resolver()
export class RevokeInvitation {
  @Mutation(() => DeletePayload, {
    description: 'Revokes an invitation; its code no longer works.',
  })
  async revokeInvitation(
    @Arg('input', () => RevokeInvitationInput, { description: 'Which invitation.' })
    { invitationId }: RevokeInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = callerWith(await context.caller(), [...toWorkspace, ...toBot]);
    const invitation = await findInvitation(unit, invitationId);
    if (!invitation || !(await mayRevoke(unit, caller, invitation))) {
      // A token whose scopes allow only one kind of invitation gets FORBIDDEN, so that it cannot probe for invitations of the other kind.
      for (const scopes of [toWorkspace, toBot]) callerWith(caller, scopes);
      throw commonFailure('INVITATION_NOT_FOUND');
    }
    await deleteInvitation(unit, invitation);
    const { workspaceId, botId } = invitation;
    return { deletedId: invitationId, workspaceId, botId };
  }
}

/** The scopes for revoking invitations to a workspace and to a bot. */
const [toWorkspace, toBot] = [scopesFor('administer'), botScopesFor('administer')];

async function mayRevoke(
  unit: Unit,
  caller: Caller,
  { workspaceId, botId }: Invitation,
): Promise<boolean> {
  if (!hasScope(caller, botId === null ? toWorkspace : toBot)) return false;
  const target =
    botId === null
      ? accessWorkspace(unit, { caller, workspaceId, intent: 'administer' })
      : accessBot(unit, { caller, botId, intent: 'administer' });
  return (await orNull<unknown>(target)) !== null;
}
