import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashOf, newToken, shownPartOf } from '../../src/auth/token.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { routes } from '../../src/rest/routes/index.js';
import { operationOf, operationRows } from '../operations/rows/index.js';
import { botOf, parrot } from '../support/botOf.js';
import { queryGraphql, bodyOf } from '../support/transports.js';
import { come as comeOf, keepWorkspaces, type Kept, type Operation } from './come.js';
import { rowsOf, sumsOf } from '../support/rows.js';
import type { Ids } from '../support/sampleOf.js';
import { saveSignIn } from '../support/users.js';
import { makeChatsView, makeSharedView, restOf, useApp } from '../support/useApp.js';
import { makeWebhookAndFile } from '../operations/rows/things.js';
import { actors, rights, tokenScopesOf, type Actor, type Rule } from './rights.js';
import { textAt } from '../support/parts.js';

const app = useApp();
const owner = restOf(app);
const schema = buildGatewaySchema();
const scopes = tokenScopesOf(schema);

const operations: Operation[] = [
  { kind: 'query', root: schema.getQueryType() } as const,
  { kind: 'mutation', root: schema.getMutationType() } as const,
  { kind: 'subscription', root: schema.getSubscriptionType() } as const,
].flatMap(({ kind, root }) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field })),
);

const tokens: Partial<Record<Actor | 'victim', string>> = {};
let shared: Ids;
let foreign: Ids;

beforeAll(async () => {
  for (const who of [...actors, 'victim'] as const) {
    tokens[who] = await saveToken(`usr_${who}`, null);
  }
  shared = await makeThings(true);
  foreign = await makeThings(false);
});

async function saveToken(userId: string, given: readonly string[] | null): Promise<string> {
  const token = newToken();
  const user =
    'insert into app_user (id, email, created_at) values ($1, $2, now()) on conflict do nothing';
  await rowsOf(app().databaseUrl, user, [userId, `${userId.toLowerCase()}@example.com`]);
  const id = `tok_${hashOf(token).slice(0, 20)}`;
  await rowsOf(
    app().databaseUrl,
    `insert into api_token (id, user_id, name, hash, prefix, scopes, created_at) values ($1, $2, $1, $3, $4, $5, now())`,
    [id, userId, hashOf(token), shownPartOf(token), given && JSON.stringify(given)],
  );
  return token;
}

/** A token of the admin's with these scopes. */
function tokenWith(...given: readonly string[]): Promise<string> {
  const name = given.join(' ');
  const token = scoped.get(name) ?? saveToken('usr_admin', given);
  scoped.set(name, token);
  return token;
}
const scoped = new Map<string, Promise<string>>();

/** A workspace of the owner's with one record of each type, and the roles of the actors in it. */
async function makeThings(hasActors: boolean): Promise<Ids> {
  const { workspace } = await bodyOf(owner.createWorkspace({ name: 'Acme' }));
  const workspaceId = workspace.id;
  const { bot } = await bodyOf(owner.createBot({ workspaceId, bot: botOf(parrot) }));
  const { bot: archived } = await bodyOf(owner.createBot({ workspaceId, bot: {} }));
  const name = `${workspaceId.replace('_', '-')}.example.com`;
  const variables = { workspaceId, botId: bot.id, archivedId: archived.id, name };
  const { data, errors } = await queryGraphql(app().url, { query: MAKING, variables });
  expect(errors).toBeUndefined();
  if (hasActors) await placeActors(workspaceId, [bot.id, archived.id]);
  const publicId = textAt(data, 'publishBot.bot.publicId');
  const { sessionId } = await bodyOf(owner.startChat({ publicId }));
  const idAt = (path: string) => textAt(data, `${path}.id`);
  return {
    ...{ workspaceId, name, botId: bot.id, archivedBotId: archived.id, userId: 'usr_victim' },
    ...{ versionId: idAt('publishBot.version'), botTestId: idAt('saveBotTest.botTest') },
    ...{ publicId, sessionId, cannedReplyId: idAt('saveCannedReply.cannedReply') },
    ...{ folderId: idAt('createFolder.folder'), jobId: idAt('startResultsExport.job') },
    themeTemplateId: idAt('saveThemeTemplate.themeTemplate'),
    credentialsId: idAt('saveCredentials.credentials'),
    ...(await makeWebhookAndFile(app().url, workspaceId)),
    ...{ stage: 'staging', laterVersionId: idAt('later.version') },
    resultsViewId: await makeSharedView(app().url, bot.id),
    chatsViewId: await makeChatsView(app().url, workspaceId),
    ...{ invitationId: idAt('inviteMember.invitation'), code: textAt(data, 'inviteMember.code') },
  };
}

