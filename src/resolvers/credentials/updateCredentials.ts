import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import { openSealed, sealCredentials } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { changedData } from '../../schema/credentialsChange.js';
import { Field, NullableField } from '../../schema/field.js';
import { CredentialsData, Name } from '../../schema/scalars.js';
import { changeCredentials } from '../../storage/credentials.js';
import { MutationInput } from '../mutationInput.js';
import { CredentialsPayload } from './saveCredentials.js';

@InputType({ description: 'What to change of credentials.' })
class UpdateCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are of.') workspaceId: string;
  @Field(() => ID, 'The credentials.') credentialsId: string;
  @NullableField(() => Name, 'What to call them; absent: as before.') name?: string | null;

  @NullableField(() => CredentialsData, {
    description:
      'Members of their data to replace; null removes one, absent ones stay, secrets included. A change of where the secrets are sent (`needsSecrets`) must come with the secrets.',
  })
  data?: unknown;
}

/** Changes some members of credentials, without anybody having to know the others. */
@Resolver()
export class UpdateCredentials {
  @Mutation(() => CredentialsPayload, {
    description:
      'Changes the name or some members of credentials; what is not sent stays. A change of where secrets are sent must come with them.',
  })
  async updateCredentials(
    @Arg('input', () => UpdateCredentialsInput, { description: 'What to change of credentials.' })
    { workspaceId, credentialsId, name, data }: UpdateCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<CredentialsPayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    const id = credentialsId;
    const credentials = await changeCredentials(unit, { id, workspaceId }, async (stored) => {
      const { type } = stored;
      const before = await openSealed(context.secrets, stored);
      const after = changedData({ type, before, patch: data ?? {} });
      const sealed = await sealCredentials(context.secrets, stored, after);
      return { name: name ?? stored.name, ...sealed };
    });
    return { credentials };
  }
}
