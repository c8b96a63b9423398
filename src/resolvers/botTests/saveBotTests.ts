import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { BotTestDocument, BotTestFile } from '../../schema/botTest.js';
import { Field, NullableField } from '../../schema/field.js';
import { saveBotTests } from '../../storage/botTests.js';
import { BotPayload } from '../bots/botPayload.js';
import { MutationInput } from '../mutationInput.js';
import { sentTests } from './sentTests.js';

@InputType({ description: 'The tests to save, by their names.' })
class SaveBotTestsInput extends MutationInput {
  @Field(() => ID, 'The bot they are of.') botId: string;

  @NullableField(() => [BotTestDocument], 'Tests, at most 500 with `files`.')
  tests?: WrittenTest[] | null;

  @NullableField(() => [BotTestFile], 'Tests as files, with a test in each.')
  files?: BotTestFile[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to delete the tests of the bot that have other names.',
  })
  deletesOthers: boolean;
}

/** Saves tests that are kept in files: all or none. */
@Resolver()
export class SaveBotTests {
  @Mutation(() => BotPayload, {
    description:
      'Saves written tests of a bot that are kept in files: each replaces the one with its name, or is new. All are saved, or none.',
  })
  async saveBotTests(
    @Arg('input', () => SaveBotTestsInput, { description: 'The tests to save.' })
    { botId, deletesOthers, ...sent }: SaveBotTestsInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const bot = await accessBot(unit, { caller, botId, intent: 'write' });
    const end = context.simulations.begin(caller?.userId);
    try {
      const tests = await sentTests(sent);
      if (!tests)
        throw invalid([{ path: ['tests'], message: 'Send tests, as documents or as files' }]);
      await saveBotTests(unit, { botId, tests, deletesOthers });
    } finally {
      end();
    }
    context.forget();
    return { bot };
  }
}
