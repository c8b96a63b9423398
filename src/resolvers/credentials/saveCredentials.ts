import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import { sealCredentials } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Credentials } from '../../schema/credentials.js';
import { checkCredentialsData } from '../../schema/credentialsData.js';
import { Field, NullableField } from '../../schema/field.js';
import { CredentialsData, Name, ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { findCredentials, newCredentialsId, saveCredentials } from '../../storage/credentials.js';
import type { Unit } from '../../storage/orm.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Secrets of a service.' })
class CredentialsInput {
  @Field(() => ShortText, 'Whose secrets they are, such as `openai` or `smtp`.') type: string;
  @Field(() => Name, 'What to call them.') name: string;
  @Field(() => CredentialsData, 'The secrets, as their type wants them.') data: unknown;
}

@InputType({ description: 'The credentials to save.' })
class SaveCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are for.') workspaceId: string;
  @NullableField(() => ID, 'Those to change; absent: new ones.') credentialsId?: string | null;
  @Field(() => CredentialsInput, 'What they are.') credentials: CredentialsInput;
}

/** The reply to saving or changing credentials. */
@ObjectType({ description: 'What saving credentials answers with; the secrets are not in it.' })
export class CredentialsPayload extends Payload {
  @NullableField(() => Credentials, 'The credentials.') credentials?: Credentials;
}

/** Stores the secrets of a service, encrypted. Only requests to the service read them. */
@Resolver()
export class SaveCredentials {
  @Mutation(() => CredentialsPayload, {
    description: 'Saves the secrets of a service: new ones, or in the place of others.',
  })
  async saveCredentials(
    @Arg('input', () => SaveCredentialsInput, { description: 'The credentials to save.' })
    input: SaveCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<CredentialsPayload>> {
    const unit = context.openUnit();
    const { workspaceId } = input;
    const { type, name } = input.credentials;
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    const id = await idOf(unit, input);
    const data = checkCredentialsData(type, input.credentials.data);
    const sealed = await sealCredentials(context.secrets, { id, workspaceId }, data);
    const { userId } = signedIn(await context.caller());
    const saved = await saveCredentials(unit, { id, workspaceId, type, name, ...sealed }, userId);
    return { credentials: saved };
  }
}

/**
 * The id to store under. Existing credentials must be of the workspace and of the same service, because the blocks that name them expect
 * that service.
 */
async function idOf(unit: Unit, input: SaveCredentialsInput): Promise<string> {
  const { workspaceId, credentialsId, credentials } = input;
  if (typeof credentialsId !== 'string') return newCredentialsId();
  const known = await findCredentials(unit, workspaceId, credentialsId);
  if (known?.type === credentials.type) return credentialsId;
  throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials of this type not found');
}
