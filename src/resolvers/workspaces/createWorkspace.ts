import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { accessAccount } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name, ShortText } from '../../schema/scalars.js';
import { createWorkspace } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';
import { WorkspacePayload } from './workspacePayload.js';

@InputType({ description: 'The workspace to make.' })
class CreateWorkspaceInput extends MutationInput {
  @Field(() => Name, 'What to call it; two may share a name.') name: string;
  @NullableField(() => ShortText, 'An emoji or the address of an image.') icon?: string | null;
}

/** Creates a workspace; the caller becomes its first admin. */
@Resolver()
export class CreateWorkspace {
  @Mutation(() => WorkspacePayload, {
    description: 'Makes a workspace; the caller becomes its first admin.',
  })
  async createWorkspace(
    @Arg('input', () => CreateWorkspaceInput, { description: 'The workspace to make.' })
    input: CreateWorkspaceInput,
    @Ctx() context: Context,
  ): Promise<Partial<WorkspacePayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    const { name, icon = null } = input;
    return { workspace: await createWorkspace(context.openUnit(), { name, icon, userId }) };
  }
}
