import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Bot } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { linkedBotIds } from '../../engine/index.js';
import { draftOf } from './draftOf.js';
import { findFlowIssues } from './findFlowIssues.js';

/** How many issues are told at once: whoever has more has begun somewhere else. */
const MOST_TOLD = 200;

/** What is wrong with the draft of a bot, so that a person can mend it before it is published. */
@Resolver(() => Bot)
export class BotIssues {
  @FieldResolver(() => [BotIssue], {
    description: 'What is wrong with its draft, at most 200 things; nothing keeps it from running.',
  })
  async issues(@Root() bot: Bot, @Ctx() context: Context): Promise<BotIssue[]> {
    const { workspaceId, messengerCredentialsId: messenger } = bot;
    const draft = await draftOf(bot, context);
    const loaders = context.loaders();
    const [credentials, linked] = await Promise.all([
      loaders.knownCredentials.load(workspaceId),
      loaders.bot.loadMany(linkedBotIds(draft)),
    ]);
    // A bot elsewhere and one that is not there look the same.
    const bots = linked.flatMap((other) =>
      other instanceof Bot && other.workspaceId === workspaceId && !other.isArchived
        ? [other.id]
        : [],
    );
    const around = { credentials, bots: new Set(bots), messenger };
    return findFlowIssues(draft, around).slice(0, MOST_TOLD);
  }
}
