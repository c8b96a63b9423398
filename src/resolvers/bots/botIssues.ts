import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { BotPayload } from './botPayload.js';
import { issuesOf, MOST_TOLD } from './issuesOf.js';

/** What is wrong with the draft of a bot, so that a person can mend it before it is published. */
@Resolver(() => Bot)
export class BotIssues {
  @Holds(MOST_TOLD)
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotIssue], {
    description:
      'What is wrong with its draft, at most 200 things; nothing keeps it from being published.',
  })
  async issues(@Root() bot: Bot, @Ctx() context: Context): Promise<BotIssue[]> {
    return issuesOf(bot, context);
  }
}

/** The issues in the answer to whoever has just made or changed a bot. */
@Resolver(() => BotPayload)
export class BotPayloadIssues {
  @Holds(MOST_TOLD)
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotIssue], {
    description: 'What is wrong with its draft now, including what an import removed.',
  })
  async issues(@Root() { bot }: BotPayload, @Ctx() context: Context): Promise<BotIssue[]> {
    return bot ? issuesOf(bot, context) : [];
  }
}
