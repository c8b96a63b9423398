import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Collaborator } from '../../schema/collaborator.js';
import { CollaborationType } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { changeShare, findCollaborator } from '../../storage/people.js';
import { MutationInput } from '../mutationInput.js';

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

/** Changes the rights of a share; for members of the workspace and holders of FULL_ACCESS. */
@Resolver()
export class UpdateCollaborator {
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
}
