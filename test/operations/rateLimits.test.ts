import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType, type GraphQLFieldMap } from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { rateRules } from '../../src/config/rateRules.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { openTransport, type Shown } from '../support/transports.js';
import { openRawSocket } from '../support/rawSocket.js';
import { saveUser } from '../support/users.js';
import { makePublished } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const settings = {
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '1',
  RATE_LIMIT_RULES:
    'address=40/h,token=60/h,session=3/h,publicId=6/h,preview=2/h,signIn=2/h,invitation=2/h',
};

let app: TestApp;
/** Another server on the same database. */
let other: TestApp;
let open: TestApp;
let bot: { botId: string; publicId: string; workspaceId: string };

beforeAll(async () => {
  open = await startTestApp();
  bot = await makePublished(
    openTransport('REST', () => open.url),
    botOf(interview),
  );
  const shared = { ...settings, DATABASE_URL: open.databaseUrl };
  app = await startTestApp(shared);
  other = await startTestApp(shared);
});
afterAll(async () => {
  for (const one of [other, app, open]) await one.close();
});

let clients = 0;
/** The address of a new client. */
const newClient = (): string => `198.51.100.${(clients += 1)}`;

interface Call {
  readonly from: string;
  readonly method?: string;
  readonly body?: object;
  readonly token?: string;
  readonly accept?: string;
  readonly at?: TestApp;
}

/** The outcome of a call with respect to limits. */
interface Came {
  readonly status: number;
  readonly body: Shown;
  /** Limit, remaining, policy. */
  readonly rate: readonly (string | null)[];
  readonly retryAfter: string | null;
  readonly exposed: string | null;
}

async function call(path: string, sent: Call): Promise<Came> {
  const { from, method = 'POST', body, token, accept, at = app } = sent;
  const response = await fetch(`${at.url}${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(accept !== undefined && { accept }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { headers, status } = response;
  const isStream = status === 200 && accept !== undefined;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Policy'];
  return {
    status,
    body: isJson ? recordAt(JSON.parse(text)) : {},
    rate: names.map((name) => headers.get(name)),
    retryAfter: headers.get('Retry-After'),
    exposed: headers.get('Access-Control-Expose-Headers'),
  };
}

const graphql = (query: string, sent: Call) => call('/graphql', { ...sent, body: { query } });

async function startChat(from: string): Promise<string> {
  const path = `/v1/bots/${bot.publicId}/startChat`;
  const { body } = await call(path, { from, at: open });
  return String(body['sessionId']);
}

const policyOf = (name: string, most: number) => `${most};w=3600;parley-limit="${name}"`;

const TOO_MANY = { code: 'TOO_MANY_REQUESTS', reason: 'RATE_LIMITED' };

describe('the calls to one chat', () => {
  test('are counted over REST, shown in headers, and refused beyond the limit', async () => {
    const from = newClient();
    const sessionId = await startChat(from);
    const say = (message: string) =>
      call(`/v1/sessions/${sessionId}/continueChat`, { from, body: { message } });
    for (const [message, remaining] of [
      ['Ada', '2'],
      ['not an address', '1'],
      ['ada@example.com', '0'],
    ] as const) {
      expect(await say(message)).toMatchObject({
        status: 200,
        rate: ['3', remaining, policyOf('session', 3)],
      });
    }
    const refused = await say('One more');
    expect(refused).toMatchObject({
      status: 429,
      body: TOO_MANY,
      rate: ['3', '0', policyOf('session', 3)],
    });
    expect(Number(refused.retryAfter)).toBeGreaterThan(3000);
    const message = `Too many requests (limit "session"); try again in ${refused.retryAfter} s`;
    expect(refused.body['message']).toBe(message);
    expect(refused.exposed).toContain('RateLimit-Remaining');
    const another = await startChat(from);
    const first = { from, body: { message: 'Ada' } };
    expect((await call(`/v1/sessions/${another}/continueChat`, first)).status).toBe(200);
  });

  test('are counted for each mutation of a GraphQL document, which is done wholly or not at all', async () => {
    const from = newClient();
    const sessionId = await startChat(from);
    const say = (name: string, message: string) =>
      `${name}: continueChat(input: { sessionId: "${sessionId}", message: "${message}" }) { reply { input { blockId } } }`;
    const two = `mutation { ${say('a', 'Ada')} ...More } fragment More on Mutation { ${say('b', 'x')} }`;
    expect((await graphql(two, { from })).status).toBe(200);
    const log = { from, method: 'GET', at: open };
    const said = async () => (await call(`/v1/sessions/${sessionId}/events?after=0`, log)).body;
    const before = await said();
    const refused = await graphql(two, { from });
    expect(refused).toMatchObject({ status: 429, rate: ['3', '0', policyOf('session', 3)] });
    expect(refused.body['data'] ?? null).toBeNull();
    const retryAfter = Number(refused.retryAfter);
    expect(refused.body).toMatchObject({ errors: [{ extensions: { ...TOO_MANY, retryAfter } }] });
    expect(await said()).toEqual(before);
  });
});

test.each([
  ['continueChat', 'ContinueChatInput', 'sessionId'],
  ['startChat', 'StartChatInput', 'publicId'],
])('%s of what is not an id is refused, and no fault of the server', async (name, type, id) => {
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { path } } }`;
  const none = { toString: 'bent', valueOf: 'bent' };
  const body = { query, variables: { input: { [id]: none } } };
  const refused = await call('/graphql', { from: newClient(), body });
  const { userErrors } = recordAt(refused, `body.data.${name}`);
  expect(userErrors).toContainEqual({ path: [id] });
});

