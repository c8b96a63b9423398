import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import { deleteBotTest, findBotTest } from '../../storage/botTests.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which test to delete.' })
class DeleteBotTestInput extends MutationInput {
  @Field(() => ID, 'The bot it is of.') botId: string;
  @Field(() => ID, 'The test.') botTestId: string;
}

/** Deletes a written test of a bot. */
@Resolver()
export class DeleteBotTest {
  @Mutation(() => DeletePayload, { description: 'Deletes a written test of a bot.' })
  async deleteBotTest(
    @Arg('input', () => DeleteBotTestInput, { description: 'Which test.' })
    { botId, botTestId }: DeleteBotTestInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const test = await findBotTest(unit, botId, botTestId);
    if (!test) throw commonFailure('BOT_TEST_NOT_FOUND');
    await deleteBotTest(unit, test);
    return { deletedId: botTestId, botId };
  }
}
