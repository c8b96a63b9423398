import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { unnoted } from '../../src/graphql/noteMutation.js';
import { fillCases } from '../client/fillCases.js';
import { caseOf } from '../client/mutationCases.js';
import { textOf } from '../support/repository.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import type { Fill } from './rows/things.js';

const app = useApp({ SECRET_KEY: 'the-secret-key-of-the-audit-of-tests', RATE_LIMITS: 'off' });
const rest = restOf(app);
const schema = buildSchema(textOf('docs/schema.graphql'));
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

interface Entry {
  readonly entryId: string;
  readonly operation: string;
  readonly [field: string]: unknown;
}

const LOG = `query ($id: ID!, $first: PageLimit, $after: String, $actorId: ID, $kind: AuditKind, $subjectId: ID, $from: DateTime) {
  workspace(id: $id) { auditLog(first: $first, after: $after, actorId: $actorId, kind: $kind, subjectId: $subjectId, from: $from) {
    nextCursor nodes { entryId operation action kind subjectId subjectName before after tokenName signInId createdAt actor { id } } } } }`;

const readLog = async (
  id: string,
  args: object = {},
): Promise<{ nodes: Entry[]; nextCursor: string | null }> => {
  const { data, errors } = await queryGraphql(app().url, {
    query: LOG,
    variables: { id, ...args },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return (data as { workspace: { auditLog: { nodes: Entry[]; nextCursor: string | null } } })
    .workspace.auditLog;
};

describe('every mutation is noted, or says why not:', () => {
  /** Nothing of a workspace changes: the domain is not proven, the token is for all workspaces of a person, the export may have ended. */
  const idle = ['verifyCustomDomain', 'revokeApiToken', 'cancelExport'];

  /** Inputs that change something, where those of the row do not. */
  const changing: Readonly<Record<string, object>> = {
    createApiToken: { workspaceId: '$workspaceId', name: 'Zapier' },
    unpublishBot: { botId: '$botId' },
    updateWebhook: { webhookId: '$webhookId', isEnabled: false },
  };
  let fill: Fill;
  beforeAll(async () => {
    fill = await fillCases(app());
  });

  test('a reason names a mutation that exists', () => {
    expect(Object.keys(unnoted).filter((name) => !mutations.includes(name))).toEqual([]);
  });

  test.each(mutations.filter((name) => !(name in unnoted) && !idle.includes(name)))(
    '%s',
    async (mutation) => {
      const input = await fill(changing[mutation] ?? caseOf(schema, mutation)?.sent ?? {});
      const type = String(schema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { userErrors { message } } }`;
      const { data, errors } = await queryGraphql(app().url, { query, variables: { input } });
      expect({ data, errors }).toMatchObject({ data: { [mutation]: { userErrors: [] } } });
      const noted = await rowsOf(
        app().databaseUrl,
        'select kind from audit_entry where operation = $1',
        [mutation],
      );
      expect(noted.length).toBeGreaterThan(0);
    },
  );
});

describe('the audit log of a workspace', () => {
  let workspaceId: string;
  let botId: string;
  beforeAll(async () => {
    workspaceId = await makeWorkspace(rest);
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: { name: 'Before' } }));
    botId = bot.id;
    await bodyOf(rest.updateBot({ botId, bot: { name: 'After' } }));
  });

  test('says who changed what, from what to what, and when', async () => {
    const { nodes } = await readLog(workspaceId, { subjectId: botId });
    const { user } = await bodyOf(rest.readMe({}));
    expect(nodes[0]).toEqual({
      entryId: expect.stringMatching(/^aud_\d+$/),
      ...{
        operation: 'updateBot',
        action: 'CHANGED',
        kind: 'BOT',
        subjectId: botId,
        subjectName: 'After',
      },
      ...{ before: { name: 'Before' }, after: { name: 'After' } },
      ...{ actor: { id: user.id }, tokenName: expect.any(String), signInId: null },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(nodes[1]).toMatchObject({ operation: 'createBot', action: 'CREATED', before: null });
  });

  test('notes nothing of a change that was refused, or that changed nothing', async () => {
    const before = await readLog(workspaceId);
    const late = { name: 'Refused', updatedAt: '2020-01-01T00:00:00.000Z' };
    const { reason } = await refusalOf(rest.updateBot({ botId, bot: late }));
    expect(reason).toBe('BOT_CHANGED');
    await bodyOf(rest.updateBot({ botId, bot: { name: 'After' } }));
    expect(await readLog(workspaceId)).toEqual(before);
  });

  test('holds no secret of credentials and webhooks', async () => {
    const data = { apiKey: 'sk-hidden-from-all' };
    await bodyOf(
      rest.saveCredentials({ workspaceId, credentials: { type: 'openai', name: 'Models', data } }),
    );
    const query = `mutation { createWebhook(input: { workspaceId: "${workspaceId}", eventTypes: [RESULT_STARTED],
      url: "https://hooks.example.com/in/path-hidden?key=query-hidden" }) { secret userErrors { message } } }`;
    const { data: made } = await queryGraphql(app().url, { query });
    const { secret } = (made as { createWebhook: { secret: string | null } }).createWebhook;
    const { nodes } = await readLog(workspaceId, { kind: 'CREDENTIALS' });
    expect(nodes[0]?.['after']).toEqual({
      name: 'Models',
      type: 'openai',
      fingerprint: expect.any(String),
    });
    const [webhook] = (await readLog(workspaceId, { kind: 'WEBHOOK' })).nodes;
    const url = 'https://hooks.example.com';
    const after = { url, urlFingerprint: expect.any(String) };
    expect(webhook).toMatchObject({ subjectName: url, after });
    const all = JSON.stringify(await readLog(workspaceId));
    expect(all).not.toMatch(/sk-hidden|path-hidden|query-hidden/);
    expect(all).not.toContain(secret ?? 'none');
  });

  test('is exported by reading its pages, each entry once', async () => {
    const { nodes } = await readLog(workspaceId);
    const read: Entry[] = [];
    let after: string | null = null;
    do {
      const page = await readLog(workspaceId, { first: 2, after });
      read.push(...page.nodes);
      after = page.nextCursor;
    } while (after !== null);
    expect(read).toEqual(nodes);
  });

  test('is filtered by person, kind and time', async () => {
    const { nodes } = await readLog(workspaceId);
    const actorId = String((nodes[0]?.['actor'] as { id: string }).id);
    expect((await readLog(workspaceId, { actorId })).nodes).toEqual(nodes);
    expect((await readLog(workspaceId, { actorId: 'usr_nobody' })).nodes).toEqual([]);
    expect((await readLog(workspaceId, { kind: 'FOLDER' })).nodes).toEqual([]);
    const from = new Date(Date.now() + 60_000).toISOString();
    expect((await readLog(workspaceId, { from })).nodes).toEqual([]);
  });

  test('shows a bot that moves to another workspace in both', async () => {
    const to = await makeWorkspace(rest);
    const query = `mutation { moveBots(input: { botIds: ["${botId}"], toWorkspaceId: "${to}" }) { userErrors { message } } }`;
    await queryGraphql(app().url, { query });
    const [left] = (await readLog(workspaceId, { subjectId: botId })).nodes;
    const [come] = (await readLog(to, { subjectId: botId })).nodes;
    expect([left?.['action'], come?.['action']]).toEqual(['DELETED', 'CREATED']);
  });

  test('is for admins', async () => {
    const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
    const asked = { query: LOG, variables: { id: workspaceId } };
    const { errors } = await queryGraphql(app().url, asked, { token });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });
});