describe('the requests of one address', () => {
  test('are counted by the address that the proxy states, and not for others', async () => {
    const from = newClient();
    for (let n = 0; n < 40; n += 1) {
      expect((await graphql('{ __typename }', { from })).status).toBe(200);
    }
    const refused = await graphql('{ __typename }', { from: `203.0.113.7, ${from}` });
    expect(refused).toMatchObject({ status: 429, body: { errors: [{ extensions: TOO_MANY }] } });
    const events = { from, method: 'GET', accept: 'text/event-stream' };
    expect((await call('/v1/sessions/ses_x/events', events)).body).toMatchObject(TOO_MANY);
    expect((await graphql('{ __typename }', { from: newClient() })).status).toBe(200);
    const options = { headers: { 'x-forwarded-for': from } };
    await expect(openRawSocket(app.url, 'graphql-transport-ws', options)).rejects.toThrow('429');
  });

  test('are counted before they are read, so that refused ones count too', async () => {
    const from = newClient();
    const { rate } = await call('/v1/bots', { from, body: { name: 1 } });
    expect(rate).toEqual(['40', '39', policyOf('address', 40)]);
    expect((await graphql('{ no such', { from })).rate).toEqual([
      '40',
      '38',
      policyOf('address', 40),
    ]);
  });

  test('are counted on a socket for each operation that is started', async () => {
    const from = newClient();
    const sessionId = await startChat(from);
    const headers = { headers: { 'x-forwarded-for': from } };
    const socket = await openRawSocket(app.url, 'graphql-transport-ws', headers);
    await socket.begin();
    const query = `mutation { continueChat(input: { sessionId: "${sessionId}" }) { reply { sessionId } } }`;
    const ask = async (id: string) => {
      socket.send({ type: 'subscribe', id, payload: { query } });
      return socket.until((message) => message.id === id);
    };
    for (const id of ['1', '2', '3']) expect(await ask(id)).toMatchObject({ type: 'next' });
    const errors = [{ extensions: { ...TOO_MANY, retryAfter: expect.any(Number) } }];
    expect(await ask('4')).toMatchObject({ type: 'error', payload: errors });
    for (let n = 0; n < 36; n += 1) await ask(`more ${n}`);
    const watch = `subscription { chatEvents(sessionId: "${sessionId}") { seq } }`;
    socket.send({ type: 'subscribe', id: 'watch', payload: { query: watch } });
    expect(await socket.until(({ id }) => id === 'watch')).toMatchObject({ type: 'error' });
    socket.close();
  });
});

