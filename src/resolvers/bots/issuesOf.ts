import type { Context } from '../../context/context.js';
import { namedIds, type FlowDefinition } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import type { BotIssue } from '../../schema/botIssue.js';
import { draftOf } from './draftOf.js';
import { findFlowIssues } from './findFlowIssues.js';

/** Issues in a list, at most: more than anybody reads at once. */
export const MAX_ISSUES = 200;

/** The issues of a bot's draft, given the credentials and bots of its workspace. */
export async function issuesOf(bot: Bot, context: Context): Promise<BotIssue[]> {
  return issuesIn(context, { bot, draft: await draftOf(bot, context), most: MAX_ISSUES });
}

/** Which draft of a bot to search, and for how many issues. */
interface Searched {
  readonly bot: Bot;
  readonly draft: FlowDefinition;
  readonly most: number;
}

/** The issues of any draft of the bot. */
export async function issuesIn(
  context: Context,
  { bot, draft, most }: Searched,
): Promise<BotIssue[]> {
  const { workspaceId, messengerCredentialsId: messenger } = bot;
  const loaders = context.loaders();
  const [credentials, linked] = await Promise.all([
    loaders.credentials.load(workspaceId),
    loaders.bot.loadMany(namedIds(draft, 'bot')),
  ]);
  // Bots of other workspaces count as missing.
  const bots = linked.filter(
    (other): other is Bot =>
      other instanceof Bot && other.workspaceId === workspaceId && !other.isArchived,
  );
  const around = {
    credentials: new Map(credentials.map(({ id, type }) => [id, type])),
    bots: new Set(bots.map(({ id }) => id)),
    unpublished: new Set(
      bots.flatMap(({ id, liveVersionId }) => (liveVersionId === null ? [id] : [])),
    ),
    messenger,
    revision: bot.revision,
  };
  return unhurried(findFlowIssues(draft, around, most));
}
