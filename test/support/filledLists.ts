import { Client } from 'pg';
import { hashOf, newToken } from '../../src/auth/token.js';
import { MOST_LISTED as MOST_SPLITS } from '../../src/storage/splits.js';
import { MOST_STAGES } from '../../src/storage/stages.js';
import type { TestApp } from './app.js';
import { botOf, parrot } from './botOf.js';
import { flowOf } from './flowOf.js';
import { rowsOf } from './rows.js';
import { bodyOf, openTransport, queryGraphql } from './transports.js';
import { until } from './until.js';
import { saveSignIn, saveUser } from './users.js';

/** The ids on a server whose lists all have many entries, and a token that may read all of them. */
export interface Filled {
  readonly token: string;
  readonly sessionId: string;
  /** The ids of each type; the lists below the first one are the longest. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/** Makes one record of each type through the API, then copies rows until every list has `count` entries. */
export async function fillLists(
  { url, databaseUrl }: TestApp,
  count: number,
  token = newToken(),
): Promise<Filled> {
  const rest = openTransport('REST', () => url);
  const { workspace } = await bodyOf(rest.createWorkspace({ name: 'Acme' }));
  const workspaceId = workspace.id;
  await saveUser(databaseUrl, { workspaceId, role: 'ADMIN' }, token);
  const as = { token };
  const { folder } = await bodyOf(rest.createFolder({ workspaceId }, as));
  const look = { workspaceId, themeTemplateId: 'look_a', name: 'Night', theme: {} };
  await bodyOf(rest.saveThemeTemplate(look, as));
  await bodyOf(rest.createCannedReply({ workspaceId, shortcut: 'hi', text: 'Hello' }, as));
  await bodyOf(rest.addDomain({ workspaceId, name: 'a.example.com' }, as));
  const account = { type: 'openai', name: 'Key', data: { apiKey: 'secret' } };
  const { credentialsId } = await bodyOf(
    rest.saveCredentials({ workspaceId, credentials: account }, as),
  );
  const bot = linkedBot({ folderId: folder.id, selectedThemeTemplateId: 'look_a' });
  const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }, as))).bot;
  const { publicId } = await bodyOf(rest.publishBot({ botId }, as));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  for (let turn = 0; turn < 12; turn += 1) {
    await bodyOf(rest.continueChat({ sessionId, message: `No. ${turn}` }));
  }
  await bodyOf(rest.inviteMember({ workspaceId, email: 'a@example.com', role: 'MEMBER' }, as));
  await bodyOf(rest.inviteCollaborator({ botId, email: 'b@example.com', type: 'READ' }, as));
  const tool = { workspaceId, url: 'https://example.com/events', eventTypes: ['RESULT_STARTED'] };
  const making = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;
  await queryGraphql(url, { query: making, variables: { input: tool } }, as);
  const query = `mutation { startResultsExport(input: { botId: ${JSON.stringify(botId)} }) { job { id } } }`;
  await queryGraphql(url, { query }, as);
  // The job must be over before it is copied: a copy that still waits would be run, and tests count statements.
  const unfinished = "select 1 from job where status <> 'COMPLETED'";
  await until(async () => (await rowsOf(databaseUrl, unfinished)).length === 0);
  const [me] = await rowsOf<{ user_id: string }>(
    databaseUrl,
    'select user_id from api_token where hash = $1',
    [hashOf(token)],
  );
  const first = { workspaceId, folderId: folder.id, botId, credentialsId };
  const userId = me?.user_id ?? '';
  await saveSignIn(databaseUrl, userId);
  const client = new Client(databaseUrl);
  await client.connect();
  await copyRows(client, { ...first, resultId, userId }, count);
  const ids = await idsOf(client, {
    ...{ Bot: botId, Workspace: workspaceId, Folder: folder.id, Credentials: credentialsId },
    ...{ Result: resultId, User: userId },
  });
  await client.end();
  return { token, sessionId, ids };
}

/** A bot that repeats what visitors say, with links to some of its copies. */
function linkedBot(members: object): object {
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
  const links = numbers.map((n) => ({ type: 'Bot link', options: { botId: `bot_z${n}` } }));
  return botOf({ ...parrot, groups: { ...parrot.groups, Elsewhere: links } }, members);
}

interface First {
  readonly workspaceId: string;
  readonly folderId: string;
  readonly botId: string;
  readonly credentialsId: string;
  readonly resultId: string;
  readonly userId: string;
}

