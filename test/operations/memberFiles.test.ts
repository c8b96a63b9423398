import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { queryGraphql } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { postForm } from '../support/visitorUploads.js';

const app = useApp({ UPLOAD_LIMIT: '1 KB', STORAGE_LIMIT: '2 KB' });
const rest = restOf(app);

/** The beginning of a PNG of 3 by 2 pixels, up to its size. */
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000030000000208060000009d74661a',
  'hex',
);

const STAGE = `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
  stagedUpload { url formData fileUrl } file { fileId bytes } userErrors { code reason path } } }`;
const DELETE = `mutation ($id: ID!) { deleteFile(input: { fileId: $id }) {
  deletedId userErrors { code reason } } }`;
const LISTED = 'files { nodes { fileId name type bytes width height visibility url } }';

async function ask(query: string, variables: object, token?: string): Promise<unknown> {
  const as = token === undefined ? {} : { token };
  return (await queryGraphql(app().url, { query, variables: { ...variables } }, as)).data;
}

const stage = async (input: object, token?: string) =>
  recordAt(
    await ask(STAGE, { input: { fileName: 'logo.png', ...input } }, token),
    'createFileUpload',
  );

/** Uploads a file; returns its id and address. */
async function upload(input: object, content: Uint8Array = png, token?: string) {
  const staged = await stage(input, token);
  const { url, formData } = recordAt(staged, 'stagedUpload');
  const { status } = await postForm(String(url), recordAt(formData), content);
  expect(status).toBe(204);
  return { id: textAt(staged, 'file.fileId'), url: textAt(staged, 'stagedUpload.fileUrl') };
}

const ofBot = async (id: string, token?: string) =>
  ask(`query ($id: ID!) { bot(id: $id) { ${LISTED} } }`, { id }, token);
const ofWorkspace = async (id: string) =>
  ask(`query ($id: ID!) { workspace(id: $id) { storageUsed } }`, { id });
const statusOf = async (url: string) => (await fetch(url)).status;

test('an image of a bot is public, has its size, counts for the workspace, and stays', async () => {
  const { botId, workspaceId } = await makePublished(rest, botOf({ groups: {} }));
  const { id, url } = await upload({ botId });
  const shown = await fetch(url);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  const file = { fileId: id, name: 'logo.png', type: 'image/png', bytes: png.length, url };
  const listed = { nodes: [{ ...file, width: 3, height: 2, visibility: 'PUBLIC' }] };
  expect(await ofBot(botId)).toEqual({ bot: { files: listed } });
  expect(await ofWorkspace(workspaceId)).toEqual({ workspace: { storageUsed: png.length } });
  const [row] = await rowsOf(app().databaseUrl, 'select expires_at from file where id = $1', [id]);
  expect(row).toEqual({ expires_at: null });
});

test('the files of a workspace alone are listed page by page, for its members', async () => {
  const { botId, workspaceId } = await makePublished(rest, botOf({ groups: {} }));
  const ids: string[] = [];
  for (const bytes of [1, 2, 3]) {
    const file = { workspaceId, fileName: 'a.bin', visibility: bytes === 1 ? 'PRIVATE' : 'PUBLIC' };
    ids.unshift((await upload(file, new Uint8Array(bytes))).id);
  }
  await upload({ botId });
  await stage({ workspaceId });
  const query = `query ($id: ID!, $after: String) { workspace(id: $id) { storageUsed
    files(first: 2, after: $after) { nodes { fileId bytes url createdAt } nextCursor } } }`;
  const first = recordAt(await ask(query, { id: workspaceId }), 'workspace');
  expect(first).toMatchObject({ storageUsed: 6 + png.length });
  const after = textAt(first, 'files.nextCursor');
  const next = recordAt(await ask(query, { id: workspaceId, after }), 'workspace.files');
  const nodes = [partAt(first, 'files.nodes'), next['nodes']].flat();
  expect(nodes).toMatchObject(ids.map((fileId, n) => ({ fileId, bytes: 3 - n })));
  expect([textAt(nodes, '2.url'), next['nextCursor']]).toEqual([
    expect.stringContaining('signature='),
    null,
  ]);
  const guest = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const shown = await queryGraphql(
    app().url,
    { query, variables: { id: workspaceId } },
    { token: guest },
  );
  expect(partAt(shown, 'data.workspace.files') ?? null).toBeNull();
  expect(partAt(shown, 'errors.0.extensions.code')).toBe('FORBIDDEN');
});

test('a private file is for members only, by an address that is valid for an hour', async () => {
  const { botId, workspaceId } = await makePublished(rest, botOf({ groups: {} }));
  const member = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  const other = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const { url } = await upload({ botId, visibility: 'PRIVATE' }, png, member);
  expect(await statusOf(url)).toBe(404);
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  expect((await fetch(url, as(member))).status).toBe(200);
  expect((await fetch(url, as(other))).status).toBe(404);
  const signed = textAt(await ofBot(botId, member), 'bot.files.nodes.0.url');
  expect(signed).toContain('signature=');
  expect(await statusOf(signed)).toBe(200);
  expect(partAt(await ofBot(botId, other), 'bot')).toBeNull();
});

