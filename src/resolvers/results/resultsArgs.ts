import { ArgsType, ID } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import {
  AnswerMatchInput,
  SegmentMatchInput,
  VariableMatchInput,
} from '../../schema/resultParts.js';
import { MOST_MATCHES } from '../../schema/resultsFilters.js';
import { ShortText } from '../../schema/scalars.js';
import type { ResultFilter, ResultPosition } from '../../storage/resultFilter.js';
import type { Slice } from '../../storage/page.js';
import { flowsAskedFor } from '../bots/findVersionOf.js';
import { sliceOf, type PageArgs } from '../pageArgs.js';
import { TimeRangeArgs, windowOf } from '../timeRangeArgs.js';

/** The fields that select results, of arguments and of inputs. */
export const SELECTING = {
  hasStarted: {
    nullable: true,
    defaultValue: true,
    description: 'Whether at least one answer was given; null for all.',
  },
  variables: {
    nullable: true,
    description: `What variables must hold, all of them; at most ${MOST_MATCHES}.`,
  },
  answers: {
    nullable: true,
    description: `What answers to blocks must hold, all of them; at most ${MOST_MATCHES}.`,
  },
  restsAtBlockId: {
    nullable: true,
    description: 'The block on which the chat rests now, as `BlockCount.left` counts them.',
  },
  reachedBlockId: {
    nullable: true,
    description:
      'A block that the chat came to, as `BlockCount.reached` counts it. Imported results, and chats whose events were deleted, have none.',
  },
  versionId: {
    nullable: true,
    description: 'The version with which they began; versions that are the same count as one.',
  },
  segment: {
    nullable: true,
    description:
      'What they count as in a segment of the bot, as `BotSegment.values` counts them; what changed in the last seconds may be missing.',
  },
  search: {
    nullable: true,
    description:
      'A text that a variable, an answer, or the name or number of the visitor in a messenger holds somewhere, in any case.',
  },
} as const;

/** The arguments that select results of a bot. */
@ArgsType()
export class ResultsArgs extends TimeRangeArgs {
  @Field(() => Boolean, SELECTING.hasStarted) hasStarted?: boolean | null;

  @NullableField(() => Boolean, 'Whether the chat came to its end; null for all.')
  isCompleted?: boolean | null;

  @Field(() => [VariableMatchInput], SELECTING.variables) variables?: VariableMatchInput[] | null;
  @Field(() => [AnswerMatchInput], SELECTING.answers) answers?: AnswerMatchInput[] | null;
  @Field(() => ID, SELECTING.restsAtBlockId) restsAtBlockId?: string | null;
  @Field(() => ID, SELECTING.reachedBlockId) reachedBlockId?: string | null;
  @Field(() => ID, SELECTING.versionId) versionId?: string | null;
  @Field(() => SegmentMatchInput, SELECTING.segment) segment?: SegmentMatchInput | null;
  @Field(() => ShortText, SELECTING.search) search?: string | null;

  @NullableField(() => ShortText, 'The stage that was chatted with; null for what was live.')
  stage?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Those of all stages as well, also of stages that are gone.',
  })
  withStages?: boolean;
}

/** The filter that the arguments express. Fails for a version or a segment that the bot does not have. */
export async function filterOf(
  context: Context,
  botId: string,
  args: ResultsArgs,
): Promise<ResultFilter> {
  const { hasStarted, isCompleted, search, stage, withStages } = args;
  return {
    botId,
    ...windowOf(args, context.chats.now()),
    ...matchingOf(args),
    flows: await flowsAskedFor(context, botId, args.versionId),
    segment: await segmentOf(context, botId, args.segment),
    hasStarted: hasStarted ?? undefined,
    isCompleted: isCompleted ?? undefined,
    search: search ?? undefined,
    stage: stage ?? undefined,
    withStages,
  };
}

async function segmentOf(
  context: Context,
  botId: string,
  asked: SegmentMatchInput | null | undefined,
): Promise<ResultFilter['segment']> {
  if (!asked) return undefined;
  const { source, variableId = null, value = null, isOther } = asked;
  const segments = await context.loaders().segments.load(botId);
  const found = segments.find((one) => one.source === source && one.variableId === variableId);
  if (found) return { id: found.id, value: isOther ? null : (value ?? '') };
  throw invalid([{ path: ['segment'], message: 'The bot has no such segment' }]);
}

/** What the chats of results must hold, and where they rest. Each condition makes the statement longer to plan, so that there may be few. */
function matchingOf({ variables, answers, restsAtBlockId, reachedBlockId }: ResultsArgs) {
  const tooLong = Object.entries({ variables, answers }).flatMap(([name, list]) =>
    (list?.length ?? 0) > MOST_MATCHES
      ? [{ path: [name], message: `At most ${MOST_MATCHES} conditions` }]
      : [],
  );
  if (tooLong.length > 0) throw invalid(tooLong);
  return {
    variables: variables ?? undefined,
    answers: answers ?? undefined,
    restsAtBlockId: restsAtBlockId ?? undefined,
    reachedBlockId: reachedBlockId ?? undefined,
  };
}

/** The slice of the results that the arguments request. */
export function resultSliceOf(args: PageArgs): Slice<ResultPosition> {
  return sliceOf(args, positionOf);
}

/** The text inside a cursor of the list. */
export function keyOf({ createdAt, id }: ResultPosition): string {
  return `${createdAt.getTime()} ${id}`;
}

/** The id of a result, which clients of the original send instead of a cursor. */
const RESULT_ID = /^res_[a-z0-9]+$/;

/**
 * Replaces ids of results in the arguments by cursors. `find` loads a result of the list. An id that is not in the list stays, and is later
 * refused as an invalid cursor.
 */
export async function withCursors(
  args: PageArgs,
  find: (id: string) => Promise<ResultPosition | null>,
): Promise<PageArgs> {
  const cursorOf = async (cursor: string | null = null): Promise<string | null> => {
    const place = cursor !== null && RESULT_ID.test(cursor) ? await find(cursor) : null;
    return place ? Buffer.from(keyOf(place)).toString('base64url') : cursor;
  };
  return { ...args, after: await cursorOf(args.after), before: await cursorOf(args.before) };
}

function positionOf(text: string): ResultPosition {
  const [, time, id] = /^(\d{1,15}) (\w+)$/.exec(text) ?? [];
  if (time !== undefined && id !== undefined) return { createdAt: new Date(Number(time)), id };
  throw invalid([{ path: ['cursor'], message: 'Not a cursor of this list' }]);
}
