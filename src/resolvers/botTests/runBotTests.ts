import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { BotTestDocument, BotTestFile } from '../../schema/botTest.js';
import { BotTestRun } from '../../schema/botTestRun.js';
import { Payload } from '../../schema/userError.js';
import { simulatedFlow } from '../bots/simulatedFlow.js';
import { MutationInput } from '../mutationInput.js';
import { sentTests } from './sentTests.js';
import { runTests } from '../../simulation/runTests.js';

@InputType({ description: 'Which tests to run, and on what.' })
class RunBotTestsInput extends MutationInput {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The version of the bot to run them on; absent: its draft.',
  })
  versionId?: string | null;

  @Field(() => [BotTestDocument], {
    nullable: true,
    description: 'Tests to run in place of those that are stored, at most 500; nothing is stored.',
  })
  tests?: WrittenTest[] | null;

  @Field(() => [BotTestFile], {
    nullable: true,
    description: 'Such tests as files, with a test in each; they run after `tests`.',
  })
  files?: BotTestFile[] | null;
}

@ObjectType({ description: 'The payload of running tests.' })
class RunBotTestsPayload extends Payload {
  @Field(() => BotTestRun, { nullable: true, description: 'How they went.' })
  run?: BotTestRun;
}

/** Runs the written tests of a bot. Nothing leaves the server, and nothing is stored. */
@Resolver()
export class RunBotTests {
  @Mutation(() => RunBotTestsPayload, {
    description:
      'Runs the written tests of a bot on its draft or on a version, for at most 20 seconds. Nothing leaves the server, and nothing is stored.',
  })
  async runBotTests(
    @Arg('input', () => RunBotTestsInput, { description: 'Which tests, and on what.' })
    { botId, versionId, ...sent }: RunBotTestsInput,
    @Ctx() context: Context,
  ): Promise<Partial<RunBotTestsPayload>> {
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'runTests' });
    const flow = await simulatedFlow(context, bot, versionId);
    const end = context.simulations.begin(caller?.userId);
    try {
      const tests = (await sentTests(sent)) ?? (await storedTests(context, botId));
      return { run: await runTests(context, { botId, flow, tests }) };
    } finally {
      end();
    }
  }
}

async function storedTests(context: Context, botId: string): Promise<WrittenTest[]> {
  return (await context.loaders().botTests.load(botId)).map(({ test }) => test);
}
