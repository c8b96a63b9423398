import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Bot } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { linkedBotIds } from '../../engine/index.js';
import { draftOf } from './draftOf.js';
import { findFlowIssues } from './findFlowIssues.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';

/** How many issues are told at once: whoever has more has begun somewhere else. */
const MOST_TOLD = 200;

/** What is wrong with the draft of a bot, so that a person can mend it before it is published. */
@Resolver(() => Bot)
export class BotIssues {
  @Holds(MOST_TOLD)
  @Costs(DOCUMENT)
  @FieldResolver(() => [BotIssue], {
    description: 'What is wrong with its draft, at most 200 things; nothing keeps it from running.',
  })
  async issues(@Root() bot: Bot, @Ctx() context: Context): Promise<BotIssue[]> {
    const { workspaceId, messengerCredentialsId: messenger } = bot;
    const draft = await draftOf(bot, context);
    const loaders = context.loaders();
    const [credentials, linked] = await Promise.all([
      loaders.credentials.load(workspaceId),
      loaders.bot.loadMany(linkedBotIds(draft)),
    ]);
    // A bot elsewhere and one that is not there look the same.
    const bots = linked.flatMap((other) =>
      other instanceof Bot && other.workspaceId === workspaceId && !other.isArchived
        ? [other.id]
        : [],
    );
    const known = new Set(credentials.map(({ id }) => id));
    const around = { credentials: known, bots: new Set(bots), messenger };
    return findFlowIssues(draft, around).slice(0, MOST_TOLD);
  }
}
