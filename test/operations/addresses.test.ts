import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt, textAt } from '../support/parts.js';
import { textOf } from '../support/repository.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp({ SECRET_KEY: 'the-secret-key-of-the-addresses-of-tests' });
const rest = restOf(app);

/** The fields with addresses that this server makes, and those that repeat what an author or a visitor wrote. */
const MADE = [
  'Bot.startChatUrl',
  'BotStage.startChatUrl',
  'BotStage.url',
  'Credentials.reconnectAccountUrl',
  'ExportJob.fileUrl',
  'File.url',
  'MessengerChannel.webhookUrl',
  'StagedUpload.fileUrl',
  'StagedUpload.url',
  'Workspace.connectAccountUrl',
];
const WRITTEN = [
  'Answer.attachedFileUrls',
  'CardsChatInputItem.imageUrl',
  'CardsInputItem.imageUrl',
  'ChatHeardEvent.attachedFileUrls',
  'ChatPage.iconUrl',
  'ChatPage.imageUrl',
  'ChatReceivedEvent.attachedFileUrls',
  'ClientRedirect.url',
  'ClientWebhookToExecute.url',
  'DynamicTheme.backgroundUrl',
  'DynamicTheme.guestAvatarUrl',
  'DynamicTheme.hostAvatarUrl',
  'FlowThemeChatGuestAvatar.url',
  'FlowThemeChatHostAvatar.url',
  'TranscriptEntry.mediaUrl',
  'Webhook.url',
  'WebhookBlock.url',
];

/** The server's reply to a request with this `Host` header. */
async function askAt(host: string, query: string, headers: object = {}): Promise<unknown> {
  const { hostname, port } = new URL(app().url);
  const reply = await new Promise<string>((resolve, reject) => {
    const sent = request(
      { host: hostname, port, path: '/graphql', method: 'POST' },
      (response) => void text(response).then(resolve, reject),
    );
    const type = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    for (const [name, value] of Object.entries({ ...type, host, ...headers }))
      sent.setHeader(name, value);
    sent.once('error', reject).end(JSON.stringify({ query }));
  });
  return JSON.parse(reply);
}

const DONE = `job { id status fileUrl }`;

/** The addresses of a bot, of its stage, of a file in its results and of a channel, for a caller at this host. */
async function addressesAt(host: string, headers: object = {}): Promise<string[]> {
  const { botId, workspaceId } = await makePublished(rest, botOf(interview));
  const set = `mutation { setBotStage(input: { botId: "${botId}", stage: "try" }) { stage { url startChatUrl } } }`;
  const stage = recordAt(await askAt(host, set, headers), 'data.setBotStage.stage');
  const begun = `mutation { startResultsExport(input: { botId: "${botId}", format: JSONL }) { ${DONE} } }`;
  const jobId = textAt(await askAt(host, begun, headers), 'data.startResultsExport.job.id');
  let answered: unknown;
  await until(async () => {
    const query = `{ bot(id: "${botId}") { startChatUrl } node(id: "${jobId}") { ... on ExportJob { fileUrl status } } }`;
    answered = await askAt(host, query, headers);
    return textAt(answered, 'data.node.status') === 'COMPLETED';
  });
  const data = { provider: 'meta', systemUserAccessToken: 'EAA', phoneNumberId: '1' };
  const credentials = { type: 'messenger', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const channel = `{ node(id: "${credentialsId}") { ... on Credentials { messengerChannel { webhookUrl } } } }`;
  return [
    textAt(await askAt(host, channel, headers), 'data.node.messengerChannel.webhookUrl'),
    textAt(answered, 'data.bot.startChatUrl'),
    textAt(answered, 'data.node.fileUrl'),
    ...['url', 'startChatUrl'].map((name) => textAt(stage, name)),
  ];
}

describe('an address in a reply', () => {
  test('is in a field that is listed as made by this server, or as written by others', () => {
    const types = Object.values(buildSchema(textOf('docs/schema.graphql')).getTypeMap());
    const fields = types
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    const ofAddresses = fields.filter((field) => /[uU]rls?$/.test(field));
    const ofDocuments = /(?:Options|Content|Settings)\w*\./;
    expect(ofAddresses.filter((field) => !ofDocuments.test(field)).toSorted()).toEqual(
      [...MADE, ...WRITTEN].toSorted(),
    );
  });

  test('begins with the address that the request was sent to, also over https', async () => {
    for (const address of await addressesAt('bots.example.com:8443', {
      'x-forwarded-proto': 'https',
    }))
      expect(address).toMatch(/^https:\/\/bots\.example\.com:8443\/.+/);
    for (const address of await addressesAt('[::1]:80'))
      expect(address).toMatch(/^http:\/\/\[::1\]\//);
  });

  test('begins with the address the server listens at when the host of the request is none', async () => {
    for (const address of await addressesAt('bots.example.com/evil?'))
      expect(address.startsWith(`${app().url}/`)).toBe(true);
  });
});

const PUBLIC = 'https://not-there-yet.example.com/hook';

async function send(name: 'createWebhook' | 'updateWebhook', input: Shown): Promise<Shown> {
  const type = name === 'createWebhook' ? 'CreateWebhookInput' : 'UpdateWebhookInput';
  const query = `mutation ($input: ${type}!) {
    done: ${name}(input: $input) { webhook { id url } userErrors { code reason message path } } }`;
  const { data, errors } = await queryGraphql(app().url, { query, variables: { input } });
  return data ? recordAt(data, 'done') : { errors };
}

const create = async (url: string): Promise<Shown> =>
  send('createWebhook', { workspaceId: await makeWorkspace(restOf(app)), url, eventTypes: [] });

test.each([
  ['a private address', 'http://10.0.0.1/hook'],
  ['this machine', 'http://[::1]:8080/hook'],
  ['this machine in another spelling', 'http://0x7f000001/hook'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest'],
  ['a name of a private network', 'https://db.internal/hook'],
  ['a name that DNS cannot hold', `https://${'a'.repeat(64)}.example/hook`],
  ['a port of a mail server', 'https://example.com:25/hook'],
])('a webhook at %s is refused: no event could ever be sent there', async (_what, url) => {
  const message = expect.stringMatching(/^No event can be sent to this address: /);
  const fault = { code: 'BAD_REQUEST', reason: 'URL_REFUSED', message, path: ['url'] };
  const refused = { webhook: null, userErrors: [fault] };
  expect(await create(url)).toMatchObject(refused);
  const webhookId = textAt(await create(PUBLIC), 'webhook.id');
  expect(await send('updateWebhook', { webhookId, url })).toMatchObject(refused);
  expect(await send('updateWebhook', { webhookId })).toMatchObject({ webhook: { url: PUBLIC } });
});

test.each(['ftp://example.com/hook', 'https://ada:secret@example.com/hook', 'https://', 'hook'])(
  'a webhook at %s is refused: that is no address of a receiver',
  async (url) => {
    const [fault] = [(await create(url))['userErrors'] ?? []].flat();
    expect(fault).toMatchObject({ code: 'BAD_REQUEST', reason: 'VALIDATION' });
  },
);

test('a webhook with any host name is accepted: the name is resolved only when an event is sent', async () => {
  expect(await create(PUBLIC)).toMatchObject({ webhook: { url: PUBLIC }, userErrors: [] });
});
