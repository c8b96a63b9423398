import { Ctx, FieldResolver, Resolver, Root, Arg, Query } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { namedIds, type FlowDefinition, type FlowOverride } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot } from '../../schema/bot.js';
import { BotIssue } from '../../schema/botIssue.js';
import { draftOf } from './draftOf.js';
import { endlessLinks } from './outsideIssues.js';
import { findFlowIssues, worstOf } from './findFlowIssues.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { BotPayload } from './botPayload.js';
import { FlowOverride as FlowOverrideScalar } from '../../schema/scalars.js';

/** Issues in a list, at most: more than anybody reads at once. */
export const MAX_ISSUES = 200;

/** Issues that are found in a draft, at most: the worst ones. */
const MOST_FOUND = 5_000;

/** The issues of a bot's draft, given the credentials and bots of its workspace: the worst ones. */
async function issuesOf(bot: Bot, context: Context): Promise<BotIssue[]> {
  const { revision } = bot;
  const draft = await draftOf(bot, context);
  return worstOf(await issuesIn(context, bot, { draft, revision }), MAX_ISSUES);
}

/**
 * What was found in drafts, and around which parts of the workspace: an editor asks for what its edit changed, then for all, and the next edit
 * compares with both. Processes keep the drafts that they wrote, and so what was found in them.
 */
const found = new WeakMap<
  FlowDefinition,
  { readonly around: string; readonly issues: BotIssue[] }
>();

/** Which draft of a bot to search. */
interface Searched {
  readonly draft: FlowDefinition;
  /** The revision that it is of, which the fixes of its issues name. */
  readonly revision: number;
}

/** The issues of any draft of the bot, at most 5,000. */
export async function issuesIn(
  context: Context,
  bot: Bot,
  { draft, revision }: Searched,
): Promise<readonly BotIssue[]> {
  const { workspaceId, messengerCredentialsId: messenger } = bot;
  const loaders = context.loaders();
  const [credentials, linked, endless] = await Promise.all([
    loaders.credentials.load(workspaceId),
    loaders.bot.loadMany(namedIds(draft, 'bot')),
    endlessLinks(context, bot, draft),
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
    endless,
    messenger,
    revision,
  };
  const key = JSON.stringify(around, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  const before = found.get(draft);
  if (before?.around === key) return before.issues;
  const issues = await unhurried(findFlowIssues(draft, around, MOST_FOUND));
  found.set(draft, { around: key, issues });
  return issues;
}

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

/** The issues of a flow in the request; takes no token. */
@Resolver()
export class FlowIssues {
  @Holds(MAX_ISSUES)
  @Costs(DOCUMENT)
  @Query(() => [BotIssue], {
    description:
      'What would be wrong with a bot made of a flow, at most 200 things, without storing it; takes no token. No credentials and no other bots are known to it.',
  })
  async flowIssues(
    @Arg('flow', () => FlowOverrideScalar, { description: 'The flow, such as an exported bot.' })
    flow: FlowOverride,
  ): Promise<BotIssue[]> {
    const none = new Set<string>();
    const around = {
      credentials: new Map(),
      bots: none,
      unpublished: none,
      endless: none,
      messenger: null,
      revision: null,
    };
    return unhurried(findFlowIssues(flow, around, MAX_ISSUES));
  }
}