const MAKING = `mutation ($workspaceId: ID!, $botId: ID!, $archivedId: ID!, $name: HostName!) {
  publishBot(input: { botId: $botId }) { version { id } bot { publicId } }
  later: publishBot(input: { botId: $botId }) { version { id } }
  setBotStage(input: { botId: $botId, stage: "staging" }) { userErrors { reason } }
  setBotTracing(input: { botId: $botId, share: 1 }) { bot { id } }
  deleteBot(input: { botId: $archivedId }) { deletedId }
  createFolder(input: { workspaceId: $workspaceId }) { folder { id } }
  saveThemeTemplate(input: { workspaceId: $workspaceId, name: "Night", theme: {} }) { themeTemplate { id } }
  saveCannedReply(input: { workspaceId: $workspaceId, shortcut: "hi", text: "Hello" }) { cannedReply { id } }
  saveBotTest(input: { botId: $botId, test: { format: 1, name: "It works", now: "2026-05-01T12:00:00Z", seed: "1", steps: [] } }) { botTest { id } }
  addCustomDomain(input: { workspaceId: $workspaceId, name: $name }) { userErrors { reason } }
  startResultsExport(input: { botId: $botId }) { job { id } }
  inviteMember(input: { workspaceId: $workspaceId, email: "nobody@example.com", role: GUEST }) { invitation { id } code }
  saveCredentials(input: { workspaceId: $workspaceId, credentials: { type: "openai", name: "Ours", data: { apiKey: "sk-x" } } }) { credentials { id } }
}`;

const roles: Partial<Record<Actor | 'victim', string>> = {
  admin: 'ADMIN',
  member: 'MEMBER',
  victim: 'MEMBER',
};
const shares: Partial<Record<Actor | 'victim', string>> = {
  guestFull: 'FULL_ACCESS',
  guestWrite: 'WRITE',
  guestRead: 'READ',
  victim: 'READ',
};

