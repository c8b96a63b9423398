// Imports every flow of a folder into a workspace, and publishes it: node importFolder.mjs <folder> <workspaceId>
// A flow takes the place of that of the bot in the workspace that has its public id. Bots that lead to each other do so here,
// too. A flow that cannot be imported is named, and the others go on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', workspaceId] = process.argv.slice(2);
const server = process.env.PARLEY ?? 'http://127.0.0.1:3000';

async function send(method, path, body) {
  const response = await globalThis.fetch(`${server}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${process.env.TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** The bots that the workspace has already, by their public ids. */
const known = new Map();
for (let cursor = ''; cursor !== null;) {
  const page = await send('GET', `bots?workspaceId=${workspaceId}&limit=100${cursor}`);
  for (const { publicId, id } of page.bots) if (publicId) known.set(publicId, id);
  cursor = page.nextCursor && `&cursor=${page.nextCursor}`;
}

/** Puts a flow in place of that of a bot. */
async function replaceFlow(id, flow) {
  const { version, groups, edges, events, variables, theme, settings } = flow;
  const bot = { version, groups, edges, events, variables, theme, settings };
  return send('PATCH', `bots/${id}`, { bot });
}

/** Every bot gets a new id, by which others lead to it. */
const newIds = new Map();
const imported = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  try {
    const flow = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const before = known.get(flow.publicId);
    const { bot } = before
      ? await replaceFlow(before, flow)
      : await send('POST', 'bots/import', { workspaceId, bot: flow });
    if (flow.id) newIds.set(flow.id, bot.id);
    imported.push({ file, bot, publicId: flow.publicId });
  } catch (error) {
    console.log(`${file}: not imported. ${error.message}`);
  }
}

for (const { file, bot, publicId } of imported) {
  try {
    let text = JSON.stringify(bot.groups);
    for (const [before, now] of newIds) text = text.replaceAll(`"${before}"`, `"${now}"`);
    await send('PATCH', `bots/${bot.id}`, { bot: { groups: JSON.parse(text) } });
    // The public id that visitors know, where nobody here has it.
    if (publicId) await send('PATCH', `bots/${bot.id}`, { bot: { publicId } });
    const published = await send('POST', `bots/${bot.id}/publish`, {});
    console.log(`${file}: ${bot.name}, published at ${server}/${published.publicId}`);
    for (const { message } of published.issues) console.log(`  ${message}`);
  } catch (error) {
    console.log(`${file}: imported as ${bot.id}, not published. ${error.message}`);
  }
}
