import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { useOriginal } from '../support/original.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const original = useOriginal();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-moving-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one of the programs, and returns its output, whether or not it succeeds. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, PARLEY: app().url, TOKEN, ORIGINAL_TOKEN: 'theirs' };
  const given = [`examples/${program}.mjs`, ...args];
  const ended = await promisify(execFile)(process.execPath, given, { env }).catch(recordAt);
  return `${partAt(ended, 'stdout')}${partAt(ended, 'stderr')}`;
}

const importFolder = async (...args: readonly string[]) => run('importFolder', folder, ...args);
const download = async (...args: readonly string[]) =>
  run('downloadOriginal', original.url(), 'w1', folder, ...args);

function write(file: string, flow: object): void {
  writeFileSync(join(folder, file), JSON.stringify(flow));
}

async function botsOf(workspaceId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const query = `query ($workspaceId: ID!) { workspace(id: $workspaceId) {
    bots(first: 100) { nodes { id name publicId publishedVersionId folder { name } } }
    themeTemplates { name } invitations { email } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { workspaceId } });
  return recordsAt(data, 'workspace.bots.nodes');
}

describe('a folder of flows', () => {
  const asked = { ...botOf(parrot), id: 'cl_asked', name: 'Asked', publicId: 'folder-asked' };

  test('that is imported twice makes each bot once', async () => {
    const workspaceId = await makeWorkspace(rest);
    write('a.json', asked);
    write('b.json', { ...botOf(parrot), name: 'Nameless' });
    await importFolder(workspaceId);
    const said = await importFolder(workspaceId);
    expect(said).toMatch(/a\.json: Asked, unchanged as bot_/);
    expect(said).toMatch(/b\.json: Nameless, unchanged as bot_/);
    expect(await botsOf(workspaceId)).toHaveLength(2);
  });

  test('is published only on request, and only the bots that were public and open', async () => {
    const workspaceId = await makeWorkspace(rest);
    write('open.json', { ...asked, publicId: 'was-open' });
    write('closed.json', { ...asked, id: 'cl_2', publicId: 'was-closed', isClosed: true });
    write('never.json', { ...asked, id: 'cl_3', publicId: null });
    expect(await importFolder(workspaceId)).toMatch(/open\.json: is not published; --publish/);
    const live = async () =>
      (await botsOf(workspaceId)).filter((bot) => bot['publishedVersionId'] !== null);
    expect(await live()).toEqual([]);
    const said = await importFolder(workspaceId, '--publish');
    expect(said).toMatch(/open\.json: Asked, published at http:\S+\/was-open\n/);
    expect(said).toMatch(
      /closed\.json: is not published: by its file it was not open to the public there\n/,
    );
    expect(await live()).toMatchObject([{ publicId: 'was-open' }]);
    await importFolder(workspaceId, '--publish');
    expect(await importFolder(workspaceId)).not.toContain('not published');
    const [{ id } = {}] = await live();
    const { versions } = await bodyOf(rest.listVersions({ botId: id }));
    expect(versions).toHaveLength(1);
  });

  test('with two files of the same id or public id is refused with the names of both', async () => {
    const workspaceId = await makeWorkspace(rest);
    write('a.json', asked);
    write('b.json', { ...asked, id: 'cl_other' });
    write('c.json', { ...asked, id: 'cl_c', publicId: 'folder-c' });
    write('d.json', { ...asked, id: 'cl_c', publicId: 'folder-d' });
    const said = await importFolder(workspaceId);
    for (const file of ['a', 'b'])
      expect(said).toContain(`${file}.json: not imported. a.json, b.json have the same public id`);
    expect(said).toContain('c.json: not imported. c.json, d.json have the same id, cl_c');
    expect(await botsOf(workspaceId)).toEqual([]);
  });

  test('replaces a bot that was made or changed here only with --replace', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { bot } = await bodyOf(
      rest.createBot({ workspaceId, bot: { name: 'Ours', publicId: 'folder-ours' } }),
    );
    write('a.json', { ...asked, publicId: 'folder-ours' });
    const refused = `a.json: not imported. The bot ${bot.id} of this workspace has its public id`;
    expect(await importFolder(workspaceId)).toContain(refused);
    expect(await importFolder(workspaceId, '--replace')).toMatch(/a\.json: Ours, .*up to date/);
    await bodyOf(rest.updateBot({ botId: bot.id, bot: { groups: [], edges: [] } }));
    write('a.json', { ...asked, publicId: 'folder-ours', variables: [] });
    expect(await importFolder(workspaceId)).toMatch(/a\.json: not imported\. .*changed here/);
    expect(await botsOf(workspaceId)).toHaveLength(1);
  });

  test('is only listed by a dry run', async () => {
    const workspaceId = await makeWorkspace(rest);
    write('a.json', asked);
    write('b.json', {});
    const page = `published at ${app().url}/folder-asked`;
    const said = await importFolder(workspaceId, '--dry-run', '--publish');
    expect(said).toContain(`a.json: would be imported and ${page}\n`);
    expect(said).toContain('b.json: not imported.');
    expect(await botsOf(workspaceId)).toEqual([]);

    await importFolder(workspaceId);
    expect(await importFolder(workspaceId, '--dry-run', '--publish')).toContain(`would be ${page}`);
    await importFolder(workspaceId, '--publish');
    expect(await importFolder(workspaceId, '--dry-run', '--publish')).not.toContain('would be');
  });

  test('lists domains and the hosts of its pictures, also in a report', async () => {
    const workspaceId = await makeWorkspace(rest);
    const theme = { chat: { hostAvatar: { url: 'https://cdn.example.com/a.png' } } };
    write('a.json', { ...asked, publicId: null, theme, customDomain: 'chat.example.com' });
    const report = join(folder, 'report.txt');
    const said = await importFolder(workspaceId, '--report', report);
    expect(said).toContain('a.json: has the domain chat.example.com');
    expect(said).toContain(
      'cdn.example.com: one file loads from there; --files-from cdn.example.com copies it',
    );
    expect(JSON.parse(readFileSync(report, 'utf8'))).toContainEqual({
      what: 'a.json',
      message: 'has the domain chat.example.com: add it to the workspace',
    });
  });

  test('downloads pictures of the named hosts, each once, and no others', async () => {
    const workspaceId = await makeWorkspace(rest);
    const url = `${original.url()}/pixel.png`;
    const missing = `${original.url()}/gone.png`;
    const avatars = { hostAvatar: { url }, guestAvatar: { url: missing } };
    write('a.json', { ...asked, publicId: null, theme: { chat: avatars } });
    const { host } = new URL(url);
    const said = await importFolder(workspaceId, '--files-from', host);
    expect(said).toContain(`a.json: ${missing} stays where it is.`);
    const [{ id: botId } = {}] = await botsOf(workspaceId);
    const { bot } = await bodyOf(rest.readBot({ botId }));
    const moved = String(partAt(bot, 'theme.chat.hostAvatar.url'));
    expect(moved).toMatch(new RegExp(`^${app().url}/files/fil_`));
    expect((await fetch(moved)).headers.get('content-type')).toBe('image/png');
    expect(partAt(bot, 'theme.chat.guestAvatar.url')).toBe(missing);
    expect(await importFolder(workspaceId, '--files-from', host)).toMatch(
      /a\.json: Asked, unchanged/,
    );
  });

  test('without a name becomes a bot with the name of its file', async () => {
    const workspaceId = await makeWorkspace(rest);
    write('winter-shop.json', { ...asked, name: undefined });
    expect(await importFolder(workspaceId)).toContain('winter-shop.json: winter-shop, imported as');
    expect(await botsOf(workspaceId)).toMatchObject([{ name: 'winter-shop' }]);
  });

  const usage = 'Say from where and where to: importFolder.mjs <folder> <workspaceId> [options]';
  test.each([
    ['no workspace is named', [], usage],
    ['the id of the workspace is empty', ['.', ''], usage],
    ['the folder is not there', ['nowhere', 'wks_x'], 'There is no folder nowhere'],
    ['an option is misspelt', ['.', 'wks_x', '--publsh'], "Unknown option '--publsh'"],
    [
      'an option has no value',
      ['.', 'wks_x', '--files-from'],
      "Option '--files-from <value>' argument missing",
    ],
  ])('is not begun when %s, which one line says', async (_case, args, line) => {
    expect(await run('importFolder', ...args)).toBe(`${line}\n`);
  });
});

describe('a workspace of the original', () => {
  const resultAt = (index: number) => ({
    id: `cr_${String(index).padStart(4, '0')}`,
    createdAt: new Date(Date.UTC(2024, 0, 1) - index * 60_000).toISOString(),
    botId: 'cl_ask',
    isCompleted: false,
    hasStarted: true,
    isArchived: false,
    variables: [],
    answers: [
      {
        ...{ blockId: 'Start.2', groupId: 'Start', variableId: null, content: `Answer ${index}` },
        ...{ createdAt: new Date(Date.UTC(2024, 0, 1)).toISOString(), storageUsed: null },
      },
    ],
  });

  async function countOf(workspaceId: string, name: string): Promise<unknown> {
    const bot = (await botsOf(workspaceId)).find((one) => one['name'] === name);
    const query = `query ($botId: ID!) { bot(id: $botId) { stats(timeFilter: ALL_TIME) { totalStarts } } }`;
    const variables = { botId: bot?.['id'] };
    const { data } = await queryGraphql(app().url, { query, variables });
    return partAt(data, 'bot.stats.totalStarts');
  }

  test.each(['ids', 'offsets'] as const)(
    'moves with its folders, templates, members and results, whose pages go by %s',
    async (cursors) => {
      original.cursors = cursors;
      original.busy = 2;
      original.results.set(
        'cl_ask',
        Array.from({ length: 250 }, (_none, at) => resultAt(at)),
      );
      const workspaceId = await makeWorkspace(rest);
      expect(await download('--results')).toContain('Ask: 250 results');
      // Each run of this test moves to a new workspace, and public ids are unique on a server.
      const said = await importFolder(workspaceId, '--members');
      expect(said).toContain('250 results, of which 250 are new here');
      expect(said).toContain('theme template Dark: brought');
      expect(said).toContain('grace@example.com as MEMBER: brought');
      expect(await countOf(workspaceId, 'Ask')).toBe(250);
      const bots = await botsOf(workspaceId);
      expect(bots.map(({ name }) => name).sort()).toEqual(['Ask', 'Closed', 'Draft', 'Link']);
      const link = bots.find(({ name }) => name === 'Link');
      expect(link).toMatchObject({ folder: { name: 'Spring' } });
      const { bot } = await bodyOf(rest.readBot({ botId: link?.['id'] }));
      const asked = bots.find(({ name }) => name === 'Ask');
      expect(partAt(bot, 'groups.0.blocks.0.options.botId')).toBe(asked?.['id']);
      const again = await importFolder(workspaceId, '--members');
      expect(again).toContain('250 results, of which 0 are new here');
      expect(again).not.toContain('brought');
      expect(await countOf(workspaceId, 'Ask')).toBe(250);
    },
  );

  test('continues a stopped download, and later downloads only what is new', async () => {
    original.cursors = 'ids';
    original.results.set(
      'cl_ask',
      Array.from({ length: 350 }, (_none, at) => resultAt(at + 1)),
    );
    original.breaksAt = 'cr_0201';
    expect(await download('--results')).toContain('run the same again');
    const file = join(folder, 'results', 'cl_ask.jsonl');
    const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);
    expect(lines()).toHaveLength(200);
    appendFileSync(file, JSON.stringify(resultAt(201)).slice(0, 40));
    original.breaksAt = undefined;
    await download('--results');
    const ids = () =>
      new Set(lines().flatMap((line) => /"id":"(cr_\d+)","createdAt"/.exec(line)?.[1] ?? []));
    expect(ids().size).toBe(350);
    original.results.get('cl_ask')?.unshift(resultAt(0));
    expect(await download('--results')).toContain('Ask: 351 results');
    expect(ids().size).toBe(351);
    const workspaceId = await makeWorkspace(rest);
    expect(await importFolder(workspaceId)).toContain('351 results, of which 351 are new here');
  });

  test('publishes only the bots that were published there', async () => {
    const workspaceId = await makeWorkspace(rest);
    original.results.clear();
    for (const bot of original.bots) bot['publicId'] = `published-${String(bot['id']).slice(3)}`;
    await download();
    const said = await importFolder(workspaceId, '--publish');
    expect(said).toMatch(/Ask, published at http:\S+\/published-ask\n/);
    expect(said).not.toMatch(/(Draft|Closed), published/);
    expect(said).not.toContain('spaceId');
  });
});
