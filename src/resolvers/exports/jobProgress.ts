import {
  Arg,
  Ctx,
  FieldResolver,
  Float,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import type { Context, Watch } from '../../context/context.js';
import { ExportFormat, JobStatus } from '../../schema/enums.js';
import { ExportJob } from '../../schema/exportJob.js';
import { untilLeft, watchAs } from '../watchAs.js';
import { accessJob } from './exports.js';

/** The progress of an export. Watching changes nothing; the right to read is checked before each event. */
@Resolver(() => ExportJob)
export class JobProgress {
  @Subscription(() => ExportJob, {
    subscribe: async ({
      args: { jobId },
      context,
    }: SubscribeResolverData<unknown, { jobId: string }, Context>) => {
      const watch = await watchAs(context, jobId);
      return untilLeft(watch, follow(context, watch, jobId));
    },
    description: 'An export as it stands, and again whenever that changes, until it is over.',
  })
  jobProgress(
    @Root() job: ExportJob,
    @Arg('jobId', () => ID, { description: 'The job to watch.' }) _jobId: string,
  ): ExportJob {
    return job;
  }

  @FieldResolver(() => Float, { description: 'How much of it is done, from 0 to 100.' })
  progress(@Root() { status, rows, total }: ExportJob): number {
    if (status === JobStatus.COMPLETED) return 100;
    return total === 0 ? 0 : Math.min(99, (100 * rows) / total);
  }

  @FieldResolver(() => ExportFormat, { description: 'What it is written as.' })
  format(@Root() { input }: ExportJob): ExportFormat {
    return input.format;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where the file is fetched, by whoever has the address; null until it is there.',
  })
  fileUrl(@Root() job: ExportJob, @Ctx() { addressForCaller }: Context): string | null {
    const isThere = job.status === JobStatus.COMPLETED;
    return isThere ? `${addressForCaller()}/v1/exports/${job.id}/${job.fileToken}` : null;
  }
}

async function* follow(
  context: Context,
  watch: Watch,
  jobId: string,
): AsyncGenerator<ExportJob, void> {
  try {
    let last = '';
    while (!watch.isClosed) {
      const job = await accessJob(context, await context.callerNow(), jobId);
      const state = `${job.status} ${job.rows} ${job.total}`;
      if (state !== last) yield job;
      last = state;
      if (job.finishedAt !== null) return;
      await watch.next();
    }
  } finally {
    watch.close();
  }
}
