import { Preview } from '@parley/client/dashboard';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf } from '../support/rows.js';
import { textAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import type { TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { saveShare, saveSignIn, saveUser } from '../support/users.js';
import type { Things } from './dashboardJobs.js';

/** A workspace for a dashboard: a folder, 25 bots, one of them with two versions, three finished chats and one that waits. */
export async function makeThings(app: () => TestApp): Promise<Things> {
  const rest = restOf(app);
  const workspaceId = await makeWorkspace(rest);
  const { folder } = await bodyOf(rest.createFolder({ workspaceId, folderName: 'Forms' }));
  let otherBotId = '';
  for (let number = 0; number < 24; number += 1) {
    const made = await bodyOf(rest.createBot({ workspaceId, bot: { name: `Some bot ${number}` } }));
    otherBotId = made.bot.id;
  }
  const { bot } = await bodyOf(
    rest.importBot({ workspaceId, bot: botOf(interview, { name: 'Interview bot' }) }),
  );
  await bodyOf(rest.publishBot({ botId: bot.id }));
  await bodyOf(
    rest.updateBot({ botId: bot.id, bot: { settings: { general: { isBrandingEnabled: false } } } }),
  );
  const { publicId } = await bodyOf(rest.publishBot({ botId: bot.id }));
  // Before the chats, so that no count waits for background work.
  await queryGraphql(app().url, {
    query: `mutation ($botId: ID!) {
      setBotSegments(input: { botId: $botId, segments: [{ source: CHANNEL }] }) { userErrors { message } } }`,
    variables: { botId: bot.id },
  });
  const uncounted = 'select from bot_segment where bot_id = $1 and counted_since is not null';
  await until(async () => (await rowsOf(app().databaseUrl, uncounted, [bot.id])).length === 0);
  const talk = async (answers: readonly string[]) => {
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    for (const message of answers) await bodyOf(rest.continueChat({ sessionId, message }));
    return { sessionId, resultId };
  };
  const { resultId } = await talk(['Ada', '36']);
  await talk(['Bob', '40']);
  await talk(['Ada', '99']);
  const { sessionId } = await talk(['Cy']);
  const preview = { query: `${Preview}`, variables: { input: { botId: bot.id } } };
  const started = await queryGraphql(app().url, preview);
  const previewId = textAt(started.data, 'startPreviewChat.reply.sessionId');
  await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  const credentials = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-1' } };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const { user } = await bodyOf(rest.readMe({}));
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const { id: guestId } = (await bodyOf(rest.readMe({}, { token }))).user;
  await saveShare(app().databaseUrl, { botId: bot.id, userId: guestId, type: 'READ' });
  const signInId = await saveSignIn(app().databaseUrl, user.id);
  await bodyOf(rest.addDomain({ workspaceId, name: 'dashboard.example.com' }));
  const idsOf = async (sql: string) =>
    (await rowsOf(app().databaseUrl, sql, [workspaceId])).map(({ id }) => String(id));
  const [userId = ''] = await idsOf(
    "select user_id id from member where workspace_id = $1 and role = 'MEMBER'",
  );
  const versionIds = await idsOf(
    'select v.id from bot_version v join bot b on b.id = v.bot_id where workspace_id = $1 order by v.id',
  );
  return {
    ...{ workspaceId, folderId: folder.id, botId: bot.id, otherBotId, publicId, versionIds },
    ...{
      resultId,
      sessionId,
      userId,
      credentialsId,
      signInId,
      guestId,
      previewId,
      inverse: [],
      revision: 0,
      jobId: '',
    },
    made: new Map<string, string>(),
  };
}