test('the requests of one token are counted from all addresses, also of an invalid token', async () => {
  const token = await saveUser(open.databaseUrl);
  const ask = (own: string) =>
    graphql('{ viewer { user { id } } }', { from: newClient(), token: own });
  for (let n = 0; n < 60; n += 1) expect((await ask(token)).status).toBe(200);
  expect(await ask(token)).toMatchObject({ status: 429, rate: ['60', '0', policyOf('token', 60)] });
  expect((await ask(await saveUser(open.databaseUrl))).status).toBe(200);
});

test('starts of one bot are counted for all callers together', async () => {
  const start = () => call(`/v1/bots/${bot.publicId}/startChat`, { from: newClient() });
  for (let n = 0; n < 6; n += 1) expect((await start()).status).toBe(200);
  expect(await start()).toMatchObject({ status: 429, body: TOO_MANY });
});

describe('servers that share a database count together', () => {
  test('previews without a token, but not those with one', async () => {
    const from = newClient();
    const preview = (at: TestApp, token?: string) =>
      call(`/v1/bots/${bot.botId}/preview/startChat`, {
        from,
        at,
        body: {},
        ...(token !== undefined && { token }),
      });
    expect((await preview(app)).status).toBe(200);
    expect((await preview(other)).status).toBe(200);
    expect(await preview(app)).toMatchObject({ status: 429, body: TOO_MANY });
    expect(await preview(other)).toMatchObject({ status: 429, body: TOO_MANY });
    expect((await preview(app, TOKEN)).status).toBe(200);
    const query = `mutation { startPreviewChat(input: { botId: "${bot.botId}" }) { reply { sessionId } } }`;
    expect((await graphql(query, { from })).status).toBe(429);
  });

  test('sign-in links', async () => {
    const from = newClient();
    const use = (at: TestApp) => call('/sign-in/link/guessed', { from, at });
    expect([(await use(app)).status, (await use(other)).status]).toEqual([404, 404]);
    expect((await use(app)).body).toMatchObject(TOO_MANY);
    expect((await call('/sign-in', { from, method: 'GET' })).status).toBe(200);
  });

  test('and a browser that signs in too often gets a page that says so', async () => {
    const headers = { 'x-forwarded-for': newClient(), accept: 'text/html,*/*;q=0.8' };
    const sent = { method: 'POST', headers };
    const use = () => fetch(`${app.url}/sign-in/link/guessed`, sent);
    expect([(await use()).status, (await use()).status]).toEqual([404, 404]);
    const refused = await use();
    const { status, headers: shown } = refused;
    expect([status, shown.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(shown.get('retry-after'))).toBeGreaterThan(3000);
    expect(await refused.text()).toContain('Too many requests (limit &quot;signIn&quot;)');
  });

  test('invitations, opened and accepted', async () => {
    const from = newClient();
    const page = { from, method: 'GET' };
    expect((await call('/invitations/guessed', page)).status).toBe(404);
    const query =
      'mutation { acceptInvitation(input: { code: "guessed" }) { userErrors { code } } }';
    expect((await graphql(query, { from, at: other, token: TOKEN })).status).toBe(200);
    expect((await graphql(query, { from, token: TOKEN })).status).toBe(429);
    expect((await call('/invitations/guessed', page)).status).toBe(429);
  });
});

test('nothing is counted if limits are off, and there are no headers', async () => {
  const came = await graphql('{ __typename }', { from: newClient(), at: open });
  expect(came).toMatchObject({ status: 200, rate: [null, null, null] });
});

type Fields = GraphQLFieldMap<unknown, unknown>;

test('every operation that a limit names exists and has the argument by which it is counted', () => {
  const schema = buildGatewaySchema();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = Object.assign({}, ...roots.map((root) => root?.getFields())) as Fields; // Of the roots.
  const named = { session: 'sessionId', publicId: 'publicId' } as const;
  for (const { by, operations = [] } of Object.values(rateRules)) {
    for (const operation of operations) {
      const args = fields[operation]?.args ?? [];
      const type = getNamedType(args.find(({ name }) => name === 'input')?.type);
      const members = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
      const names = [...args.map(({ name }) => name), ...members];
      expect([operation, names.length > 0]).toEqual([operation, true]);
      if (by === 'session' || by === 'publicId') expect(names).toContain(named[by]);
    }
  }
});
