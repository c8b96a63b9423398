import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Args,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import { accessBot, accessResults } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { ExportJob, ExportJobConnection } from '../../schema/exportJob.js';
import { findJob, createExport, cancelJob } from '../../storage/jobs.js';
import { orNull, findBotFor } from '../findFor.js';
import { Bot } from '../../schema/bot.js';
import { User } from '../../schema/user.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { NewestFirstArgs, connectionFrom, idInCursor, sliceOf } from '../pageArgs.js';
import { ExportFormat, TimeFilter } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import {
  AnswerMatchInput,
  SegmentMatchInput,
  VariableMatchInput,
} from '../../schema/resultParts.js';
import { DateTime, ShortText, TimeZone } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';
import { filterOf, SELECTING } from '../results/resultsArgs.js';

/** Loads an export for a caller who may read the results of its bot. Other exports fail like missing ones: `JOB_NOT_FOUND`. */
export async function accessJob(
  context: Context,
  caller: Caller | undefined,
  jobId: string,
): Promise<ExportJob> {
  const unit = context.openUnit();
  const job = await findJob(unit, jobId);
  const botId = job?.botId ?? '';
  const bot = await orNull(accessBot(unit, { caller, botId, intent: 'readResults' }));
  if (!job || !bot) throw new Failure('JOB_NOT_FOUND', 'Export not found');
  return job;
}

/** The fields of an export that are not columns. */
@Resolver(() => ExportJob)
export class ExportJobFields {
  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot whose results they are; null for those who may not read it.',
  })
  async bot(@Root() { botId }: ExportJob, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who requested it; null once they are gone.',
  })
  async requestedBy(@Root() { userId }: ExportJob, @Ctx() context: Context): Promise<User | null> {
    return userId === null ? null : ((await context.loaders().user.load(userId)) ?? null);
  }
}

/** The exports of a bot. The right to read the bot was checked, but the token may lack the scope for results. */
@Resolver(() => Bot)
export class BotExports {
  @Costs(STATEMENT)
  @FieldResolver(() => ExportJobConnection, {
    description:
      'The exports of its results that can be fetched or are being written, and what came of others until their file would be deleted.',
  })
  async exports(
    @Root() { id: of }: Bot,
    @Args(() => NewestFirstArgs) args: NewestFirstArgs,
    @Ctx() context: Context,
  ): Promise<ExportJobConnection> {
    accessResults(await context.caller());
    const page = await loadOrdered(orderOf(args.orderBy), sliceOf(args, idInCursor), (query) =>
      context.loaders().exportsOfBot.load({ of, query }),
    );
    return connectionFrom(page, ({ id }) => id);
  }
}

@InputType({ description: 'Which results to write, and how.' })
class ResultsExportInput extends MutationInput {
  @Field(() => ID, 'The bot they are of.') botId: string;

  @Field(() => ExportFormat, { defaultValue: ExportFormat.CSV, description: 'What to write.' })
  format: ExportFormat;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'CSV: begin with a byte order mark, by which spreadsheets know UTF-8.',
  })
  hasByteOrderMark: boolean;

  @NullableField(() => [ID], 'These only.') resultIds?: string[] | null;

  @Field(() => TimeFilter, {
    defaultValue: TimeFilter.ALL_TIME,
    description: 'When they were created.',
  })
  timeFilter: TimeFilter;

  @Field(() => TimeZone, { defaultValue: 'UTC', description: 'Whose days `timeFilter` counts.' })
  timeZone: string;

  @NullableField(() => DateTime, 'Created not before this instant.') from?: Date | null;
  @NullableField(() => DateTime, 'Created before this instant.') until?: Date | null;
  @Field(() => Boolean, SELECTING.hasStarted) hasStarted?: boolean | null;

  @NullableField(() => Boolean, 'Whether they are complete; null for all.')
  isCompleted?: boolean | null;

  @Field(() => [VariableMatchInput], SELECTING.variables) variables?: VariableMatchInput[] | null;
  @Field(() => [AnswerMatchInput], SELECTING.answers) answers?: AnswerMatchInput[] | null;
  @Field(() => ID, SELECTING.restsAtBlockId) restsAtBlockId?: string | null;
  @Field(() => ID, SELECTING.reachedBlockId) reachedBlockId?: string | null;
  @Field(() => ID, SELECTING.versionId) versionId?: string | null;
  @Field(() => SegmentMatchInput, SELECTING.segment) segment?: SegmentMatchInput | null;
  @Field(() => ShortText, SELECTING.search) search?: string | null;
}

@ObjectType({ description: 'What a mutation of an export answers with.' })
class ExportPayload extends Payload {
  @NullableField(() => ExportJob, 'The job as it stands.') job?: ExportJob;
}

@InputType({ description: 'Which export to cancel.' })
class CancelExportInput extends MutationInput {
  @Field(() => ID, 'The id of the job.') jobId: string;
}

/** Starts, watches and cancels exports. */
@Resolver()
export class ExportOperations {
  /** Starts to write results to a file, in the background; see `jobProgress`. */
  @Mutation(() => ExportPayload, {
    description: 'Starts to write results into a file; `jobProgress` shows when it can be fetched.',
  })
  async startResultsExport(
    @Arg('input', () => ResultsExportInput, { description: 'Which results, and how.' })
    input: ResultsExportInput,
    @Ctx() context: Context,
  ): Promise<Partial<ExportPayload>> {
    const { botId, format, hasByteOrderMark } = input;
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessBot(unit, { caller, botId, intent: 'readResults' });
    const { botId: _, from, until, ...matching } = await filterOf(context, botId, input);
    const filter = {
      ...matching,
      ids: input.resultIds ?? undefined,
      from: from?.toISOString(),
      until: until?.toISOString(),
    };
    const asked = { format, hasMark: hasByteOrderMark, filter };
    return {
      job: await createExport(unit, { botId, userId: caller?.userId ?? null, input: asked }),
    };
  }

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
