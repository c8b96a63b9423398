import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
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
