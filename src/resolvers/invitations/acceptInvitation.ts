import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessAccount } from '../../auth/access.js';
import { takeInvitation } from '../../auth/invitations.js';
import type { Context } from '../../context/context.js';
import { ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which invitation to take.' })
class AcceptInvitationInput extends MutationInput {
  @Field(() => ShortText, { description: 'The secret code of the invitation.' })
  code: string;
}

@ObjectType({ description: 'What taking an invitation answers with.' })
class AcceptInvitationPayload extends Payload {
  @Field(() => Workspace, { nullable: true, description: 'The workspace it led into.' })
  workspace?: Workspace | undefined;
}

/** Takes an invitation for whoever is signed in; each can be taken once. */
@Resolver()
export class AcceptInvitation {
  @Mutation(() => AcceptInvitationPayload, {
    description: 'Takes an invitation for whoever is signed in; each can be taken once.',
  })
  async acceptInvitation(
    @Arg('input', () => AcceptInvitationInput, { description: 'Which invitation to take.' })
    { code }: AcceptInvitationInput,
    @Ctx() context: Context,
  ): Promise<Partial<AcceptInvitationPayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    const { workspaceId } = await takeInvitation(context.openUnit(), { code, userId });
    return { workspace: await context.loaders().workspace.load(workspaceId) };
  }
}
