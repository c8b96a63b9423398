import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { textAt } from '../support/parts.js';
import { textOf } from '../support/repository.js';
import { until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

/** The fields that hold an address which this server makes, and those that repeat what an author or a visitor wrote. */
const MADE = [
  'Bot.startChatUrl',
  'Credentials.reconnectAccountUrl',
  'ExportJob.fileUrl',
  'File.url',
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

/** What the server replies to a request for this host, with which it can be asked in another way than by its address. */
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

/** The addresses of a bot and of a file of its results, as somebody sees them who asks at this host. */
async function addressesAt(host: string, headers: object = {}): Promise<string[]> {
  const { botId } = await makePublished(rest, botOf(interview));
  const begun = `mutation { startResultsExport(input: { botId: "${botId}", format: JSONL }) { ${DONE} } }`;
  const jobId = textAt(await askAt(host, begun, headers), 'data.startResultsExport.job.id');
  let answered: unknown;
  await until(async () => {
    const query = `{ bot(id: "${botId}") { startChatUrl } node(id: "${jobId}") { ... on ExportJob { fileUrl status } } }`;
    answered = await askAt(host, query, headers);
    return textAt(answered, 'data.node.status') === 'COMPLETED';
  });
  return [textAt(answered, 'data.bot.startChatUrl'), textAt(answered, 'data.node.fileUrl')];
}

describe('an address in a reply', () => {
  test('is of a field of which is known whether this server makes it', () => {
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

  test('begins where the request was sent to, also over https', async () => {
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
