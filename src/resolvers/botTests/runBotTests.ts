import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { BotTestFile, BotTestDocument } from '../../schema/botTest.js';
import { readYaml } from '../../simulation/testYaml.js';
import { MOST_CHARACTERS, MOST_TESTS } from '../../storage/botTests.js';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotTestRun } from '../../schema/botTestRun.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { simulatedFlow } from '../bots/draftOf.js';
import { MutationInput } from '../mutationInput.js';
import { runTests } from '../../simulation/runTests.js';

/** Tests in a request: as documents, and as files. */
interface Sent {
  readonly tests?: readonly WrittenTest[] | null;
  readonly files?: readonly BotTestFile[] | null;
}

/** The tests of a request, those of files after the others; undefined where it has neither. Fails with `VALIDATION`. */
export async function sentTests({ tests, files }: Sent): Promise<WrittenTest[] | undefined> {
  const [documents, texts] = [tests ?? [], files ?? []];
  if (documents.length + texts.length > MOST_TESTS) {
    throw invalid([{ path: ['tests'], message: `At most ${MOST_TESTS} tests at once` }]);
  }
  if (texts.reduce((sum, { yaml }) => sum + yaml.length, 0) > MOST_CHARACTERS) {
    const message = `At most ${MOST_CHARACTERS} characters at once`;
    throw invalid([{ path: ['files'], message }]);
  }
  if (texts.length > 0) return [...documents, ...(await readYaml(texts))];
  return tests || files ? [...documents] : undefined;
}

@InputType({ description: 'Which tests to run, and on what.' })
class RunBotTestsInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @NullableField(() => ID, 'The version of the bot to run them on; absent: its draft.')
  versionId?: string | null;

  @NullableField(() => [BotTestDocument], {
    description: 'Tests to run in place of those that are stored, at most 500; nothing is stored.',
  })
  tests?: WrittenTest[] | null;

  @NullableField(() => [BotTestFile], {
    description: 'Such tests as files, with a test in each; they run after `tests`.',
  })
  files?: BotTestFile[] | null;
}

@ObjectType({ description: 'The payload of running tests.' })
class RunBotTestsPayload extends Payload {
  @NullableField(() => BotTestRun, 'How they went.') run?: BotTestRun;
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
