import { bodyOf, type Transport } from './transports.js';

/** What the operations beyond the interface are sent, each with a thing of its own to work on. */
export async function authoringSent(
  door: Transport,
  workspaceId: string,
): Promise<Record<string, object>> {
  const makeBot = async (bot: object) => {
    const made = await bodyOf(door.createBot({ workspaceId, bot }));
    return made.bot.id;
  };
  const makeFolder = async () => (await bodyOf(door.createFolder({ workspaceId }))).folder.id;
  const target = await makeBot({});
  const options = { botId: target };
  const link = { id: 'b', type: 'Bot link', options };
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [link] };
  const archived = await makeBot({});
  await bodyOf(door.deleteBot({ botId: archived }));
  const folderId = await makeFolder();
  const gone = await bodyOf(door.createWorkspace({ name: 'Gone' }));
  const template = { workspaceId, name: 'Night', theme: {} };
  await bodyOf(door.saveThemeTemplate({ ...template, themeTemplateId: 'night' }));
  await bodyOf(door.saveThemeTemplate({ ...template, themeTemplateId: 'old' }));
  for (const name of ['a.example.com', 'b.example.com']) {
    await bodyOf(door.addDomain({ workspaceId, name }));
  }
  const published = await makeBot({});
  const { version } = await bodyOf(door.publishBot({ botId: published }));
  await bodyOf(door.publishBot({ botId: published }));
  const ofVersion = { botId: published, versionId: version.id };
  return {
    listVersions: { botId: published },
    readVersion: ofVersion,
    diffVersion: ofVersion,
    restoreVersion: ofVersion,
    rollbackBot: ofVersion,
    listBots: { workspaceId },
    deleteBot: { botId: await makeBot({}) },
    restoreBot: { botId: archived },
    unpublishBot: { botId: target },
    linkedBots: { botId: await makeBot({ groups: [group] }) },
    listFolders: { workspaceId },
    createFolder: { workspaceId, folderName: 'New' },
    readFolder: { folderId, workspaceId },
    updateFolder: { folderId, workspaceId, folder: { name: 'Renamed' } },
    deleteFolder: { folderId: await makeFolder(), workspaceId },
    listWorkspaces: {},
    readWorkspace: { workspaceId },
    updateWorkspace: { workspaceId, name: 'Renamed' },
    deleteWorkspace: { workspaceId: gone.workspace.id },
    listThemeTemplates: { workspaceId },
    saveThemeTemplate: { ...template, themeTemplateId: 'day' },
    deleteThemeTemplate: { workspaceId, themeTemplateId: 'old' },
    listDomains: { workspaceId },
    addDomain: { workspaceId, name: 'c.example.com' },
    checkDomain: { workspaceId, name: 'a.example.com' },
    verifyDomain: { workspaceId, name: 'a.example.com' },
    removeDomain: { workspaceId, name: 'b.example.com' },
  };
}
