import { describe, expect, test } from '@jest/globals';
import { UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { botOf, interview } from '../support/botOf.js';
import { recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const makeFolder = async (workspaceId: string, members: object = {}) =>
    (await bodyOf(transport.createFolder({ workspaceId, ...members }))).folder;
  const namesIn = async (workspaceId: string, parentFolderId?: string) =>
    (await bodyOf(transport.listFolders({ workspaceId, parentFolderId }))).folders.map(
      (folder) => folder.name,
    );

  test('a folder can be created with only a workspace', async () => {
    const workspaceId = await makeWorkspace(transport);
    const folder = await makeFolder(workspaceId);
    expect(folder).toEqual({
      id: expect.stringMatching(/^fld_/),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      name: 'New folder',
      parentFolderId: null,
      workspaceId,
    });
    expect(await bodyOf(transport.readFolder({ folderId: folder.id }))).toEqual({ folder });
  });

  test('folders are listed level by level or all at once, oldest first', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id } = await makeFolder(workspaceId, { folderName: 'A' });
    await makeFolder(workspaceId, { folderName: 'B' });
    await makeFolder(workspaceId, { folderName: 'A1', parentFolderId: id });
    expect(await namesIn(workspaceId)).toEqual(['A', 'B']);
    expect(await namesIn(workspaceId, id)).toEqual(['A1']);
    const query = `query ($workspaceId: ID!) { workspace(id: $workspaceId) { allFolders { name } } }`;
    const { data } = await queryGraphql(app().url, { query, variables: { workspaceId } });
    const all = recordsAt(data, 'workspace.allFolders');
    expect(all.map((folder) => folder['name'])).toEqual(['A', 'B', 'A1']);
  });

  test('a folder can be renamed, also to an empty name, and stays where it is', async () => {
    const workspaceId = await makeWorkspace(transport);
    const parent = await makeFolder(workspaceId);
    const { id: folderId } = await makeFolder(workspaceId, { parentFolderId: parent.id });
    for (const folderName of ['Renamed', '']) {
      const sent = { workspaceId, folderId, folder: { name: folderName } };
      const { folder } = await bodyOf(transport.updateFolder(sent));
      expect(folder).toMatchObject({ name: folderName, parentFolderId: parent.id });
    }
  });

  test('a parent of null moves a folder to the root, an absent one does not move it', async () => {
    const workspaceId = await makeWorkspace(transport);
    const parent = await makeFolder(workspaceId);
    const { id: folderId } = await makeFolder(workspaceId, { parentFolderId: parent.id });
    const patch = async (folder: object) =>
      (await bodyOf(transport.updateFolder({ workspaceId, folderId, folder }))).folder;
    expect((await patch({}))['parentFolderId']).toBe(parent.id);
    expect((await patch({ parentFolderId: null }))['parentFolderId']).toBeNull();
  });

  test('a folder cannot be moved into itself, nor into a folder inside it', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id: top } = await makeFolder(workspaceId);
    const { id: middle } = await makeFolder(workspaceId, { parentFolderId: top });
    const { id: bottom } = await makeFolder(workspaceId, { parentFolderId: middle });
    for (const parentFolderId of [top, middle, bottom]) {
      const sent = { workspaceId, folderId: top, folder: { parentFolderId } };
      const { code, issues } = await refusalOf(transport.updateFolder(sent));
      expect(code).toBe('BAD_REQUEST');
      expect(issues).toEqual([
        { path: ['folder', 'parentFolderId'], message: 'A folder cannot be inside itself' },
      ]);
    }
  });

  test('two moves at once cannot form a circle', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id: a } = await makeFolder(workspaceId);
    const { id: b } = await makeFolder(workspaceId);
    const move = (folderId: string, parentFolderId: string) =>
      transport.updateFolder({ workspaceId, folderId, folder: { parentFolderId } });
    const outcomes = await Promise.all([move(a, b), move(b, a)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test('a folder of another workspace cannot be changed, and cannot be the parent of another', async () => {
    const workspaceId = await makeWorkspace(transport);
    const elsewhere = await makeWorkspace(transport);
    const { id: foreign } = await makeFolder(elsewhere);
    const { id: folderId } = await makeFolder(workspaceId);
    const rename = { workspaceId, folderId: foreign, folder: { name: 'Mine now' } };
    expect(await refusalOf(transport.updateFolder(rename))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'FOLDER_NOT_FOUND',
    });
    const move = { workspaceId, folderId, folder: { parentFolderId: foreign } };
    expect((await refusalOf(transport.updateFolder(move))).code).toBe('BAD_REQUEST');
    const make = { workspaceId, parentFolderId: foreign };
    expect((await refusalOf(transport.createFolder(make))).code).toBe('BAD_REQUEST');
    expect((await refusalOf(transport.readFolder({ folderId: foreign, workspaceId }))).reason).toBe(
      'FOLDER_NOT_FOUND',
    );
    expect(
      (await refusalOf(transport.deleteFolder({ folderId: foreign, workspaceId }))).reason,
    ).toBe('FOLDER_NOT_FOUND');
  });

  test.each([
    ['no workspace', { folder: {} }, ['workspaceId']],
    ['no folder', { workspaceId: 'wks_none' }, ['folder']],
    ['a folder that is a text', { workspaceId: 'wks_none', folder: 'x' }, ['folder']],
    [
      'a name that is a number',
      { workspaceId: 'wks_none', folder: { name: 7 } },
      ['folder', 'name'],
    ],
  ])('an update with %s is refused', async (_case, sent, path) => {
    const { code, issues } = await refusalOf(
      transport.updateFolder({ folderId: 'fld_none', ...sent }),
    );
    expect(code).toBe('BAD_REQUEST');
    expect(issues?.[0]?.path).toEqual(path);
  });

  test('a name that is null is refused', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id: folderId } = await makeFolder(workspaceId);
    const sent = { workspaceId, folderId, folder: { name: null } };
    expect((await refusalOf(transport.updateFolder(sent))).issues?.[0]?.path).toEqual([
      'folder',
      'name',
    ]);
  });

  test('the contents of a deleted folder move to its parent', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { id: top } = await makeFolder(workspaceId, { folderName: 'Top' });
    const { id: middle } = await makeFolder(workspaceId, { parentFolderId: top });
    await makeFolder(workspaceId, { folderName: 'Bottom', parentFolderId: middle });
    const bot = { name: 'Inside', folderId: middle };
    const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
    expect(await bodyOf(transport.deleteFolder({ workspaceId, folderId: middle }))).toEqual({
      deletedId: middle,
    });
    expect(await namesIn(workspaceId, top)).toEqual(['Bottom']);
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot['folderId']).toBe(top);
    await bodyOf(transport.deleteFolder({ workspaceId, folderId: top }));
    expect(await namesIn(workspaceId)).toEqual(['Bottom']);
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot['folderId']).toBeNull();
  });
});

