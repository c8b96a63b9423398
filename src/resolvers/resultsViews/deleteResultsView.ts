import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessResultsView } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { deleteResultsView } from '../../storage/resultsViews.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which view to delete.' })
class DeleteResultsViewInput extends MutationInput {
  @Field(() => ID, { description: 'The view.' })
  resultsViewId: string;
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
    const view = await accessResultsView(unit, { caller: await context.caller(), resultsViewId });
    await deleteResultsView(unit, view);
    return { deletedId: resultsViewId, botId: view.botId };
  }
}
