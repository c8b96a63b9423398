import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, refusalOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { recordsAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);

/** A person with their own workspace, with whom a bot is shared. */
async function makeGuest(botId: string, workspaceId: string, type: string) {
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const { id } = (await bodyOf(transport.readMe({}, { token }))).user;
  await share(botId, id, type);
  const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Mine' }, { token }));
  return { id, token, own: workspace.id };
}

const share = (botId: string, userId: string, type: string) =>
  rowsOf(
    app().databaseUrl,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      values ($1, $2, $3, now(), now())`,
    [botId, userId, type],
  );

async function makeBot() {
  const workspaceId = await makeWorkspace(transport);
  const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: botOf(interview) }));
  return { workspaceId, botId: bot.id };
}

/** Runs a mutation without an endpoint; returns the reasons of its refusal. */
async function run(name: string, input: object, token?: string): Promise<unknown[]> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { done: ${name}(input: $input) { userErrors { reason } } }`;
  const { data, errors } = await queryGraphql(
    app().url,
    { query, variables: { input } },
    token === undefined ? {} : { token },
  );
  const refusals = data?.['done'] ? recordsAt(data, 'done.userErrors') : [];
  return [...refusals, ...(errors ?? []).map(({ extensions }) => extensions)].map(
    (refusal) => refusal?.['reason'],
  );
}

describe('a bot is moved into another workspace', () => {
  test.each(['WRITE', 'FULL_ACCESS'])(
    'by nobody whom it is only shared with, for %s',
    async (type) => {
      const { workspaceId, botId } = await makeBot();
      const guest = await makeGuest(botId, workspaceId, type);
      const moving = { botIds: [botId], toWorkspaceId: guest.own };
      expect(await run('moveBots', moving, guest.token)).toEqual(['FORBIDDEN']);
      const { bot } = await bodyOf(transport.readBot({ botId }));
      expect(bot['workspaceId']).toBe(workspaceId);
    },
  );

  test('by a member of both, and its shares end permanently', async () => {
    const { workspaceId, botId } = await makeBot();
    const guest = await makeGuest(botId, workspaceId, 'WRITE');
    const { code } = await bodyOf(
      transport.inviteCollaborator({ botId, email: 'new@example.com', type: 'READ' }),
    );
    const elsewhere = await makeWorkspace(transport);
    await bodyOf(
      transport.inviteMember({ workspaceId: elsewhere, email: 'x@example.com', role: 'GUEST' }),
    );
    expect(await run('moveBots', { botIds: [botId], toWorkspaceId: elsewhere })).toEqual([]);
    // Neither a membership there, nor the bot's return, may restore the share.
    for (const place of [elsewhere, workspaceId]) {
      await rowsOf(
        app().databaseUrl,
        `insert into member (workspace_id, user_id, role, created_at)
          values ($1, $2, 'GUEST', now()) on conflict do nothing`,
        [place, guest.id],
      );
      await run('moveBots', { botIds: [botId], toWorkspaceId: place });
      const refused = transport.readBot({ botId }, { token: guest.token });
      expect((await refusalOf(refused)).reason).toBe('BOT_NOT_FOUND');
    }
    const taken = transport.acceptInvitation({ code }, { token: guest.token });
    expect((await refusalOf(taken)).reason).toBe('INVITATION_NOT_FOUND');
  });

  test('but not with a token for only one of the two', async () => {
    const { workspaceId, botId } = await makeBot();
    const elsewhere = await makeWorkspace(transport);
    for (const [place, reason] of [
      [workspaceId, 'WORKSPACE_NOT_FOUND'],
      [elsewhere, 'BOT_NOT_FOUND'],
    ]) {
      const { token } = await bodyOf(transport.createToken({ name: 'One', workspaceId: place }));
      const moving = { botIds: [botId], toWorkspaceId: elsewhere };
      expect(await run('moveBots', moving, token)).toEqual([reason]);
    }
  });

  test('all or none: if one bot may not be moved, the others stay too', async () => {
    const { workspaceId, botId } = await makeBot();
    const guest = await makeGuest(botId, workspaceId, 'FULL_ACCESS');
    const sent = { workspaceId: guest.own, bot: {} };
    const { bot } = await bodyOf(transport.createBot(sent, { token: guest.token }));
    const { workspace } = await bodyOf(
      transport.createWorkspace({ name: 'Other' }, { token: guest.token }),
    );
    const moving = { botIds: [bot.id, botId], toWorkspaceId: workspace.id };
    expect(await run('moveBots', moving, guest.token)).toEqual(['FORBIDDEN']);
    const { bot: kept } = await bodyOf(
      transport.readBot({ botId: bot.id }, { token: guest.token }),
    );
    expect(kept['workspaceId']).toBe(guest.own);
  });
});

