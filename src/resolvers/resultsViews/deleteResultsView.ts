import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessResultsView, botCaller } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import { deleteResultsView } from '../../storage/resultsViews.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which view to delete.' })
class DeleteResultsViewInput extends MutationInput {
  @Field(() => ID, 'The view.') resultsViewId: string;
}

/** Deletes a view of the table of results. */
@Resolver()
export class DeleteResultsView {
  @Mutation(() => DeletePayload, {
    description:
      'Deletes a view of the table of results: your own, or a shared one of a bot that you may change.',
  })
  async deleteResultsView(
    @Arg('input', () => DeleteResultsViewInput, { description: 'Which view.' })
    { resultsViewId }: DeleteResultsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { id, botId } = await accessResultsView(unit, { caller, resultsViewId });
    const { userId } = botCaller(caller, 'keepViews');
    const isDeleted = await deleteResultsView(unit, { id, userId });
    if (!isDeleted) throw commonFailure('RESULTS_VIEW_NOT_FOUND');
    return { deletedId: resultsViewId, botId };
  }
}
