import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { cancelJob } from '../../storage/jobs.js';
import { MutationInput } from '../mutationInput.js';
import { accessJob } from './accessJob.js';
import { ExportPayload } from './startResultsExport.js';

@InputType({ description: 'Which export to cancel.' })
export class CancelExportInput extends MutationInput {
  @Field(() => ID, 'The id of the job.') jobId: string;
}

/** Cancels an export. */
@Resolver()
export class CancelExport {
  @Mutation(() => ExportPayload, {
    description: 'Cancels an export; one that is over stays as it is.',
  })
  async cancelExport(
    @Arg('input', () => CancelExportInput, { description: 'Which export.' })
    { jobId }: CancelExportInput,
    @Ctx() context: Context,
  ): Promise<Partial<ExportPayload>> {
    const caller = await context.caller();
    await accessJob(context, caller, jobId);
    await cancelJob(context.openUnit(), jobId);
    context.wakeUps.announce(jobId);
    return { job: await accessJob(context, caller, jobId) };
  }
}
