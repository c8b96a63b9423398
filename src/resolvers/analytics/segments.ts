import {
  Args,
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotSegment, SegmentValue } from '../../schema/botSegment.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { NO_RESULTS, type PartCount, type Totals } from '../../storage/counts.js';
import { StatsArgs, countQueryOf, totalsFrom } from './botStats.js';
import { accessBot } from '../../auth/access.js';
import type { FlowDefinition } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { SegmentSource } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { setSegments, type SegmentBy } from '../../storage/segments.js';
import { BotPayload } from '../bots/botPayload.js';
import { draftOf } from '../bots/draftOf.js';
import { MutationInput } from '../mutationInput.js';

/** The segments of a bot. Reading the bot includes them, so the right was checked where the bot was loaded. */
@Resolver(() => Bot)
export class ReadBotSegments {
  @Holds(3)
  @FieldResolver(() => [BotSegment], {
    description: 'By what its results are counted apart, as `setBotSegments` set it; at most 3.',
  })
  async segments(@Root() { id }: Bot, @Ctx() context: Context): Promise<BotSegment[]> {
    return context.loaders().segments.load(id);
  }
}

/** The counts of a segment. */
@Resolver(() => BotSegment)
export class BotSegmentFields {
  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'Results that began before are not counted yet: those that there were when the segment was set are counted in the background, the newest first. Null once all are.',
  })
  countedSince(@Root() { countedSince, createdAt }: BotSegment): Date | null {
    // Until the first results were counted it is later than all of them.
    return countedSince && countedSince > createdAt ? createdAt : countedSince;
  }

  @Holds(10)
  @Costs(STATEMENT)
  @FieldResolver(() => [SegmentValue], {
    description:
      'What became of the results by value, most results first; at most 52. A result counts for its value after its last turn, and a deleted one for the value that it had. Results that were deleted before the segment was set are not counted.',
  })
  async values(
    @Root() { id, botId }: BotSegment,
    @Args(() => StatsArgs) args: StatsArgs,
    @Ctx() context: Context,
  ): Promise<SegmentValue[]> {
    const asked = await countQueryOf({ id: botId }, args, context);
    return valuesOf(id, await context.loaders().segmentCounts.load(asked));
  }
}

/** The members of totals by their kinds of counts. */
const MEMBERS: Readonly<Record<string, keyof Totals>> = {
  segment_view: 'views',
  segment_start: 'starts',
  segment_completion: 'completions',
};

/** The values of a segment, from counts whose ids are `<segment>:<value>` (`storage/segmentCounts.ts`). */
function valuesOf(segmentId: string, counts: readonly PartCount[]): SegmentValue[] {
  const prefix = `${segmentId}:`;
  const values = new Map<string, Totals>();
  for (const { kind, partId, total } of counts) {
    const member = MEMBERS[kind];
    if (!member || !partId.startsWith(prefix)) continue;
    const value = partId.slice(prefix.length);
    values.set(value, { ...(values.get(value) ?? NO_RESULTS), [member]: total });
  }
  return [...values]
    .sort(([, one], [, other]) => other.views - one.views)
    .map(([value, totals]) => ({
      value: value.startsWith('=') ? value.slice(1) : null,
      isOther: value === '*',
      ...totalsFrom(totals),
    }));
}

@InputType({ description: 'By what results are counted apart.' })
class BotSegmentInput {
  @Field(() => SegmentSource, 'What is compared.') source: SegmentSource;
  @NullableField(() => ID, 'The variable, for `VARIABLE` alone.') variableId?: string | null;
}

@InputType({ description: 'The segments of a bot.' })
class SetBotSegmentsInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @Field(() => [BotSegmentInput], 'All segments, at most 3. The counts of others are deleted.')
  segments: BotSegmentInput[];
}

/** The most segments of a bot. */
const MOST_SEGMENTS = 3;

/** The segments with the names of their variables. Fails with `VALIDATION` for one that cannot be counted. */
function segmentsBy(
  segments: readonly BotSegmentInput[],
  { variables }: FlowDefinition,
): SegmentBy[] {
  if (segments.length > MOST_SEGMENTS) {
    throw refusal([], `At most ${MOST_SEGMENTS} segments of a bot`);
  }
  const named = segments.map(({ source, variableId = null }, place): SegmentBy => {
    if (source === 'CHANNEL') {
      if (variableId !== null) throw refusal([place, 'variableId'], 'A channel has no variable');
      return { source, variableId, name: 'Channel' };
    }
    const variable = variables.find(({ id }) => id === variableId);
    if (!variable) throw refusal([place, 'variableId'], 'The draft has no such variable');
    return { source, variableId, name: variable.name };
  });
  const different = new Set(named.map(({ variableId }) => variableId));
  if (different.size < named.length) throw refusal([], 'A segment is named twice');
  return named;
}

function refusal(path: readonly (string | number)[], message: string): Error {
  return invalid([{ path: ['segments', ...path], message }]);
}

/** Sets the segments of bots. */
@Resolver()
export class SegmentMutations {
  @Mutation(() => BotPayload, {
    description:
      'Sets by what the results of a bot are counted apart: `Bot.segments` has the counts. Results that there are already are counted in the background, the newest first.',
  })
  async setBotSegments(
    @Arg('input', () => SetBotSegmentsInput, { description: 'The segments.' })
    { botId, segments }: SetBotSegmentsInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const wanted = segmentsBy(segments, await draftOf(bot, context));
    await setSegments(unit, botId, wanted);
    context.forget();
    return { bot };
  }
}
