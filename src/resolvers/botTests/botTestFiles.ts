import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotTestFile } from '../../schema/botTest.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { writeYaml } from '../../simulation/testYaml.js';

/** The written tests of a bot as files. */
@Resolver()
export class BotTestFiles {
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
