import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { ExportFormat, TimeFilter } from '../../schema/enums.js';
import { ExportJob } from '../../schema/exportJob.js';
import { Field, NullableField } from '../../schema/field.js';
import {
  AnswerMatchInput,
  SegmentMatchInput,
  VariableMatchInput,
} from '../../schema/resultParts.js';
import { DateTime, ShortText, TimeZone } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { createExport } from '../../storage/jobs.js';
import { MutationInput } from '../mutationInput.js';
import { filterOf, SELECTING } from '../results/resultsArgs.js';

@InputType({ description: 'Which results to write, and how.' })
export class ResultsExportInput extends MutationInput {
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
export class ExportPayload extends Payload {
  @NullableField(() => ExportJob, 'The job as it stands.') job?: ExportJob;
}

/** Starts to write results to a file, in the background; see `jobProgress`. */
@Resolver()
export class StartResultsExport {
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
}
