import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { signedIn } from '../../auth/access.js';
import { sealCredentials } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { mergePatch } from '../../engine/index.js';
import { Failure } from '../../errors/errors.js';
import { checkCredentialsData } from '../../schema/credentialsData.js';
import { CredentialsData, Name } from '../../schema/scalars.js';
import { saveCredentials } from '../../storage/credentials.js';
import { MutationInput } from '../mutationInput.js';
import { openForForms } from './openForForms.js';
import { CredentialsPayload } from './saveCredentials.js';

@InputType({ description: 'What to change of credentials.' })
class UpdateCredentialsInput extends MutationInput {
  @Field(() => ID, { description: 'The workspace they are of.' })
  workspaceId: string;

  @Field(() => ID, { description: 'The credentials.' })
  credentialsId: string;

  @Field(() => Name, { nullable: true, description: 'What to call them; absent: as before.' })
  name?: string | null;

  @Field(() => CredentialsData, {
    nullable: true,
    description:
      'Members of their data to replace; null removes one, absent ones stay, secrets included.',
  })
  data?: unknown;
}

/** Changes some members of credentials, without anybody having to know the others. */
@Resolver()
export class UpdateCredentials {
  @Mutation(() => CredentialsPayload, {
    description: 'Changes the name or some members of credentials; what is not sent stays.',
  })
  async updateCredentials(
    @Arg('input', () => UpdateCredentialsInput, { description: 'What to change of credentials.' })
    { workspaceId, credentialsId, name, data }: UpdateCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<CredentialsPayload>> {
    const { credentials, open } = await openForForms(context, { workspaceId, credentialsId });
    const found = await open();
    if (!found) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
    const { id, type } = credentials;
    const merged = checkCredentialsData(type, mergePatch(found.data, data ?? {}));
    const sealed = await sealCredentials(context.secrets, { id, workspaceId }, merged);
    const made = { id, workspaceId, type, name: name ?? credentials.name, ...sealed };
    const { userId } = signedIn(await context.caller());
    return { credentials: await saveCredentials(context.openUnit(), made, userId) };
  }
}
