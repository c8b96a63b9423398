import { LRUCache } from 'lru-cache';
import type { Context } from '../../context/context.js';
import {
  compileFlow,
  linksAtOnce,
  linkTarget,
  oncePer,
  type FlowDefinition,
  type LinkTarget,
  accountsIn,
  type LocatedBlock,
} from '../../engine/index.js';
import { breathe } from '../../eventLoop/steps.js';
import type { Bot } from '../../schema/bot.js';
import { findDefinitions } from '../../storage/flows.js';
import { issue, type PlacedIssue } from './placedIssue.js';

/** Places in other bots that are looked at, at most: each may read the flow of a bot. */
const MOST_PLACES = 50;

/** How far links of links are followed, at most: in each round flows are read. */
const MOST_ROUNDS = 4;

const compiled = oncePer((definition: FlowDefinition) => compileFlow('', definition));

/** Names where a link leads. */
function keyOfLink({ botId, groupId }: LinkTarget): string {
  return JSON.stringify([botId, groupId]);
}

/**
 * Where links lead from which chats only come to further links, in a circle, before anything is asked: of the links of a draft, and of those of
 * the live versions they lead to. Circles of more than four bots, and more than 50 places, are not looked at.
 */
export async function endlessLinks(
  context: Context,
  bot: Bot,
  draft: FlowDefinition,
): Promise<ReadonlySet<string>> {
  const links = draft.groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => linkTarget(block) ?? []),
  );
  const known = new Map(links.map((link) => [keyOfLink(link), link]));
  if (known.size === 0) return new Set();
  const following = new Map<string, readonly string[]>();
  let waiting: readonly LinkTarget[] = [...known.values()];
  for (let round = 0; round < MOST_ROUNDS && known.size <= MOST_PLACES; round += 1) {
    const flowIds = await Promise.all(
      waiting.map(async ({ botId }) => liveFlowId(context, bot, botId)),
    );
    const found = new Map<string, LinkTarget>();
    // One after the other: a server may not have room for all of their flows.
    for (const [index, { botId, groupId }] of waiting.entries()) {
      const next =
        botId === bot.id
          ? linksAtOnce(compiled(draft), groupId)
          : await linksOfLive(context, flowIds[index], groupId);
      if (!next) continue;
      following.set(keyOfLink({ botId, groupId }), next.map(keyOfLink));
      for (const one of next) found.set(keyOfLink(one), one);
    }
    waiting = [...found].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
    for (const one of waiting) known.set(keyOfLink(one), one);
  }
  return endlessAmong(following);
}

/** Those of some places from which only such places follow. */
function endlessAmong(following: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const endless = new Set(following.keys());
  let before;
  do {
    before = endless.size;
    for (const [key, next] of following)
      if (!next.every((one) => endless.has(one))) endless.delete(key);
  } while (endless.size < before);
  return endless;
}

/** Links by the id of their flow and the group where chats begin. Flows with an id never change, and reading one takes long. */
const linksKnown = new LRUCache<string, { readonly links: readonly LinkTarget[] | undefined }>({
  maxSize: 100_000,
  sizeCalculation: ({ links }) => 1 + (links?.length ?? 0),
});

/** The links that chats come to at once from a group of a live flow. */
async function linksOfLive(
  context: Context,
  flowId: string | undefined,
  groupId: string,
): Promise<readonly LinkTarget[] | undefined> {
  if (flowId === undefined) return undefined;
  const key = JSON.stringify([flowId, groupId]);
  const known = linksKnown.get(key);
  if (known) return known.links;
  const definition = (await findDefinitions(context.openUnit(), [flowId])).get(flowId);
  const links = definition && linksAtOnce(compileFlow(flowId, definition), groupId);
  await breathe();
  linksKnown.set(key, { links });
  return links;
}

/** The id of the flow that is live in a bot of the same workspace. */
async function liveFlowId(
  context: Context,
  { workspaceId }: Bot,
  botId: string,
): Promise<string | undefined> {
  const { bot, version } = context.loaders();
  const other = await bot.load(botId);
  if (other?.workspaceId !== workspaceId || other.isArchived || !other.liveVersionId)
    return undefined;
  return (await version.load(other.liveVersionId))?.flowId;
}

/** The things of a flow's workspace that its blocks may refer to. */
export interface WorkspaceParts {
  /** The types of the credentials, by id. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly bots: ReadonlySet<string>;
  /** Those of the bots that have no published version. */
  readonly unpublished: ReadonlySet<string>;
  /** Where links lead that go round through other bots: see `endlessLinks`. */
  readonly endless: ReadonlySet<string>;
  /** The credentials of the bot's messenger channel, if it has any. */
  readonly messenger: string | null;
  /** The revision of the draft; null for a flow that is none. */
  readonly revision: number | null;
}

/** What is wrong with a block and its workspace, besides parts that are missing. */
export function* outsideIssues(
  at: LocatedBlock,
  { credentials, endless }: WorkspaceParts,
): Generator<PlacedIssue> {
  const link = linkTarget(at.block);
  if (link && endless.has(keyOfLink(link)))
    yield issue('LOOP_WITHOUT_INPUT', at, 'through other bots');
  for (const { id, type, path } of accountsIn(at.block)) {
    const own = credentials.get(id);
    if (own !== undefined && own !== type)
      yield issue('CREDENTIALS_OF_OTHER_TYPE', { ...at, path }, `${own}, not ${type}`);
  }
}
