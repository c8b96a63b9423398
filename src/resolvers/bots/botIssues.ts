import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { BotPayload } from './botPayload.js';
import { issuesOf, MAX_ISSUES } from './issuesOf.js';

/** The issues of a draft, so that a person can fix them before it is published. */
@Resolver(() => Bot)
export class BotIssues {
  @Holds(MAX_ISSUES)
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotIssue], {
    description:
      'What is wrong with its draft, at most 200 things. Errors keep it from being published only where its policy says so.',
  })
  async issues(@Root() bot: Bot, @Ctx() context: Context): Promise<BotIssue[]> {
    return issuesOf(bot, context);
  }
}

/** The issues in the payload of a mutation that created or changed a bot. */
@Resolver(() => BotPayload)
export class BotPayloadIssues {
  @Holds(MAX_ISSUES)
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotIssue], {
    description: 'What is wrong with its draft now, including what an import removed.',
  })
  async issues(@Root() { bot }: BotPayload, @Ctx() context: Context): Promise<BotIssue[]> {
    return bot ? issuesOf(bot, context) : [];
  }
}
