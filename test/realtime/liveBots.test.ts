import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { publishIn } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const servers = useTwoServers();
const { here } = servers;

const LIVE = `subscription ($workspaceId: ID!) {
  botsChanged(workspaceId: $workspaceId) { mustReload changed { id name folderId publishedVersionId } removedIds }
}`;

test('a list of the bots of a workspace follows what is done to them on another server', async () => {
  const { workspace } = await bodyOf(here.createWorkspace({ name: 'Bots' }));
  const workspaceId = workspace.id;
  const client = openWatcher(servers.second().url, { authorization: `Bearer ${TOKEN}` });
  const stream = client.iterate({ query: LIVE, variables: { workspaceId } });
  const list = new Map<unknown, unknown>();
  const follow = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) {
      const event = recordAt((await stream.next()).value, 'data.botsChanged');
      const { mustReload, changed, removedIds } = event as unknown as Event;
      expect(mustReload).toBe(false);
      for (const bot of changed) list.set(bot.id, bot);
      for (const id of removedIds) list.delete(id);
    }
  };
  expect(recordAt((await stream.next()).value, 'data.botsChanged')).toMatchObject({
    mustReload: true,
    changed: [],
  });

  const { bot } = await bodyOf(here.createBot({ workspaceId, bot: botOf(interview) }));
  await follow(() => list.has(bot.id));
  await bodyOf(here.updateBot({ botId: bot.id, bot: { name: 'Renamed' } }));
  await bodyOf(here.publishBot({ botId: bot.id }));
  await follow(() => JSON.stringify(list.get(bot.id)).includes('"ver_'));
  expect(list.get(bot.id)).toEqual({
    id: bot.id,
    name: 'Renamed',
    folderId: null,
    publishedVersionId: expect.stringMatching(/^ver_/) as unknown,
  });
  const { folder } = await bodyOf(here.createFolder({ workspaceId, folderName: 'Old ones' }));
  await moveTo({ botIds: [bot.id], toFolderId: folder.id });
  await follow(() => JSON.stringify(list.get(bot.id)).includes(folder.id));
  await bodyOf(here.deleteFolder({ workspaceId, folderId: folder.id }));
  await follow(() => !JSON.stringify(list.get(bot.id)).includes(folder.id));
  await bodyOf(here.deleteBot({ botId: bot.id }));
  await follow(() => !list.has(bot.id));
  await client.dispose();
});

const TOTALS = `subscription ($workspaceId: ID!, $timeFilter: TimeFilter) {
  botStatsChanged(workspaceId: $workspaceId, timeFilter: $timeFilter) {
    mustReload changed { botId totalViews totalStarts totalCompleted completionRate } } }`;

test('a list of bots shows how many views, starts and completions each has, as chats go on at another server', async () => {
  const { workspace } = await bodyOf(here.createWorkspace({ name: 'Totals' }));
  const workspaceId = workspace.id;
  const publish = () => publishIn(here, workspaceId, botOf(interview));
  const early = await publish();
  const client = openWatcher(servers.second().url, { authorization: `Bearer ${TOKEN}` });
  const watchTotals = async (timeFilter: string) => {
    const stream = client.iterate({ query: TOTALS, variables: { workspaceId, timeFilter } });
    const shown = new Map<unknown, Shown>();
    const next = async () => recordAt((await stream.next()).value, 'data.botStatsChanged');
    expect(await next()).toEqual({ mustReload: true, changed: [] });
    return async (botId: string, totals: Shown): Promise<void> => {
      const isShown = () =>
        JSON.stringify(shown.get(botId)) === JSON.stringify({ botId, ...totals });
      while (!isShown()) {
        const { changed } = (await next()) as unknown as { changed: Shown[] };
        for (const one of changed) shown.set(one['botId'], one);
      }
    };
  };
  const [all, today] = [await watchTotals('ALL_TIME'), await watchTotals('TODAY')];

  const { sessionId } = await bodyOf(here.startChat({ publicId: early.publicId }));
  const viewed = { totalViews: 1, totalStarts: 0, totalCompleted: 0, completionRate: null };
  await Promise.all([all(early.botId, viewed), today(early.botId, viewed)]);
  await bodyOf(here.continueChat({ sessionId, message: 'Ada' }));
  await all(early.botId, { ...viewed, totalStarts: 1, completionRate: 0 });
  const late = await publish();
  await all(late.botId, { ...viewed, totalViews: 0 });
  await bodyOf(here.startChat({ publicId: late.publicId }));
  await Promise.all([all(late.botId, viewed), today(late.botId, viewed)]);
  await client.dispose();
});

interface Event {
  readonly mustReload: boolean;
  readonly changed: readonly { readonly id: string }[];
  readonly removedIds: readonly string[];
}

async function moveTo(input: object): Promise<void> {
  const query = `mutation ($input: MoveBotsInput!) { moveBots(input: $input) { userErrors { message } } }`;
  const { data } = await queryGraphql(servers.first().url, { query, variables: { input } });
  expect(data).toEqual({ moveBots: { userErrors: [] } });
}
