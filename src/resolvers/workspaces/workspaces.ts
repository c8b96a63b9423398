import {
  ObjectType,
  Ctx,
  FieldResolver,
  Resolver,
  Arg,
  ID,
  Query,
  InputType,
  Mutation,
} from 'type-graphql';
import { NullableField, Field } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { type Context, rightsTopic } from '../../context/context.js';
import { Retention } from '../../schema/retention.js';
import { findWorkspaceFor } from '../findFor.js';
import { accessAccount, accessWorkspace } from '../../auth/access.js';
import { Name, ShortText } from '../../schema/scalars.js';
import { createWorkspace, changeWorkspace, deleteWorkspace } from '../../storage/workspaces.js';
import { MutationInput } from '../mutationInput.js';
import { invalid } from '../../errors/errors.js';
import { changeAiBudget } from '../../storage/aiBudgets.js';
import { AiLimitsInput, limitsIn } from '../bots/aiLimitsInput.js';
import { listMembers } from '../../storage/people.js';
import { DeletePayload } from '../deletePayload.js';

/** The payload of a mutation of a workspace. */
@ObjectType({ description: 'What a mutation of a workspace answers with.' })
export class WorkspacePayload extends Payload {
  @NullableField(() => Workspace, 'The workspace as it is now.') workspace?: Workspace;
}

/** How long the server keeps the data of a workspace. */
@Resolver(() => Workspace)
export class WorkspaceRetention {
  @FieldResolver(() => Retention, {
    description: 'How long the server keeps what it has of its chats.',
  })
  retention(@Ctx() { keeping }: Context): Retention {
    const { sessionIdleDays, chatTraceDays, chatReplayDays } = keeping;
    return {
      ...{ sessionIdleDays, chatTraceDays, chatReplayDays },
      // 0 is for ever.
      chatLogDays: keeping.chatLogDays || null,
      auditLogDays: keeping.auditLogDays || null,
    };
  }
}

@InputType({ description: 'The workspace to make.' })
class CreateWorkspaceInput extends MutationInput {
  @Field(() => Name, 'What to call it; two may share a name.') name: string;
  @NullableField(() => ShortText, 'An emoji or the address of an image.') icon?: string | null;
}

@InputType({ description: 'Which workspace, and what is to change of it.' })
class UpdateWorkspaceInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @NullableField(() => Name, 'Its new name; absent is unchanged.') name?: string | null;

  @NullableField(() => ShortText, {
    description: 'An emoji or the address of an image; null is none, absent is unchanged.',
  })
  icon?: string | null;
}

@InputType({ description: 'Which workspace, and what AI blocks of its bots may take in a month.' })
class SetWorkspaceAiBudgetInput extends AiLimitsInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
}

@InputType({ description: 'Which workspace.' })
class DeleteWorkspaceInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
}

/** Reads and changes workspaces. */
@Resolver()
export class WorkspaceOperations {
  @Query(() => Workspace, {
    nullable: true,
    description: 'One workspace; null when there is none that you may read.',
  })
  async workspace(
    @Arg('id', () => ID, { description: 'Its id.' }) workspaceId: string,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

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

  @Mutation(() => WorkspacePayload, {
    description:
      'Limits what the AI blocks of all bots of a workspace take in a month; for its admins. The operator may have set less.',
  })
  async setWorkspaceAiBudget(
    @Arg('input', () => SetWorkspaceAiBudgetInput, { description: 'Which one, and how much.' })
    input: SetWorkspaceAiBudgetInput,
    @Ctx() context: Context,
  ): Promise<Partial<WorkspacePayload>> {
    const { workspaceId } = input;
    const unit = context.openUnit();
    const caller = await context.caller();
    const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    await changeAiBudget(unit, { workspaceId }, limitsIn(input, 'workspace', context.aiBudgets));
    context.forget();
    return { workspace };
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes a workspace with its bots and their results, for good; for its admins.',
  })
  async deleteWorkspace(
    @Arg('input', () => DeleteWorkspaceInput, { description: 'Which workspace.' })
    { workspaceId }: DeleteWorkspaceInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    const members = await listMembers(unit, [workspaceId]);
    await deleteWorkspace(unit, workspaceId);
    for (const { userId } of members) context.wakeUps.announce(rightsTopic(userId));
    return { deletedId: workspaceId };
  }
}