test('files are deleted one by one, and with their bot', async () => {
  const { botId } = await makePublished(rest, botOf({ groups: {} }));
  const [one, other] = [await upload({ botId }), await upload({ botId })];
  const stranger = await saveUser(app().databaseUrl, {
    workspaceId: await makeWorkspace(rest),
    role: 'ADMIN',
  });
  const missing = {
    deletedId: null,
    userErrors: [{ code: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' }],
  };
  expect(await ask(DELETE, { id: one.id }, stranger)).toEqual({ deleteFile: missing });
  expect(await ask(DELETE, { id: one.id })).toEqual({
    deleteFile: { deletedId: one.id, userErrors: [] },
  });
  expect(await ask(DELETE, { id: one.id })).toEqual({ deleteFile: missing });
  expect([await statusOf(one.url), await statusOf(other.url)]).toEqual([404, 200]);
  await rowsOf(app().databaseUrl, 'delete from bot where id = $1', [botId]);
  expect(await statusOf(other.url)).toBe(404);
});

test('the files of a bot count for the workspace it is moved to', async () => {
  const { botId, workspaceId } = await makePublished(rest, botOf({ groups: {} }));
  const { id } = await upload({ botId });
  const toWorkspaceId = await makeWorkspace(rest);
  const move = `mutation ($input: MoveBotsInput!) { moveBots(input: $input) { userErrors { code } } }`;
  await ask(move, { input: { botIds: [botId], toWorkspaceId } });
  const sumAt = async (of: string) => partAt(await ofWorkspace(of), 'workspace.storageUsed');
  expect([await sumAt(workspaceId), await sumAt(toWorkspaceId)]).toEqual([0, png.length]);
  expect(await ofBot(botId)).toMatchObject({ bot: { files: { nodes: [{ fileId: id }] } } });
});

test.each([
  ['that browsers run', { fileName: 'a.svg' }, 'UPLOAD_REFUSED'],
  ['whose name and type disagree on that', { fileType: 'text/html' }, 'UPLOAD_REFUSED'],
  ['that says it is too large', { fileSize: 1_025 }, 'UPLOAD_REFUSED'],
])('a file is refused %s', async (_case, input, reason) => {
  const workspaceId = await makeWorkspace(rest);
  const { userErrors, file } = await stage({ workspaceId, ...input });
  expect([file, partAt({ userErrors }, 'userErrors.0.reason')]).toEqual([null, reason]);
});

test('a file belongs to one bot or to one workspace, and is refused where there is no room', async () => {
  const { botId, workspaceId } = await makePublished(rest, botOf({ groups: {} }));
  for (const input of [{}, { botId, workspaceId }]) {
    expect((await stage(input)).userErrors).toMatchObject([{ path: ['botId'] }]);
  }
  const kilobyte = { workspaceId, fileName: 'a.bin' };
  await upload(kilobyte, new Uint8Array(1_024));
  await upload(kilobyte, new Uint8Array(1_024));
  const { data, errors } = await queryGraphql(app().url, {
    query: STAGE,
    variables: { input: kilobyte },
  });
  expect([data, partAt({ errors }, 'errors.0.extensions.reason')]).toEqual([null, 'STORAGE_FULL']);
});

test('a text that claims to be an image, or whose bot is deleted meanwhile, leaves nothing', async () => {
  const { botId } = await makePublished(rest, botOf({ groups: {} }));
  const page = recordAt(await stage({ botId }), 'stagedUpload');
  const send = async ({ url, formData }: Readonly<Record<string, unknown>>, content: Uint8Array) =>
    postForm(String(url), recordAt(formData), content);
  expect(await send(page, Buffer.from('<script>'))).toMatchObject({ status: 400 });
  await rowsOf(app().databaseUrl, 'delete from bot where id = $1', [botId]);
  expect(await send(page, png)).toMatchObject({ status: 400, reason: 'UPLOAD_REFUSED' });
});

test('one of two simultaneous uploads to the same address is stored', async () => {
  const workspaceId = await makeWorkspace(rest);
  const staged = await stage({ workspaceId, fileName: 'a.txt' });
  const { url, formData, fileUrl } = recordAt(staged, 'stagedUpload');
  const texts = ['one', 'two', 'six'].map((text) => Buffer.from(text));
  const sent = await Promise.all(
    texts.map(async (text) => postForm(String(url), recordAt(formData), text)),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  const kept = texts[sent.findIndex(({ status }) => status === 204)];
  expect(await (await fetch(String(fileUrl))).text()).toBe(String(kept));
});
