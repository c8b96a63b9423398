import { z } from 'zod';
import { benchFlow } from './flow.js';
import type { BenchServer } from './server.js';

const created = z.object({ workspace: z.object({ id: z.string() }) });
const imported = z.object({ bot: z.object({ id: z.string() }) });
const published = z.object({ publicId: z.string() });

/** Makes a workspace, imports a flow and publishes it, over REST; returns the bot's public id. */
export async function publishBot(server: BenchServer, flow: object = benchFlow): Promise<string> {
  const botId = await importBot(server, flow);
  const { publicId } = published.parse(await send(server, `bots/${botId}/publish`, {}));
  return publicId;
}

/** Makes a workspace and imports a flow; returns the id of the bot. */
export async function importBot(server: BenchServer, flow: object): Promise<string> {
  const { workspace } = created.parse(await send(server, 'workspaces', { name: 'Bench' }));
  const body = { workspaceId: workspace.id, bot: flow };
  return imported.parse(await send(server, 'bots/import', body)).bot.id;
}

async function send({ port, token }: BenchServer, path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
