import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Field } from '../../schema/field.js';
import { deleteCredentials, findCredentials } from '../../storage/credentials.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which credentials.' })
class DeleteCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are of.') workspaceId: string;
  @Field(() => ID, 'The credentials.') credentialsId: string;
}

/** Deletes credentials; blocks that use them fail from then on. */
@Resolver()
export class DeleteCredentials {
  @Mutation(() => DeletePayload, {
    description: 'Deletes credentials; what bots do with them fails from then on.',
  })
  async deleteCredentials(
    @Arg('input', () => DeleteCredentialsInput, { description: 'Which credentials.' })
    { workspaceId, credentialsId }: DeleteCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    const credentials = await findCredentials(unit, workspaceId, credentialsId);
    if (!credentials) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
    await deleteCredentials(unit, credentials);
    return { deletedId: credentialsId, workspaceId };
  }
}