/** Copies the rows, those that others refer to first. */
async function copyRows(client: Client, first: First, count: number): Promise<void> {
  const { workspaceId, folderId, botId, credentialsId, resultId, userId } = first;
  const copy = openCopier(client, count);
  await copy('app_user', `id = '${userId}'`, { id: `'usr_z' || n`, email: `n || '@example.com'` });
  await copy('api_token', `user_id = '${userId}'`, { id: `'tok_z' || n`, hash: `'hash' || n` });
  const secrets = { code_hash: `'code' || n`, family_hash: `'family' || n` };
  await copy('sign_in', 'true', { id: `'sgn_z' || n`, ...secrets });
  await copy('workspace', `id = '${workspaceId}'`, { id: `'wks_z' || n` });
  const member = `workspace_id = '${workspaceId}' and user_id = '${userId}'`;
  await copy('member', member, { workspace_id: `'wks_z' || n` });
  await copy('member', member, { user_id: `'usr_z' || n` });
  await copy('folder', `id = '${folderId}'`, { id: `'fld_y' || n` });
  const child = { id: `'fld_z' || n`, parent_folder_id: `'${folderId}'` };
  await copy('folder', `id = '${folderId}'`, child);
  await copy('theme_template', 'true', { id: `'look_' || n` });
  await copy('canned_reply', 'true', { id: `'cnr_z' || n`, shortcut: `'hi' || n` });
  await copy('custom_domain', 'true', { id: `'dom_z' || n`, name: `n || '.example.com'` });
  await copy('credentials', 'true', { id: `'crd_z' || n` });
  await copy('bot', `id = '${botId}'`, {
    ...{ id: `'bot_z' || n`, live_version_id: 'null', public_id: 'null' },
    draft: `'${JSON.stringify(flowOf(parrot).definition)}'`,
  });
  const version = { id: `'ver_z' || n`, number: 'n + 1' };
  await copy('bot_version', `bot_id = '${botId}'`, version);
  await copy('bot_version', `bot_id = '${botId}' and number = 1`, {
    ...{ id: `'ver_y' || n`, bot_id: `'bot_z' || n` },
  });
  await client.query(`update bot set live_version_id = 'ver_y' || substr(id, 6) where id ~ '_z'`);
  await client.query(`insert into bot_credentials select id, '${credentialsId}' from bot`);
  await client.query(
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      select bot.id, app_user.id, 'READ', now(), now() from bot, app_user
      where app_user.id ~ '_z' and (bot.id = $1 or app_user.id ~ '_z[12]$')`,
    [botId],
  );
  await copy('invitation', 'true', { id: `id || n`, hash: `hash || n`, email: `n || email` });
  await copy('invitation', `email = 'b@example.com'`, {
    ...{ id: `id || 'b' || n`, hash: `hash || 'b' || n`, bot_id: `'bot_z' || n` },
  });
  await copy('bot_change', `bot_id = '${botId}' and revision = 1`, { revision: 'n + 10' });
  const copied = { bot_id: `'bot_z' || n` };
  await copy('bot_change', `bot_id = '${botId}' and revision <= 2`, copied);
  const result = `id = '${resultId}'`;
  await copy('result', result, { id: `'res_z' || n`, session_id: 'null' });
  await copy('result', result, {
    ...{ id: `'res_y' || n`, bot_id: `'bot_z' || n`, session_id: 'null' },
  });
  const answer = `result_id = '${resultId}'`;
  await copy('answer', answer, { result_id: `'res_z' || n` });
  await copy('answer', answer, { id: `id || n` });
  await copy('chat_session', 'not is_preview', { id: `'ses_z' || n`, shard_key: `''` });
  await client.query(
    `insert into chat_desk (id, workspace_id, bot_id, result_id, channel, status, assignee_id, created_at, active_at, updated_at)
      select 'ses_z' || n, $1, $2, 'res_z' || n, 'WEB', 'PAUSED', 'usr_z' || n, now(), now(), now()
      from generate_series(1, $3::int) n`,
    [workspaceId, botId, count],
  );
  await client.query(
    `insert into chat_note (id, chat_id, text, created_at)
      select 'not_' || chat_desk.id || '_' || n, chat_desk.id, 'Note', now() from chat_desk, generate_series(1, $1::int) n`,
    [count],
  );
  await copy('job', 'true', { id: `'job_z' || n` });
  await client.query(
    `insert into chats_view (id, workspace_id, user_id, name, filter, order_by, is_shared, created_at, updated_at)
      select 'chv_z' || n, $1, $2, 'View', '{}', 'LATEST', false, now(), now() from generate_series(1, $3::int) n`,
    [workspaceId, userId, count],
  );
  await client.query(
    `insert into results_view (id, bot_id, user_id, name, columns, filters, is_shared, created_at, updated_at)
      select 'rsv_' || n, $1, $2, 'Mine', '{}', '{}', false, now(), now() from generate_series(1, $3::int) n`,
    [botId, userId, count],
  );
  await client.query(
    `insert into ai_usage (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, milliseconds)
      select $1, date '2020-01-01' + n * interval '1 month', 1, 1, 1, 0, 1 from generate_series(1, $2::int) n`,
    [workspaceId, count],
  );
  await client.query(
    `insert into bot_test (id, bot_id, name, test, created_at, updated_at)
      select 'tst_' || n, $1, 'Test ' || n, '{}', now(), now() from generate_series(1, $2::int) n`,
    [botId, count],
  );
  await client.query(
    `insert into bot_segment (id, bot_id, source, name, created_at)
      select 'seg_' || n, $1, 'CHANNEL', 'Channel', now() from generate_series(1, $2::int) n`,
    [botId, count],
  );
  await client.query(
    `insert into bot_stage (id, bot_id, name, version_id, flow_id, variables, credentials, created_at, updated_at)
      select 'stg_' || n, bot_id, 'stage' || n, id, flow_id, '{}', '[]', now(), now()
      from bot_version, generate_series(1, $2::int) n where bot_id = $1 and number = 1`,
    [botId, MOST_STAGES],
  );
  await client.query(
    `insert into bot_split (id, bot_id, phases, created_at, ended_at)
      select 'spl_' || n, bot_id, json_build_array(json_build_object('number', 1, 'began', 0, 'arms',
        json_build_array(json_build_object('versionId', id, 'weight', 1)))), now(), now()
      from bot_version, generate_series(1, $2::int) n where bot_id = $1 and number = 1`,
    [botId, MOST_SPLITS],
  );
  await client.query(
    `insert into audit_entry (workspace_id, actor_id, token_id, operation, action, kind, subject_id, created_at)
      select $1, $2, 'tok', 'updateBot', 'CHANGED', 'BOT', 'bot_' || n, now() from generate_series(1, $3::int) n`,
    [workspaceId, userId, count],
  );
  await copy('webhook', 'true', { id: `'whk_z' || n` });
  await client.query(
    `insert into webhook_delivery (id, webhook_id, event_type, queue, data, status, attempt, queued_at, created_at, finished_at)
      select 'whd_' || row_number() over (), id, 'RESULT_STARTED', 'ses', '{}', 'DELIVERED', 1, now(), now(), now()
      from webhook, generate_series(1, $1::int)`,
    [count],
  );
  await client.query(
    `insert into file (id, workspace_id, bot_id, name, type, bytes, visibility, key, created_at, uploaded_at, is_used)
      select 'fil_' || holder || n, workspace_id, bot_id, 'a.png', 'image/png', 0, 'PUBLIC', 'a/' || holder || n, now(), now(), true
      from (
        select id as holder, workspace_id, id as bot_id from bot union all select id, id, null from workspace
      ) as holders, generate_series(1, $1::int) n where n < 3 or holder in ($2, $3)`,
    [count, botId, workspaceId],
  );
  await copy('file', `id = 'fil_${botId}1'`, {
    ...{ id: `'fil_sent' || n`, key: `'a/sent' || n`, block_id: `'Start.2'` },
    ...{ result_id: `'${resultId}'`, shard_key: `right('${resultId}', 3)` },
  });
}

/** Copies the rows of a table that meet a condition `count` times; in the expressions of `differing`, `n` is the copy's number. */
function openCopier(client: Client, count: number) {
  return async (table: string, where: string, differing: Record<string, string>) => {
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => differing[name] ?? name);
    await client.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
        from ${table} cross join generate_series(1, $1::int) n where ${where}`,
      [count],
    );
  };
}

