import { afterAll, expect, test } from '@jest/globals';
import { settingsSchema } from '../../src/engine/index.js';
import { openSearch } from '../../src/integrations/search.js';
import { botFor } from '../../src/messenger/startCondition.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import { say } from '../support/flowOf.js';
import { ACCOUNT, failure, tell, told, useMeta } from '../support/metaServer.js';
import { partAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';
import { channelSecret, messengerBots } from '../support/useChannel.js';

const meta = useMeta();

const app = useApp(
  {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    get VENDOR_ADDRESSES() {
      return `meta=${meta.url()}/v25.0`;
    },
  },
  { timeouts: { workEvery: 50 } },
);

const rest = restOf(app);
const { connect, answering } = messengerBots(app, rest);

const CHANNEL = `query ($credentialsId: ID!) { node(id: $credentialsId) { ... on Credentials { messengerChannel {
  webhookUrl verifiedAt lastMessageAt faultAt faultKind fault } } } }`;

const channelOf = async (credentialsId: string) =>
  partAt(
    await queryGraphql(app().url, { query: CHANNEL, variables: { credentialsId } }),
    'data.node.messengerChannel',
  );

const verify = async (address: string, token: string) => {
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': token };
  return (await fetch(`${address}?${new URLSearchParams(asked)}`)).status;
};

const message = (id: string) => ({
  messages: [{ from: '33612345678', id, type: 'text', text: { body: 'Hello' } }],
});

test('whoever connects a number sees whether Meta verified the address, wrote, signed with another secret, or refused a message', async () => {
  const { credentialsId, address, ...place } = await connect(ACCOUNT);
  const untold = { lastMessageAt: null, faultAt: null, faultKind: null, fault: null };
  const webhookUrl = address.replace('/api', '');
  expect(await channelOf(credentialsId)).toEqual({ ...untold, webhookUrl, verifiedAt: null });

  expect((await fetch(address)).status).toBe(401);
  expect(await channelOf(credentialsId)).toMatchObject({ faultKind: null });
  expect(await verify(address, 'another')).toBe(401);
  expect(await channelOf(credentialsId)).toMatchObject({
    ...{ verifiedAt: null, faultAt: expect.any(String), faultKind: 'VERIFY_TOKEN', fault: null },
  });
  expect(await verify(webhookUrl, ACCOUNT.verifyToken)).toBe(200);
  expect(await channelOf(credentialsId)).toMatchObject({ verifiedAt: expect.any(String) });

  expect(await tell(address, told(message('wamid.1')), 'another secret')).toBe(401);
  expect(await channelOf(credentialsId)).toMatchObject({
    ...{ faultKind: 'SIGNATURE', lastMessageAt: null },
  });
  await answering({ credentialsId, address, ...place }, { groups: { Start: [say('Welcome')] } });
  meta.troubles.push(failure(400, 131_030, 'Recipient phone number not in allowed list'));
  await tell(address, told(message('wamid.2')));
  await eventually(async () =>
    expect(await channelOf(credentialsId)).toMatchObject({
      ...{ lastMessageAt: expect.any(String), faultKind: 'SENDING' },
      fault: 'error 131030: Recipient phone number not in allowed list',
    }),
  );
});

test('a test of credentials says which number they are for, and a wrong token is named', async () => {
  const { credentialsId, workspaceId } = await connect(ACCOUNT);
  const tried = { workspaceId, credentialsId };
  expect(await bodyOf(rest.testCredentials(tried))).toEqual({
    isWorking: true,
    message: 'It works: the number is +1 555-010-0001, Corner shop.',
  });
  const data = { systemUserAccessToken: 'old' };
  await bodyOf(rest.updateCredentials({ ...tried, data }));
  expect(await bodyOf(rest.testCredentials(tried))).toMatchObject({ isWorking: false });
  const own = await connect({
    provider: 'webhook',
    url: 'http://127.0.0.1:9/',
    secret: channelSecret,
  });
  const { credentialsId: ownId, workspaceId: of } = own;
  expect(
    await bodyOf(rest.testCredentials({ workspaceId: of, credentialsId: ownId })),
  ).toMatchObject({ isWorking: null });
});

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const bot = (name: string, messengerChannel: object | undefined) => ({
  name,
  channel: settingsSchema.parse({ messengerChannel }).messengerChannel,
});

const on = (startCondition?: object) => ({
  isEnabled: true,
  ...(startCondition && { startCondition }),
});

const when = (comparisonOperator: string | undefined, value?: string) =>
  on({ comparisons: [{ id: 'c', comparisonOperator, value }] });

const chosen = async (channels: Parameters<typeof bot>[1][], text: string | undefined) => {
  const bots = channels.map((channel, index) => bot(String(index), channel));
  return (await botFor(bots, { text, searchOf: ({ name }) => openSearch(sandbox, name) }))?.name;
};

test.each([
  ['Equal to', 'hi', 'hi', true],
  ['Equal to', 'hi', 'Hi', false],
  ['Not equal', 'hi', 'Hi', true],
  ['Contains', 'PRICE', 'The price?', true],
  ['Does not contain', 'price', 'Hello', true],
  ['Starts with', 'hel', 'Hello', true],
  ['Ends with', 'LO', 'Hello', true],
  ['Is set', '', 'Hello', true],
  ['Is empty', '', 'Hello', false],
  ['Greater than', '5', '7', true],
  ['Less than', '5', '7', false],
  ['Greater or equal to', '7', '7', true],
  ['Less or equal to', '7', '7', true],
  ['Matches regex', '^hel+o$', 'Hello', false],
  ['Matches regex', '/^hel+o$/i', 'Hello', true],
  ['Matches regex', '(unclosed', 'Hello', false],
  ['Matches regex', '', 'Hello', false],
  ['Matches regex', '^(a+)+$', `${'a'.repeat(60)}!`, false],
  ['Does not match regex', 'price|cost', 'Hello', true],
  ['Does not match regex', 'price|cost', 'The price?', false],
  ['Does not match regex', '^(a+)+$', `${'a'.repeat(60)}!`, false],
  [undefined, 'Hello', 'Hello', false],
])('“%s %s” and the message “%s”: starts %s', async (operator, value, text, starts) => {
  expect(await chosen([when(operator, value)], text)).toBe(starts ? '0' : undefined);
});

test('the first bot whose condition holds is before the first without one', async () => {
  const bots = [
    undefined,
    { isEnabled: false },
    on(),
    on({ comparisons: [] }),
    when('Contains', 'price'),
  ];
  expect(await chosen(bots, 'The price?')).toBe('4');
  expect(await chosen(bots, 'Hello')).toBe('2');
  expect(await chosen(bots, undefined)).toBe('2');
  expect(await chosen([on({ comparisons: [] })], 'Hello')).toBe(undefined);
});

test('all comparisons must hold, or one of them', async () => {
  const two = [
    { id: 'a', comparisonOperator: 'Contains', value: 'price' },
    { id: 'b', comparisonOperator: 'Contains', value: 'tea' },
  ];
  expect(await chosen([on({ comparisons: two })], 'price')).toBe(undefined);
  expect(await chosen([on({ comparisons: two, logicalOperator: 'OR' })], 'price')).toBe('0');
});
