import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotTest } from '../../schema/botTest.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The written tests of a bot. */
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
}
