import type { JsonObject } from '@parley/client';
import type { PublishedBot } from './showPublished.js';

/** A reply over REST: an object. */
type Answer = Readonly<Record<string, unknown>>;

/**
 * Makes a bot of a flow in a workspace (in a new one for an empty `chosen`) and publishes it, at the address that the flow had
 * before where nobody here has it. Throws an `Error` with the words of a refusal.
 */
export async function publish(url: string, chosen: string, bot: JsonObject): Promise<PublishedBot> {
  const made =
    chosen || idIn((await call(url, 'POST workspaces', { name: 'My bots' }))['workspace']);
  const botId = idIn((await call(url, 'POST bots/import', { workspaceId: made, bot }))['bot']);
  const { publicId } = bot;
  if (typeof publicId === 'string') {
    // Where it is taken, or none that this server allows, the bot gets one of its own.
    await call(url, `PATCH bots/${botId}`, { bot: { publicId } }).catch(() => undefined);
  }
  return published(url, botId);
}

/** What a flow is, without what it belongs to. */
const PARTS = ['version', 'groups', 'edges', 'events', 'variables', 'theme', 'settings'];

/** Puts a flow in place of that of a bot, and publishes it. Throws an `Error` with the words of a refusal. */
export async function replaceFlow(
  url: string,
  botId: string,
  flow: JsonObject,
): Promise<PublishedBot> {
  const bot = Object.fromEntries(Object.entries(flow).filter(([name]) => PARTS.includes(name)));
  await call(url, `PATCH bots/${botId}`, { bot });
  return published(url, botId);
}

async function published(url: string, botId: string): Promise<PublishedBot> {
  const { publicId } = await call(url, `POST bots/${botId}/publish`, {});
  return { botId, publicId: String(publicId) };
}

/** Calls an endpoint, such as `POST workspaces`, as the person who is signed in. */
async function call(url: string, endpoint: string, body: object): Promise<Answer> {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers = { 'content-type': 'application/json' };
  const sent = { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/v1/${path}`, sent);
  // Replies and failures are objects.
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(String(answer['message']));
  return answer;
}

function idIn(record: unknown): string {
  return typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : '';
}
