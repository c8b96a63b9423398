import { Arg, Ctx, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ImportedResultScalar, type ImportedResult } from '../../schema/importedResult.js';
import { Payload } from '../../schema/userError.js';
import { importResults } from '../../storage/importResults.js';
import { MutationInput } from '../mutationInput.js';

/** Results in a request, and answers of all of them together, at most. */
const MOST = { results: 100, answers: 10_000 };

@InputType({ description: 'Results that a bot collected elsewhere.' })
class ImportResultsInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @Field(() => [ImportedResultScalar], {
    description: 'The results, at most 100, with at most 10 000 answers in all.',
  })
  results: ImportedResult[];
}

@ObjectType({ description: 'What importing results answers with.' })
class ImportResultsPayload extends Payload {
  @NullableField(() => Int, 'How many are new; the others were imported before.')
  importedCount?: number;
}

/** Imports results that a bot collected elsewhere, each once. Statistics count them; webhooks are not called. */
@Resolver()
export class ImportResults {
  @Mutation(() => ImportResultsPayload, {
    description:
      'Brings results that a bot collected elsewhere, each once, all of them or none. They are counted; webhooks are not called.',
  })
  async importResults(
    @Arg('input', () => ImportResultsInput, { description: 'The bot and the results.' })
    { botId, results }: ImportResultsInput,
    @Ctx() context: Context,
  ): Promise<Partial<ImportResultsPayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'writeResults' });
    assertBounded(results);
    const auditor = await context.auditor();
    const importedCount = await importResults(context.pool, { botId, auditor }, results);
    context.chats.announceResults(botId);
    return { importedCount };
  }
}

function assertBounded(results: readonly ImportedResult[]): void {
  const answers = results.reduce((sum, result) => sum + result.answers.length, 0);
  if (results.length <= MOST.results && answers <= MOST.answers) return;
  const message = `At most ${MOST.results} at once, with ${MOST.answers} answers in all`;
  throw invalid([{ path: ['results'], message }]);
}
