import type { Context } from '../../context/context.js';
import {
  compileFlow,
  linksAtOnce,
  linkTarget,
  oncePer,
  type Flow,
  type FlowDefinition,
  type LinkTarget,
} from '../../engine/index.js';
import { breathe } from '../../eventLoop/steps.js';
import type { Bot } from '../../schema/bot.js';

/** Places in other bots that are looked at, at most: each may read the flow of a bot. */
const MOST_PLACES = 50;

/** How far links of links are followed, at most: in each round flows are read. */
const MOST_ROUNDS = 4;

const compiled = oncePer((definition: FlowDefinition) => compileFlow('', definition));

/** Names where a link leads. */
export function keyOfLink({ botId, groupId }: LinkTarget): string {
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
  const left = new Map(links.map((link) => [keyOfLink(link), link]));
  if (left.size === 0) return new Set();
  const following = new Map<string, readonly string[]>();
  let waiting: readonly LinkTarget[] = [...left.values()];
  for (let round = 0; round < MOST_ROUNDS && left.size <= MOST_PLACES; round += 1) {
    const flows = await Promise.all(
      waiting.map(async ({ botId }) =>
        botId === bot.id ? compiled(draft) : liveFlow(context, bot, botId),
      ),
    );
    const found: LinkTarget[] = [];
    for (const [index, link] of waiting.entries()) {
      const flow = flows[index];
      await breathe();
      const next = flow && linksAtOnce(flow, link.groupId);
      if (!next) continue;
      following.set(keyOfLink(link), next.map(keyOfLink));
      found.push(...next.filter((one) => !left.has(keyOfLink(one))));
      for (const one of next) left.set(keyOfLink(one), one);
    }
    waiting = found;
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

/** The live version of a bot of the same workspace. */
async function liveFlow(
  context: Context,
  { workspaceId }: Bot,
  botId: string,
): Promise<Flow | undefined> {
  const loaders = context.loaders();
  const other = await loaders.bot.load(botId);
  if (other?.workspaceId !== workspaceId || other.isArchived || !other.liveVersionId)
    return undefined;
  const version = await loaders.version.load(other.liveVersionId);
  return version && compiled(await loaders.definition.load(version.flowId));
}
