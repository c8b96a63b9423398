import { Args, ArgsType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type Page, pageFrom, type Slice } from '../../storage/page.js';
import type { Context } from '../../context/context.js';
import { searchFlow, type MatchKind } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { FlowMatchKindEnum } from '../../schema/flowEnums.js';
import { FlowMatchConnection } from '../../schema/flowMatch.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { ShortText } from '../../schema/scalars.js';
import { connectionFrom, numberInCursor, PageArgs, sliceOf } from '../pageArgs.js';
import { draftOf } from './draftOf.js';

/** A page of a list that is computed whole, whose entries are numbered from 1. */
export function pageIn<T extends { readonly nth: number }>(
  all: readonly T[],
  slice: Slice<number>,
): Page<T> {
  const { after = 0, before = Infinity, isBackward } = slice;
  const within = all.filter(({ nth }) => nth > after && nth < before);
  return pageFrom(isBackward ? within.reverse() : within, slice);
}

@ArgsType()
class SearchFlowArgs extends PageArgs {
  @Field(() => ShortText, {
    description: 'What to find, in upper or lower case; nothing is found for an empty text.',
  })
  text: string;

  @NullableField(() => [FlowMatchKindEnum], 'What to search; absent: everything.')
  kinds?: readonly MatchKind[] | null;
}

/** Finds a text in a draft. */
@Resolver(() => Bot)
export class SearchFlow {
  @Costs(DOCUMENT)
  @FieldResolver(() => FlowMatchConnection, {
    description:
      'The places in its draft where a text is: first names and ids, then members of its parts, each in the order of the flow; the first 10,000.',
  })
  async searchFlow(
    @Root() bot: Bot,
    @Args(() => SearchFlowArgs) { text, kinds, ...args }: SearchFlowArgs,
    @Ctx() context: Context,
  ): Promise<FlowMatchConnection> {
    const slice = sliceOf(args, numberInCursor);
    const searched = new Set(kinds ?? Object.values(FlowMatchKindEnum));
    const matches = await unhurried(searchFlow(await draftOf(bot, context), text, searched));
    const numbered = matches.map((match, index) => ({ ...match, nth: index + 1 }));
    return connectionFrom(pageIn(numbered, slice), ({ nth }) => nth);
  }
}
