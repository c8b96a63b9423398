import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { changeAiBudget } from '../../storage/aiBudgets.js';
import { AiLimitsInput, limitsIn } from '../bots/aiLimitsInput.js';
import { WorkspacePayload } from './workspacePayload.js';

@InputType({ description: 'Which workspace, and what AI blocks of its bots may take in a month.' })
class SetWorkspaceAiBudgetInput extends AiLimitsInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
}

/** Limits the AI usage of all bots of a workspace together; for its admins. */
@Resolver()
export class SetWorkspaceAiBudget {
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
}
