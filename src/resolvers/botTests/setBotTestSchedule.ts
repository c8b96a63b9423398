import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { TestInterval } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { setTestSchedule } from '../../storage/testSchedules.js';
import { BotPayload } from '../bots/botPayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'When the written tests of a bot run.' })
class SetBotTestScheduleInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @NullableField(() => TestInterval, {
    description: 'How often they run, the first time within a minute; null or absent: no more.',
  })
  every: TestInterval | null;
}

/** Sets how often the written tests of a bot run on what is live. */
@Resolver()
export class SetBotTestSchedule {
  @Mutation(() => BotPayload, {
    description:
      'Sets how often the written tests of a bot run on the version that is live; `Bot.testSchedule` says how they went. They do not run while it is not published.',
  })
  async setBotTestSchedule(
    @Arg('input', () => SetBotTestScheduleInput, { description: 'How often.' })
    { botId, every = null }: SetBotTestScheduleInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    await setTestSchedule(unit, botId, every);
    context.forget();
    return { bot };
  }
}
