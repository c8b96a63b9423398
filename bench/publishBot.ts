import { z } from 'zod';
import { ask } from './ask.js';
import { benchFlow } from './flow.js';
import type { BenchServer } from './server.js';

const created = z.object({ workspace: z.object({ id: z.string() }) });
const imported = z.object({ bot: z.object({ id: z.string() }) });
const published = z.object({ publicId: z.string() });

/** A published bot in a new workspace. */
export interface PublishedBot {
  readonly botId: string;
  readonly workspaceId: string;
  readonly publicId: string;
}

/** Makes a workspace, imports a flow and publishes it, over REST. */
export async function publishInWorkspace(server: BenchServer, flow: object): Promise<PublishedBot> {
  const { workspaceId, botId } = await importWithWorkspace(server, flow);
  const { publicId } = published.parse(await send(server, `bots/${botId}/publish`, {}));
  return { workspaceId, botId, publicId };
}

/** Makes the same; returns only the bot's public id. */
export async function publishBot(server: BenchServer, flow: object = benchFlow): Promise<string> {
  return (await publishInWorkspace(server, flow)).publicId;
}

/** Makes a workspace and imports a flow. */
export async function importWithWorkspace(server: BenchServer, flow: object) {
  const { workspace } = created.parse(await send(server, 'workspaces', { name: 'Bench' }));
  const body = { workspaceId: workspace.id, bot: flow };
  const { bot } = imported.parse(await send(server, 'bots/import', body));
  return { workspaceId: workspace.id, botId: bot.id };
}

async function send(server: BenchServer, path: string, body: object): Promise<unknown> {
  return (await ask(server, `/api/v1/${path}`, { body })).json();
}
