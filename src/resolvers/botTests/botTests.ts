import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  Query,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotTest, BotTestFile, BotTestDocument } from '../../schema/botTest.js';
import { BotTestSchedule, ScheduledTestRun } from '../../schema/botTestSchedule.js';
import { Costs, Holds, STATEMENT, DOCUMENT } from '../../schema/queryCost.js';
import { accessBot } from '../../auth/access.js';
import { writeYaml } from '../../simulation/testYaml.js';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { findBotTest, saveBotTest, saveBotTests, deleteBotTest } from '../../storage/botTests.js';
import { MutationInput } from '../mutationInput.js';
import { invalid } from '../../errors/errors.js';
import { BotPayload } from '../bots/botPayload.js';
import { sentTests } from './runBotTests.js';
import { DeletePayload } from '../deletePayload.js';
import { TestInterval } from '../../schema/enums.js';
import { setTestSchedule } from '../../storage/testSchedules.js';

/** The written tests of a bot, and when they run. */
@Resolver(() => Bot)
export class BotTests {
  @Holds(100)
  @Costs(STATEMENT)
  @FieldResolver(() => [BotTest], {
    description: 'Its written tests, by their names: at most 500 (docs/guide/prove-a-flow.md).',
  })
  async tests(@Root() { id }: Bot, @Ctx() context: Context): Promise<BotTest[]> {
    return context.loaders().botTests.load(id);
  }

  @FieldResolver(() => BotTestSchedule, {
    nullable: true,
    description: 'When they run on what is live, and how they last went; null: they do not.',
  })
  async testSchedule(
    @Root() { id }: Bot,
    @Ctx() context: Context,
  ): Promise<BotTestSchedule | undefined> {
    return context.loaders().testSchedule.load(id);
  }
}

/** The fields of a scheduled run that are not stored with it. */
@Resolver(() => ScheduledTestRun)
export class ScheduledTestRunFields {
  @FieldResolver(() => BotVersion, { nullable: true, description: 'The version that was live.' })
  async version(
    @Root() { versionId }: ScheduledTestRun,
    @Ctx() context: Context,
  ): Promise<BotVersion | undefined> {
    return context.loaders().version.load(versionId);
  }
}

/** A name of a file for each name of a test: of letters without accents, digits and dashes, with a number where it would be another's. */
function fileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
    const stem =
      plain
        .match(/[a-z0-9]+/g)
        ?.join('-')
        .slice(0, 80) ?? 'test';
    let [made, count] = [stem, 1];
    while (taken.has(made)) made = `${stem}-${(count += 1)}`;
    taken.add(made);
    return `${made}.yaml`;
  });
}

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

@InputType({ description: 'Which test to delete.' })
class DeleteBotTestInput extends MutationInput {
  @Field(() => ID, 'The bot it is of.') botId: string;
  @Field(() => ID, 'The test.') botTestId: string;
}

@InputType({ description: 'When the written tests of a bot run.' })
class SetBotTestScheduleInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @NullableField(() => TestInterval, {
    description: 'How often they run, the first time within a minute; null or absent: no more.',
  })
  every: TestInterval | null;
}

/** Saves, lists and deletes written tests. */
@Resolver()
export class BotTestMutations {
  @Holds(100)
  @Costs(DOCUMENT)
  @Query(() => [BotTestFile], {
    description:
      'The written tests of a bot as files in YAML, in the order of their names; `saveBotTests` takes them back.',
  })
  async botTestFiles(
    @Arg('botId', () => ID, { description: 'The bot.' }) botId: string,
    @Ctx() context: Context,
  ): Promise<BotTestFile[]> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
    const stored = await context.loaders().botTests.load(botId);
    if (stored.length === 0) return [];
    const end = context.simulations.begin(caller?.userId);
    try {
      const texts = await writeYaml(stored.map(({ test }) => test));
      const names = fileNames(stored.map(({ name }) => name));
      return texts.map((yaml, index) => ({ fileName: names[index] ?? '', yaml }));
    } finally {
      end();
    }
  }

  /** Creates or changes a written test. Neither the bot nor its revision changes. */
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
