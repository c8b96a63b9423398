// Flows of files as bots of a workspace: one bot for each id that a flow has where it comes from.
import { bringFiles } from './files.mjs';
import { mediaIn, wasPublic, withTexts } from './flows.mjs';
import { allNodes } from './send.mjs';

const BOTS = `query ($workspaceId: ID!, $after: String) {
  workspace(id: $workspaceId) { bots(first: 100, after: $after) { nodes { id sourceId publicId } nextCursor } }
}`;

/**
 * Brings flows, and notes of each what became of it. `settings` are those of `importFolder.mjs`; `folderOf` finds the folder here
 * for one of there. Gives the ids of the bots here by the ids they have there.
 */
export async function bringBots(parley, { flows, settings, folderOf, note }) {
  const { workspaceId } = settings;
  const here = await allNodes(
    async (after) => (await parley(BOTS, { workspaceId, after })).workspace.bots,
  );
  const botIds = new Map(
    here.flatMap(({ sourceId, id }) => (sourceId === null ? [] : [[sourceId, id]])),
  );
  const run = { parley, settings, folderOf, note, here, botIds };
  // Each gets its id before the others are brought, which may lead to it.
  for (const one of flows) if (one.refused === undefined) await createMissing(run, one);
  for (const one of flows) {
    try {
      if (one.refused !== undefined) throw new Error(one.refused);
      await bringBot(run, one);
    } catch (error) {
      note(one.file, `not imported. ${error.message}`);
    }
  }
  return botIds;
}

async function createMissing(run, one) {
  if (run.botIds.has(one.sourceId)) return;
  try {
    const { bot, outcome } = await sync(run, one, await filed(run, one.flow));
    one.outcome = outcome;
    if (bot) run.botIds.set(one.sourceId, bot.id);
  } catch (error) {
    one.refused = error.message;
  }
}

const SYNC = `mutation ($input: SyncBotInput!) {
  syncBot(input: $input) {
    outcome bot { id name publicId publishedVersionId hasUnpublishedChanges }
    userErrors { message reason }
  }
}`;

async function sync({ parley, settings, ...run }, one, bot) {
  const { workspaceId, isDryRun } = settings;
  const replacesBotId = replacedBy({ settings, ...run }, one);
  const input = { workspaceId, sourceId: one.sourceId, bot, isDryRun, replacesBotId };
  return (await parley(SYNC, { input })).syncBot;
}

/** The bot whose place a flow takes though it was not brought from there, or was changed here; fails where it may not. */
function replacedBy({ settings, here, botIds }, { sourceId, publicId }) {
  const own = botIds.get(sourceId);
  const holder = here.find((bot) => publicId !== undefined && bot.publicId === publicId);
  if (settings.replace) return own ?? holder?.id;
  if (!holder || holder.id === own) return undefined;
  const taken = `The bot ${holder.id} of this workspace has its public id, ${publicId}`;
  throw new Error(`${taken}; --replace puts the flow in its place`);
}

const WORDS = { CREATED: 'imported', UPDATED: 'brought up to date', UNCHANGED: 'unchanged' };

async function bringBot(run, one) {
  const { settings, note, botIds } = run;
  const botId = botIds.get(one.sourceId);
  const isToPublish = settings.publish && wasPublic(one);
  if (botId === undefined) {
    const published = isToPublish ? ` and published at ${settings.server}/${one.publicId}` : '';
    return note(one.file, `would be imported${published}`);
  }
  const { bot, outcome } = await sync(run, one, await asHere(run, one, botId));
  const done = `${bot.name}, ${WORDS[one.outcome ?? outcome]} as ${bot.id}`;
  if (settings.isDryRun) {
    note(one.file, `${done}; nothing was done`);
    if (isToPublish && (outcome !== 'UNCHANGED' || !isLive(bot)))
      note(one.file, `would be published at ${settings.server}/${one.publicId}`);
    return;
  }
  const publicId = await keepPublicId(run, one, bot);
  if (isToPublish) return publish(run, one, { ...bot, publicId });
  note(one.file, done);
  if (settings.publish)
    note(one.file, 'is not published: by its file it was not open to the public there');
  else if (wasPublic(one) && !isLive(bot))
    note(
      one.file,
      `${bot.publishedVersionId === null ? 'is' : 'its changes are'} not published; --publish does so`,
    );
}

/** The flow with the ids that other bots have here, and the addresses of the files that are here. */
async function asHere(run, one, botId) {
  const { parley, settings, note, botIds } = run;
  const { hosts, isDryRun } = settings;
  const addresses = [...mediaIn(one.flow)].filter((address) => hosts.has(new URL(address).host));
  const failed = (address, error) =>
    note(one.file, `${address} stays where it is. ${error.message}`);
  const files = await bringFiles(parley, { botId, addresses, isDryRun, failed });
  const { groups, theme, settings: behaviour } = one.flow;
  const parts = withTexts(
    { groups, theme, settings: behaviour },
    (text) => botIds.get(text) ?? files.get(text) ?? text,
  );
  return filed(run, { ...one.flow, ...parts });
}

/** The flow in the folder here that stands for the one it is in there. */
async function filed({ folderOf }, flow) {
  return flow.folderId ? { ...flow, folderId: await folderOf(flow.folderId) } : flow;
}

const UPDATE = `mutation ($input: UpdateBotInput!) {
  updateBot(input: $input) { userErrors { message reason } }
}`;

/** Gives a bot the public id that visitors know, and answers which it has now. */
async function keepPublicId({ parley, note }, { file, publicId }, bot) {
  if (publicId === undefined || publicId === bot.publicId) return bot.publicId;
  try {
    await parley(UPDATE, { input: { botId: bot.id, bot: { publicId } } });
    return publicId;
  } catch (error) {
    note(file, `does not have its public id, ${publicId}. ${error.message}`);
    return bot.publicId;
  }
}

const PUBLISH = `mutation ($input: PublishBotInput!) {
  publishBot(input: $input) { bot { publicId issues { message } } userErrors { message reason } }
}`;

function isLive({ publishedVersionId, hasUnpublishedChanges }) {
  return publishedVersionId !== null && !hasUnpublishedChanges;
}

/** Publishes a bot, unless visitors chat with just this already. */
async function publish({ parley, settings, note }, { file }, bot) {
  const { publicId, issues } = isLive(bot)
    ? { publicId: bot.publicId, issues: [] }
    : (await parley(PUBLISH, { input: { botId: bot.id } })).publishBot.bot;
  note(file, `${bot.name}, published at ${settings.server}/${publicId}`);
  for (const { message } of issues) note(file, `  ${message}`);
}
