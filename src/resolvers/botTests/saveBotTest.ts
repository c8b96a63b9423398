import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Bot } from '../../schema/bot.js';
import { BotTest, BotTestDocument } from '../../schema/botTest.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { findBotTest, saveBotTest } from '../../storage/botTests.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'The test to save.' })
class SaveBotTestInput extends MutationInput {
  @Field(() => ID, 'The bot it is of.') botId: string;
  @NullableField(() => ID, 'The test to change; absent: a new one.') botTestId?: string | null;
  @Field(() => BotTestDocument, 'What it does and expects.') test: WrittenTest;
}

@ObjectType({ description: 'The payload of saving a test.' })
class BotTestPayload extends Payload {
  @NullableField(() => BotTest, 'The test as it is now.') botTest?: BotTest;
  @NullableField(() => Bot, 'The bot, with its tests.') bot?: Bot;
}

/** Creates or changes a written test. Neither the bot nor its revision changes. */
@Resolver()
export class SaveBotTest {
  @Mutation(() => BotTestPayload, {
    description:
      'Saves a written test of a bot: creates it, or replaces it. At most 500 a bot, of 2 000 000 characters together.',
  })
  async saveBotTest(
    @Arg('input', () => SaveBotTestInput, { description: 'The test to save.' })
    { botId, botTestId, test }: SaveBotTestInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotTestPayload>> {
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const before =
      typeof botTestId === 'string' ? await findBotTest(unit, botId, botTestId) : undefined;
    if (before === null) throw commonFailure('BOT_TEST_NOT_FOUND');
    return { botTest: await saveBotTest(unit, { botId, test }, before), bot };
  }
}
