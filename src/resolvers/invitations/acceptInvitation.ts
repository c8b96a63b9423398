import { Arg, Ctx, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessAccount } from '../../auth/access.js';
import { takeInvitation } from '../../auth/invitations.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which invitation to accept.' })
class AcceptInvitationInput extends MutationInput {
  @Field(() => ShortText, 'The secret code of the invitation.') code: string;
}

@ObjectType({ description: 'The payload of accepting an invitation.' })
export class AcceptInvitationPayload extends Payload {
  @NullableField(() => Workspace, 'The workspace it led into.') workspace?: Workspace | undefined;
}

/** Accepts an invitation for the caller. An invitation can be accepted once. */
@Resolver()
export class AcceptInvitation {
  @Mutation(() => AcceptInvitationPayload, {
    description: 'Accepts an invitation for the caller; each can be accepted once.',
  })
  async acceptInvitation(
    @Arg('input', () => AcceptInvitationInput, { description: 'Which invitation to accept.' })
    { code }: AcceptInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<AcceptInvitationPayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    const { workspaceId } = await takeInvitation(context.openUnit(), { code, userId });
    return { workspace: await context.loaders().workspace.load(workspaceId) };
  }
}
