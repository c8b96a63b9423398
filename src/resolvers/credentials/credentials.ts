import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import { openWorkspacesCredentials, sealCredentials, openSealed } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Credentials } from '../../schema/credentials.js';
import {
  findCredentials,
  newCredentialsId,
  saveCredentials,
  changeCredentials,
  deleteCredentials,
} from '../../storage/credentials.js';
import { checkCredentialsData } from '../../schema/credentialsData.js';
import { Field, NullableField } from '../../schema/field.js';
import { CredentialsData, Name, ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import type { Unit } from '../../storage/orm.js';
import { MutationInput } from '../mutationInput.js';
import { changedData } from '../../schema/credentialsChange.js';
import { DeletePayload } from '../deletePayload.js';

interface Wanted {
  readonly workspaceId: string;
  readonly credentialsId: string;
}

/** Credentials that a form uses, for those who may change the workspace; `open` decrypts them. */
export async function openForForms(
  context: Context,
  wanted: Wanted,
): Promise<{
  readonly credentials: Credentials;
  open(): ReturnType<ReturnType<typeof openWorkspacesCredentials>>;
}> {
  const unit = context.openUnit();
  const { workspaceId, credentialsId } = wanted;
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
  const credentials = await findCredentials(unit, workspaceId, credentialsId);
  if (!credentials) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
  return {
    credentials,
    open: () => openWorkspacesCredentials(context.secrets, context.pool)(wanted),
  };
}

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
class CredentialsPayload extends Payload {
  @NullableField(() => Credentials, 'The credentials.') credentials?: Credentials;
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

@InputType({ description: 'Which credentials to try.' })
class TestCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are of.') workspaceId: string;
  @Field(() => ID, 'The credentials.') credentialsId: string;
}

@ObjectType({ description: 'Whether credentials work.' })
class TestCredentialsPayload extends Payload {
  @NullableField(() => Boolean, {
    description: 'Whether the service took them; null where it has nothing that only tries them.',
  })
  isWorking?: boolean | undefined;

  @NullableField(() => String, 'What was found, and what to do about it, in one sentence.')
  message?: string;
}

@InputType({ description: 'Which credentials.' })
class DeleteCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are of.') workspaceId: string;
  @Field(() => ID, 'The credentials.') credentialsId: string;
}

/** Saves, tries and deletes credentials. */
@Resolver()
export class CredentialsMutations {
  /** Stores the secrets of a service, encrypted. Only requests to the service read them. */
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

  /** Changes some members of credentials, without anybody having to know the others. */
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

  @Mutation(() => TestCredentialsPayload, {
    description: 'Tries credentials with a request to their service that changes nothing there.',
  })
  async testCredentials(
    @Arg('input', () => TestCredentialsInput, { description: 'Which credentials to try.' })
    { workspaceId, credentialsId }: TestCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<TestCredentialsPayload>> {
    const { open } = await openForForms(context, { workspaceId, credentialsId });
    const found = await open();
    if (!found) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
    return context.accounts.test(found);
  }

  /** Deletes credentials; blocks that use them fail from then on. */
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
