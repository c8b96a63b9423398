// Downloads a workspace of the original product by its API, for importFolder.mjs:
//   ORIGINAL_TOKEN=… node downloadOriginal.mjs <address> <workspaceId there> <folder> [--results]
// May be stopped and run again at any time: results that are in the folder are not downloaded again.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from './moving/optionsOf.mjs';
import { readResults, resultsFile } from './moving/results.mjs';
import { send } from './moving/send.mjs';

const { values: options, positionals } = optionsOf({
  allowPositionals: true,
  options: { results: { type: 'boolean' } },
});
const [address, workspaceId, folder] = positionals;
if (folder === undefined) {
  console.error(
    'Say from where and where to: downloadOriginal.mjs <address> <workspaceId> <folder>',
  );
  process.exit(2);
}
process.on('uncaughtException', ({ message }) => {
  console.error(`${message}. What was downloaded is there: run the same again.`);
  process.exit(1);
});

/** The most results of a page of the original. */
const PAGE = 100;
const NEWLINE = 10;

const token = process.env.ORIGINAL_TOKEN;
/** Reads an address of the API; members of the query that are undefined are left out. */
async function read(path, query = {}) {
  const url = new URL(`/api/v1/${path}`, address);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return send(url.href, { token });
}

/** What the API has, or nothing where the plan, the role or the version of the original gives no access. */
async function readIfAllowed(what, load) {
  try {
    return await load();
  } catch (error) {
    if (error.status !== 403 && error.status !== 404) throw error;
    console.log(`${what}: left out. ${error.message}`);
    return [];
  }
}

function write(name, value) {
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}

async function readFolders(parentFolderId) {
  const { folders } = await read('folders', { workspaceId, parentFolderId });
  const below = [];
  for (const { id } of folders) below.push(...(await readFolders(id)));
  const own = folders.map(({ id, name }) => ({ id, name, parentFolderId: parentFolderId ?? null }));
  return [...own, ...below];
}

mkdirSync(join(folder, 'parts'), { recursive: true });
mkdirSync(join(folder, 'results'), { recursive: true });
write('parts/folders.json', await readIfAllowed('folders', async () => readFolders()));
const templates = async () => (await read('themeTemplates', { workspaceId })).themeTemplates;
write('parts/themeTemplates.json', await readIfAllowed('theme templates', templates));
const members = async () =>
  (await read(`workspaces/${workspaceId}/members`)).members.map(({ role, user }) => ({
    email: user.email,
    role,
  }));
write('parts/members.json', await readIfAllowed('members', members));

const { typebots: listed } = await read('typebots', { workspaceId });
for (const { id, publishedTypebotId = null } of listed) {
  const { typebot } = await read(`typebots/${id}`);
  write(`${fileNameOf(typebot)}.json`, { ...typebot, publishedTypebotId });
  console.log(`${typebot.name}: downloaded`);
  if (options.results) await downloadResults(typebot);
}

function fileNameOf({ name, id }) {
  const words = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return `${words.slice(0, 60)}-${id.replaceAll(/[^\w-]/g, '_')}`;
}

/**
 * Adds to the file of a bot the results that are not in it, newest first. A cursor beside the file says where a download that was
 * stopped goes on; without one, it goes on until it comes to results that are there.
 */
async function downloadResults({ id, name }) {
  const file = resultsFile(folder, id);
  const place = `${file}.cursor`;
  const known = new Set();
  for await (const result of readResults(file)) known.add(result.id);
  const isUpdate = existsSync(file) && !existsSync(place);
  endLastLine(file);
  let cursor = existsSync(place) ? readFileSync(place, 'utf8') || undefined : undefined;
  for (;;) {
    const { results, next } = await readPage(id, cursor);
    const fresh = results.filter((result) => !known.has(result.id));
    for (const result of fresh) known.add(result.id);
    writeFileSync(place, cursor ?? '');
    appendFileSync(file, fresh.map((result) => `${JSON.stringify(result)}\n`).join(''));
    console.log(`${name}: ${known.size} results`);
    if (next === undefined || (isUpdate && fresh.length < results.length)) break;
    cursor = next;
    writeFileSync(place, cursor);
  }
  rmSync(place, { force: true });
}

/** A line that was cut off stays one of its own, which is read as nothing. */
function endLastLine(file) {
  if (existsSync(file) && readFileSync(file).at(-1) !== NEWLINE) appendFileSync(file, '\n');
}

/**
 * A page of results. Newer versions of the original name the next page only to callers who send a cursor, of which 0 is the first;
 * older ones take the id of a result, and have no page for 0.
 */
async function readPage(botId, cursor) {
  const query = { limit: PAGE, timeFilter: 'allTime' };
  const page = await read(`typebots/${botId}/results`, { ...query, cursor });
  const isFirst = cursor === undefined && page.results.length === PAGE;
  const again =
    isFirst && !page.nextCursor
      ? await read(`typebots/${botId}/results`, { ...query, cursor: 0 })
      : page;
  return { results: page.results, next: again.nextCursor?.toString() };
}
