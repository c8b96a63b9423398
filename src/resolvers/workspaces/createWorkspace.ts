import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { signedIn } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { createWorkspace } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class CreateWorkspaceInput extends MutationInput {
  @Field(() => ShortText)
  name: string;

  @Field(() => ShortText, { nullable: true, description: 'An emoji or the address of an image.' })
  icon?: string | null;
}

@ObjectType()
class WorkspacePayload extends Payload {
  @Field(() => Workspace, { nullable: true })
  workspace?: Workspace;
}

/** Makes a workspace; the caller becomes its first admin (interface §4, "Create a workspace"). */
@Resolver()
export class CreateWorkspace {
  @Mutation(() => WorkspacePayload, {
    description: 'Makes a workspace; the caller becomes its first admin.',
  })
  async createWorkspace(
    @Arg('input', () => CreateWorkspaceInput) input: CreateWorkspaceInput,
    @Ctx() context: Context,
  ): Promise<Partial<WorkspacePayload>> {
    const { userId } = signedIn(await context.caller());
    const { name, icon = null } = input;
    return { workspace: await createWorkspace(context.openUnit(), { name, icon, userId }) };
  }
}
