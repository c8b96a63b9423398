import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, signedIn } from '../../auth/access.js';
import { rightsTopic, type Context } from '../../context/context.js';
import { findCollaborator, unshareBot } from '../../storage/people.js';
import { DeletePayload } from '../deletePayload.js';
import { collaboratorId } from '../../schema/collaborator.js';
import { Field } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Whose share of which bot is to end.' })
class RemoveCollaboratorInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ID, 'The person; yourself, to give it up.') userId: string;
}

/**
 * Ends a share of a bot: members and holders of FULL_ACCESS may end any, others only their own. The person stays a
 * guest of the workspace.
 */
@Resolver()
export class RemoveCollaborator {
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