test('unknown keys beside those of a folder are dropped by REST', async () => {
  const rest = openTransport('REST', () => app().url);
  const workspaceId = await makeWorkspace(rest);
  const { folder } = await bodyOf(rest.createFolder({ workspaceId, colour: 'red' }));
  const sent = { workspaceId, folderId: folder.id, folder: { name: 'A', colour: 'red' } };
  expect((await bodyOf(rest.updateFolder(sent))).folder).toMatchObject({ name: 'A' });
});

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('the workspaces of the caller are listed oldest first, in pages', async () => {
    const token = await saveUser(app().databaseUrl);
    const calling = { token };
    const ids = [];
    for (const title of ['One', 'Two', 'Three']) {
      ids.push((await bodyOf(transport.createWorkspace({ name: title }, calling))).workspace.id);
    }
    const first = await bodyOf(transport.listWorkspaces({ limit: 2 }, calling));
    const rest = await bodyOf(
      transport.listWorkspaces({ limit: 2, cursor: first.nextCursor }, calling),
    );
    expect([...first.workspaces, ...rest.workspaces].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
  });

  test('a workspace can be read, renamed and given an icon, which null removes', async () => {
    const workspaceId = await makeWorkspace(transport);
    const change = async (sent: object) =>
      (await bodyOf(transport.updateWorkspace({ workspaceId, ...sent }))).workspace;
    expect(await change({ icon: '🚀' })).toMatchObject({ name: 'Acme', icon: '🚀' });
    expect(await change({ name: 'Beta' })).toMatchObject({ name: 'Beta', icon: '🚀' });
    const cleared = await change({ icon: null });
    expect(cleared).toMatchObject({ name: 'Beta', icon: null });
    expect(await bodyOf(transport.readWorkspace({ workspaceId }))).toEqual({ workspace: cleared });
    expect((await refusalOf(transport.updateWorkspace({ workspaceId, name: null }))).code).toBe(
      'BAD_REQUEST',
    );
  });

  test('a member may work in a workspace, but neither rename nor delete it', async () => {
    const workspaceId = await makeWorkspace(transport);
    const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
    await bodyOf(transport.createBot({ workspaceId, bot: {} }, { token }));
    const before = await bodyOf(transport.readWorkspace({ workspaceId }, { token }));
    for (const refused of [
      transport.updateWorkspace({ workspaceId, name: 'Mine now' }, { token }),
      transport.deleteWorkspace({ workspaceId }, { token }),
    ]) {
      expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN', reason: 'FORBIDDEN' });
    }
    expect(await bodyOf(transport.readWorkspace({ workspaceId }, { token }))).toEqual(before);
  });

  test('deleting a workspace deletes everything in it, and nothing else', async () => {
    const kept = await makePublished(transport, botOf(interview));
    const gone = await makePublished(transport, botOf(interview));
    const resultIds: Record<string, string> = {};
    for (const { botId, publicId } of [kept, gone]) {
      const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }));
      await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
      await bodyOf(transport.startChat({ publicId, resultId }));
      await bodyOf(transport.startPreview({ botId }));
      resultIds[botId] = resultId;
    }
    const count = async ({ botId }: { botId: string }) => {
      const [row] = await rowsOf(app().databaseUrl, ROWS_OF_BOT, [botId, resultIds[botId]]);
      return row;
    };
    const one = { bots: 1, versions: 1, results: 1, answers: 1, chats: 3, isCounted: true };
    expect(await count(gone)).toEqual(one);
    const { workspaceId } = gone;
    await bodyOf(transport.createFolder({ workspaceId }));
    expect(await bodyOf(transport.deleteWorkspace({ workspaceId }))).toEqual({
      deletedId: workspaceId,
    });
    const none = { bots: 0, versions: 0, results: 0, answers: 0, chats: 0, isCounted: false };
    expect(await count(gone)).toEqual(none);
    expect(await count(kept)).toEqual(one);
    expect((await refusalOf(transport.readWorkspace({ workspaceId }))).reason).toBe(
      'WORKSPACE_NOT_FOUND',
    );
    expect((await refusalOf(transport.startChat({ publicId: gone.publicId }))).reason).toBe(
      'BOT_NOT_FOUND',
    );
  });
});

const ROWS_OF_BOT = `select
  (select count(*)::int from bot where id = $1) as bots,
  (select count(*)::int from bot_version where bot_id = $1) as versions,
  (select count(*)::int from result where bot_id = $1) as results,
  (select count(*)::int from answer where result_id = $2) as answers,
  (select count(*)::int from chat_session where bot_id = $1) as chats,
  exists (select 1 from (${UNCOUNTED_TURNS}) as turn where bot_id = $1)
    or exists (select 1 from count_delta where bot_id = $1)
    or exists (select 1 from bot_count where bot_id = $1) as "isCounted"`;