describe('somebody who may write a shared bot', () => {
  test('cannot move it into or out of a folder by updating it', async () => {
    const { workspaceId, botId } = await makeBot();
    const { folder } = await bodyOf(transport.createFolder({ workspaceId }));
    const guest = await makeGuest(botId, workspaceId, 'WRITE');
    const calling = { token: guest.token };
    const change = (folderId: string | null) =>
      transport.updateBot({ botId, bot: { name: 'Ours', folderId } }, calling);
    for (const folderId of [folder.id, 'fld_none']) {
      expect((await refusalOf(change(folderId))).reason).toBe('FORBIDDEN');
    }
    await bodyOf(change(null));
    await bodyOf(transport.updateBot({ botId, bot: { folderId: folder.id } }));
    expect((await refusalOf(change(null))).reason).toBe('FORBIDDEN');
    const { bot } = await bodyOf(change(folder.id));
    expect(bot).toMatchObject({ name: 'Ours', folderId: folder.id });
  });

  test('can move it within its workspace only as a member', async () => {
    const { workspaceId, botId } = await makeBot();
    const { folder } = await bodyOf(transport.createFolder({ workspaceId }));
    const guest = await makeGuest(botId, workspaceId, 'FULL_ACCESS');
    const moving = { botIds: [botId], toFolderId: folder.id };
    expect(await run('moveBots', moving, guest.token)).toEqual(['WORKSPACE_NOT_FOUND']);
  });
});

describe('a bot that is copied or imported into a workspace', () => {
  test('can be copied by readers to a workspace where they may create bots, without its folder and credentials', async () => {
    const { workspaceId, botId } = await makeBot();
    const { folder } = await bodyOf(transport.createFolder({ workspaceId }));
    await bodyOf(transport.updateBot({ botId, bot: { folderId: folder.id } }));
    const guest = await makeGuest(botId, workspaceId, 'READ');
    expect(await run('duplicateBot', { botId }, guest.token)).toEqual(['WORKSPACE_NOT_FOUND']);
    const copying = { botId, toWorkspaceId: guest.own };
    expect(await run('duplicateBot', copying, guest.token)).toEqual([]);
    const { bots } = await bodyOf(
      transport.listBots({ workspaceId: guest.own }, { token: guest.token }),
    );
    expect(bots).toMatchObject([{ folderId: null, publicId: null }]);
    expect(bots[0]?.id).not.toBe(botId);
  });

  test('gets a new id, whatever id and workspace the file names', async () => {
    const { workspaceId, botId } = await makeBot();
    const token = await saveUser(app().databaseUrl);
    const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Mine' }, { token }));
    const file = { ...botOf(interview), version: '6', id: botId, workspaceId };
    for (const made of [
      transport.importBot({ workspaceId: workspace.id, bot: file }, { token }),
      transport.createBot(
        { workspaceId: workspace.id, bot: { ...botOf(interview), id: botId, workspaceId } },
        { token },
      ),
    ]) {
      const { bot } = await bodyOf(made);
      expect([bot.id === botId, bot['workspaceId']]).toEqual([false, workspace.id]);
    }
    const patch = { name: 'Theirs', workspaceId: workspace.id, id: 'bot_other' };
    const { bot } = await bodyOf(transport.updateBot({ botId, bot: patch }));
    expect(bot).toMatchObject({ id: botId, workspaceId });
  });

  test('folders, theme templates and versions stay in their workspace', async () => {
    const { workspaceId, botId } = await makeBot();
    const elsewhere = await makeBot();
    const { folder } = await bodyOf(transport.createFolder({ workspaceId }));
    const { folder: other } = await bodyOf(
      transport.createFolder({ workspaceId: elsewhere.workspaceId }),
    );
    const look = { name: 'Night', theme: {} };
    const { themeTemplate } = await bodyOf(
      transport.saveThemeTemplate({ workspaceId, themeTemplateId: `thm_${workspaceId}`, ...look }),
    );
    const { version } = await bodyOf(transport.publishBot({ botId }));
    const foreign = { botId: elsewhere.botId, versionId: version.id };
    const refused = await Promise.all(
      [
        transport.updateFolder({
          workspaceId,
          folderId: folder.id,
          folder: { parentFolderId: other.id },
        }),
        transport.createFolder({ workspaceId, parentFolderId: other.id }),
        transport.updateBot({ botId, bot: { folderId: other.id } }),
        transport.updateFolder({
          workspaceId: elsewhere.workspaceId,
          folderId: folder.id,
          folder: { name: 'Mine' },
        }),
        transport.saveThemeTemplate({
          workspaceId: elsewhere.workspaceId,
          themeTemplateId: themeTemplate.id,
          ...look,
        }),
        transport.restoreVersion(foreign),
        transport.rollbackBot(foreign),
      ].map(refusalOf),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 3 }, () => 'VALIDATION'),
      'FOLDER_NOT_FOUND',
      'THEME_TEMPLATE_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'VERSION_NOT_FOUND',
    ]);
    const moving = { botIds: [botId], toFolderId: other.id };
    expect(await run('moveBots', moving)).toEqual(['VALIDATION']);
  });
});