/** Expressions for the ids of records that have no `id` column. */
const memberIds = `'mem_' || workspace_id || '.' || user_id`;
const collaboratorIds = `'col_' || bot_id || '.' || user_id`;

/** The table of each type that has an `id` column. */
const tables = {
  ...{ ApiToken: 'api_token', Bot: 'bot', BotVersion: 'bot_version', Chat: 'chat_desk' },
  Credentials: 'credentials',
  ...{
    CannedReply: 'canned_reply',
    ChatsView: 'chats_view',
    CustomDomain: 'custom_domain',
    ExportJob: 'job',
    Folder: 'folder',
    Result: 'result',
  },
  ...{
    Invitation: 'invitation',
    ResultsView: 'results_view',
    BotTest: 'bot_test',
    SignIn: 'sign_in',
    ThemeTemplate: 'theme_template',
    Webhook: 'webhook',
    WebhookDelivery: 'webhook_delivery',
    Workspace: 'workspace',
  },
};

async function idsOf(
  client: Client,
  first: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  const lists: Record<string, string[]> = { User: [first['User'] ?? ''] };
  for (const [type, table] of Object.entries(tables)) {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} order by id ~ '_z' desc limit 100`,
    );
    const ids = rows.map(({ id }) => id);
    lists[type] = [...new Set([first[type] ?? [], ids].flat())];
  }
  for (const [type, id, table] of [
    ['WorkspaceMember', memberIds, 'member'],
    ['Collaborator', collaboratorIds, 'collaborator'],
  ] as const) {
    const { rows } = await client.query<{ id: string }>(
      `select ${id} as id from ${table} order by ${id} ~ $1 desc, ${id} limit 100`,
      [first['Workspace'] ?? ''],
    );
    lists[type] = rows.map(({ id: made }) => made);
  }
  return lists;
}