async function placeActors(workspaceId: string, botIds: readonly string[]): Promise<void> {
  const placed = [...actors, 'victim' as const].filter((who) => who !== 'stranger');
  const members = placed.map((who) => ({ id: `usr_${who}`, role: roles[who] ?? 'GUEST' }));
  await rowsOf(
    app().databaseUrl,
    `insert into member (workspace_id, user_id, role, created_at)
      select $1, id, role, now() from json_to_recordset($2) as placed (id text, role text)`,
    [workspaceId, JSON.stringify(members)],
  );
  const shared = Object.entries(shares).flatMap(([who, type]) =>
    botIds.map((bot) => ({ bot, id: `usr_${who}`, type })),
  );
  await rowsOf(
    app().databaseUrl,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      select bot, id, type, now(), now() from json_to_recordset($1) as placed (bot text, id text, type text)`,
    [JSON.stringify(shared)],
  );
}

const come = (operation: Operation, ids: Ids, token: string | null) =>
  comeOf(app().url, operation, { ids, token });

/** Ids of a token and a sign-in that do not exist. */
const none = { tokenId: 'tok_none', signInId: 'sgn_none' };

const nobodys = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, name === 'name' ? id : `${id.slice(0, 4)}none`]),
  );

/** The ids with those of the actor's own token and sign-in, for account operations. */
async function ownOf(who: Actor, ids: Ids): Promise<Ids> {
  const id = `tok_spare${hashOf(newToken()).slice(0, 15)}`;
  await rowsOf(
    app().databaseUrl,
    `insert into api_token (id, user_id, name, hash, prefix, created_at) values ($1, $2, 'Spare', $1, 'x', now())`,
    [id, `usr_${who}`],
  );
  return { ...ids, tokenId: id, signInId: await saveSignIn(app().databaseUrl, `usr_${who}`) };
}

const rightOf = (rule: Rule | undefined) => (typeof rule === 'string' ? rights[rule] : undefined);
const cases = operations.flatMap((operation) => {
  const { name } = operation.field;
  const rule = operationRows[name]?.rule;
  const right = rightOf(rule);
  const where = 'its resolver, or its rule in test/operations/rows/';
  return right && rule ? [{ name, operation, right, where, isAccount: rule === 'account' }] : [];
});
const placed = cases.filter(({ isAccount }) => !isAccount);

describe('every operation', () => {
  test('of GraphQL has a row with its rule, and every row belongs to an operation', () => {
    const there = operations.map(({ field }) => field.name);
    const known = Object.keys(operationRows);
    const bare = there.filter((name) => !known.includes(name));
    const gone = known.filter((name) => !there.includes(name));
    expect([
      ...bare.map((name) => `${name}: add its row, with its rule, to test/operations/rows/`),
      ...gone.map(
        (name) =>
          `${name}: add its class to src/resolvers/index.ts, or remove its row from test/operations/rows/`,
      ),
    ]).toEqual([]);
  });

  test('that REST serves by GET changes nothing', () => {
    const writing = routes.filter(
      ({ method, document }) => method === 'get' && /^\s*mutation/.test(document),
    );
    expect(writing.map(({ path }) => path)).toEqual([]);
  });

  test('of REST requires a token exactly if its rule does', () => {
    for (const route of routes) {
      const operation = operationOf(route.document);
      const isOpen = typeof operationRows[operation]?.rule === 'object' && operation !== 'viewer';
      const where = `${route.method} ${route.path}: its row in src/rest/routes/, or the rule of ${operation}`;
      expect([where, route.needsToken]).toEqual([where, !isOpen]);
    }
  });

  test.each(cases)('$name needs a token', async ({ operation }) => {
    expect(await come(operation, { ...shared, ...none }, null)).toMatchObject(
      operation.kind === 'query'
        ? { verdict: expect.stringMatching(/UNAUTHORIZED|NOT_FOUND/) }
        : { verdict: 'UNAUTHORIZED' },
    );
  });
});

describe('a forbidden operation:', () => {
  let before: unknown;
  const everything = () =>
    sumsOf(app().databaseUrl, [
      ...'bot bot_version bot_test workspace member collaborator folder invitation'.split(' '),
      ...'theme_template custom_domain credentials results_view canned_reply chats_view'.split(' '),
    ]);
  beforeAll(async () => {
    before = await everything();
  });

  test.each(placed)('$name is refused without the right', async ({ operation, right, where }) => {
    const refused = actors.filter((who) => right.may[who] !== 'done');
    const verdictOf = async (who: Actor) =>
      [where, who, (await come(operation, shared, tokens[who] ?? '')).verdict] as const;
    const came = await Promise.all(refused.map(verdictOf));
    expect(came).toEqual(refused.map((who) => [where, who, right.may[who]]));
  });

  test.each(placed)(
    '$name gives the same answer for records of others as for missing ones',
    async ({ operation }) => {
      // In the workspace of others all actors are strangers; the admin has the most rights elsewhere.
      const some = ['admin', 'stranger'] as const;
      const byAll = (ids: Ids) =>
        Promise.all(some.map(async (who) => [who, await come(operation, ids, tokens[who] ?? '')]));
      const [came, missing] = await Promise.all(
        [{ ...foreign, userId: 'usr_victim' }, nobodys(foreign)].map(byAll),
      );
      expect(came).toMatchObject(some.map((who) => [who, { verdict: 'NOT_FOUND' }]));
      expect(came).toEqual(missing);
    },
  );

  test.each(cases)(
    '$name is refused to a token without its scope',
    async ({ operation, right, where }) => {
      const enough: readonly string[] = right.scopes.split(' ');
      const lacking = scopes.filter((scope) => !enough.includes(scope));
      // All others together do not suffice either, except where several are needed.
      for (const given of right.scopes === '' ? lacking.map((scope) => [scope]) : [lacking]) {
        const token = await tokenWith(...given);
        const about = (ids: Ids) => come(operation, { ...ids, ...none }, token);
        const came = await Promise.all([shared, foreign, nobodys(shared)].map(about));
        expect([where, given, came[0]?.verdict]).toEqual([where, given, 'FORBIDDEN']);
        // The failure does not reveal what exists.
        expect(came).toEqual(came.map(() => came[0]));
      }
    },
  );

  test('changed nothing', async () => {
    expect(await everything()).toEqual(before);
  });
});

describe('an allowed operation:', () => {
  let kept: Kept | undefined;
  beforeAll(async () => {
    kept = await keepWorkspaces(app().databaseUrl);
  });
  afterAll(() => kept?.close());

  /** Runs an operation, then restores the records, so that every actor finds the same ones. */
  const tryOut = async (operation: Operation, ids: Ids, token: string | undefined) => {
    try {
      return await come(operation, ids, token ?? '');
    } finally {
      if (operation.kind === 'mutation') await kept?.putBack();
    }
  };

  test.each(cases)(
    '$name is done with the right',
    async ({ operation, right, where, isAccount }) => {
      for (const who of actors.filter((actor) => right.may[actor] === 'done')) {
        const ids = isAccount ? await ownOf(who, shared) : shared;
        const came = await tryOut(operation, ids, tokens[who]);
        expect([where, who, came]).toMatchObject([where, who, { verdict: 'done' }]);
      }
    },
  );

  test.each(cases)(
    '$name is done with a token with its scope',
    async ({ operation, right, where, isAccount }) => {
      for (const scope of right.scopes.split(' ').filter(Boolean)) {
        const ids = isAccount ? await ownOf('admin', shared) : shared;
        const came = await tryOut(operation, ids, await tokenWith(scope));
        expect([where, scope, came]).toMatchObject([where, scope, { verdict: 'done' }]);
      }
    },
  );
});
