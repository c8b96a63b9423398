import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { SegmentSource } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { setSegments, type SegmentBy } from '../../storage/segments.js';
import { BotPayload } from '../bots/botPayload.js';
import { draftOf } from '../bots/draftOf.js';
import { MutationInput } from '../mutationInput.js';

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

/** Sets by what the results of a bot are counted apart. */
@Resolver()
export class SetBotSegments {
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
