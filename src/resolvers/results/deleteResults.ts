import { Arg, Ctx, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { deleteResults } from '../../storage/deleteResults.js';
import { MutationInput } from '../mutationInput.js';

/** Results in a request, at most. */
const MAX_RESULTS = 1_000;

@InputType({ description: 'Which results to delete: some, or explicitly all.' })
export class DeleteResultsInput extends MutationInput {
  @Field(() => ID, 'The bot they are of.') botId: string;

  @NullableField(() => [ID], 'The results, at most 1 000; those the bot does not have are ignored.')
  resultIds?: string[] | null;

  @NullableField(() => Boolean, 'True: all of them; without `resultIds`.') all?: boolean | null;
}

@ObjectType({ description: 'The payload of deleting results.' })
export class DeleteResultsPayload extends Payload {
  @NullableField(() => Int, 'How many were deleted.') deletedCount?: number;
  @NullableField(() => Bot, 'The bot they were of, as it is now.') bot?: Bot;
}

/** Deletes results: their content is erased, but statistics still count them. */
@Resolver()
export class DeleteResults {
  @Mutation(() => DeleteResultsPayload, {
    description:
      'Erases what results hold and ends their chats; they are no longer listed, but still counted.',
  })
  async deleteResults(
    @Arg('input', () => DeleteResultsInput, { description: 'Which results.' })
    { botId, resultIds, all }: DeleteResultsInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeleteResultsPayload>> {
    const caller = await context.caller();
    const intent = 'writeResults';
    // Those of an archived bot can be erased as well: they hold what visitors said, too.
    const bot = await accessBot(context.openUnit(), { caller, botId, intent, archive: 'either' });
    const which = selected(resultIds ?? undefined, all ?? false);
    const auditor = await context.auditor();
    const deletedCount = await deleteResults(context.pool, { botId, auditor }, which);
    context.chats.announceResults(botId);
    context.chats.announceChats(bot.workspaceId);
    return { deletedCount, bot };
  }
}

/** The results to delete. An empty list is refused as a mistake and never means all. */
function selected(ids: readonly string[] | undefined, isAll: boolean): readonly string[] | 'all' {
  if (isAll && ids) throw invalid([{ path: ['all'], message: 'Cannot be sent with `resultIds`' }]);
  if (isAll) return 'all';
  if (!ids || ids.length === 0) {
    throw invalid([{ path: ['resultIds'], message: 'Name results, or send `all: true`' }]);
  }
  if (ids.length > MAX_RESULTS)
    throw invalid([{ path: ['resultIds'], message: `At most ${MAX_RESULTS}` }]);
  return ids;
}
