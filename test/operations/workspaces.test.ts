import { describe, expect, test } from '@jest/globals';
import { UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();

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
  exists (select from (${UNCOUNTED_TURNS}) as turn where bot_id = $1)
    or exists (select from bot_count where bot_id = $1) as "isCounted"`;
