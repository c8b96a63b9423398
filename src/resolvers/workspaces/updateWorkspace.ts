import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name, ShortText } from '../../schema/scalars.js';
import { changeWorkspace } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';
import { WorkspacePayload } from './workspacePayload.js';

@InputType({ description: 'Which workspace, and what is to change of it.' })
class UpdateWorkspaceInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @NullableField(() => Name, 'Its new name; absent is unchanged.') name?: string | null;

  @NullableField(() => ShortText, {
    description: 'An emoji or the address of an image; null is none, absent is unchanged.',
  })
  icon?: string | null;
}

/** Changes the name or icon of a workspace; for its admins. */
@Resolver()
export class UpdateWorkspace {
  @Mutation(() => WorkspacePayload, {
    description: 'Changes the name or icon of a workspace; for its admins.',
  })
  async updateWorkspace(
    @Arg('input', () => UpdateWorkspaceInput, { description: 'Which one, and what is to change.' })
    input: UpdateWorkspaceInput,
    @Ctx() context: Context,
  ): Promise<Partial<WorkspacePayload>> {
    const { workspaceId, name, icon } = input;
    const unit = context.openUnit();
    const caller = await context.caller();
    const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    if (name === null) throw invalid([{ path: ['name'], message: 'Cannot be null' }]);
    const change = { ...(name !== undefined && { name }), ...(icon !== undefined && { icon }) };
    return { workspace: await changeWorkspace(unit, workspace, change) };
  }
}
