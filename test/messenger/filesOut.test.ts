import { beforeEach, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { openChannel } from '../../src/messenger/messenger.js';
import { openUploads } from '../../src/messenger/meta/uploads.js';
import { ACCOUNT, DIALOG_ACCOUNT, failure, tell, told, useMeta } from '../support/metaServer.js';
import { say, type BlockSketch } from '../support/flowOf.js';
import { type Connected, messengerBots, useChannel } from '../support/useChannel.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { postForm } from '../support/visitorUploads.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';

const meta = useMeta();
const app = useApp(
  {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    get VENDOR_ADDRESSES() {
      return `meta=${meta.url()}/v25.0,360dialog=${meta.url()}`;
    },
  },
  { timeouts: { workEvery: 50 } },
);
const rest = restOf(app);
const { connect, answering } = messengerBots(app, rest);
const plain = useChannel(app);

beforeEach(() => {
  meta.messages().length = 0;
  meta.calls.length = 0;
  meta.uploads.clear();
});

const png = Buffer.from('\x89PNG\r\n\x1a\n and pixels', 'latin1');

const STAGE = `mutation ($input: CreateFileUploadInput!) { createFileUpload(input: $input) {
  stagedUpload { url formData fileUrl } userErrors { code } } }`;

/** Uploads a file of a member for a workspace, by default a private one; returns its address. */
async function upload(
  { workspaceId }: Connected,
  { fileName = 'logo.png', content = png, visibility = 'PRIVATE' } = {},
): Promise<string> {
  const variables = { input: { workspaceId, fileName, visibility } };
  const { data } = await queryGraphql(app().url, { query: STAGE, variables });
  const staged = recordAt(data, 'createFileUpload.stagedUpload');
  const { status } = await postForm(textAt(staged, 'url'), recordAt(staged, 'formData'), content);
  expect(status).toBe(204);
  return textAt(staged, 'fileUrl');
}

const image = (url: string, more: object = {}): BlockSketch => ({
  type: 'image',
  content: { url, ...more },
});

let count = 0;
const sent = (content: object, from: string) => ({
  ...{ from, id: `wamid.file.${(count += 1)}` },
  ...content,
});
const hello = (from = '33612345678', body = 'Hello') =>
  sent({ type: 'text', text: { body } }, from);

/** The messages that the person has received, once there are so many. */
async function got(number: number): Promise<unknown[]> {
  await until(() => meta.messages().length >= number);
  return meta.messages();
}

const uploaded = () => meta.calls.filter(({ path }) => path.endsWith('/media'));

test('a private file of the bot is uploaded once, and sent by its id with its caption to everybody', async () => {
  const place = await connect(ACCOUNT);
  const url = await upload(place);
  const clickLink = { url: 'https://example.com/' };
  await answering(place, { groups: { Start: [image(url, { clickLink })] } });
  const people = ['331', '332', '333'].map((from) => hello(from));
  await tell(place.address, told({ messages: people }));
  const shown = { id: 'media.1', caption: 'https://example.com/' };
  expect((await got(3)).map((message) => partAt(message, 'image'))).toEqual([shown, shown, shown]);
  expect(meta.uploads.get('media.1')).toEqual({ type: 'image/png', content: png });
  expect(uploaded()).toHaveLength(1);
  const fields = { messaging_product: 'whatsapp', type: 'image/png' };
  expect(uploaded()[0]?.body).toMatchObject({ ...fields, file: { name: 'logo.png' } });
});

test('the same at 360dialog, with a document and a picture over buttons', async () => {
  const place = await connect(DIALOG_ACCOUNT);
  const terms = { fileName: 'terms.pdf', content: Buffer.from('%PDF-1.7 Terms') };
  const [pdf, picture] = [await upload(place, terms), await upload(place)];
  const items = [{ id: 'cat', title: 'Cat', pictureSrc: picture }];
  const Start = [
    { type: 'embed', content: { url: pdf } },
    { type: 'picture choice input', items },
  ];
  await answering(place, { groups: { Start } });
  const headers = { authorization: `Bearer ${DIALOG_ACCOUNT.webhookSecret}` };
  const body = JSON.stringify(told({ messages: [hello()] }));
  await fetch(place.address, { method: 'POST', headers, body });
  const [first, second] = await got(2);
  expect(partAt(first, 'document')).toEqual({ id: 'media.1', filename: 'terms.pdf' });
  expect(partAt(second, 'interactive.header')).toEqual({ type: 'image', image: { id: 'media.2' } });
  expect(uploaded().map(({ path }) => path)).toEqual(['/media', '/media']);
});

test('a private file that a person sent can be sent back to them, but to nobody else who names its address', async () => {
  const place = await connect(ACCOUNT);
  const ask = { type: 'file input', options: { variableId: 'vX', visibility: 'Private' } };
  const Start = [say('A photo?'), ask, image('{{X}}'), say('Thanks')];
  await answering(place, { variables: { X: null }, groups: { Start } });
  meta.files.set('m1', { type: 'image/png', content: png });
  await tell(place.address, told({ messages: [hello()] }));
  await got(1);
  const photo = { type: 'image', image: { id: 'm1', mime_type: 'image/png' } };
  await tell(place.address, told({ messages: [sent(photo, '33612345678')] }));
  const [, shown] = await got(3);
  expect(meta.uploads.get(textAt(shown, 'image.id'))?.content).toEqual(png);

  const stranger = await connect(ACCOUNT);
  const text = { type: 'text input', options: { variableId: 'vX' } };
  await answering(stranger, {
    variables: { X: null },
    groups: { Start: [say('What?'), text, image('{{X}}')] },
  });
  const address = String((await filesOf(place))[0]);
  expect(address).toMatch(/\/files\/fil_\w+\.png$/);
  const secret = await upload(stranger);
  for (const url of [address, secret]) {
    meta.messages().length = 0;
    const from = `34${count}`;
    await tell(stranger.address, told({ messages: [hello(from)] }));
    await got(1);
    await tell(stranger.address, told({ messages: [hello(from, url)] }));
    expect(partAt((await got(2))[1], 'image')).toEqual({ link: url });
  }
});

/** The addresses in the answers of a workspace. */
async function filesOf({ workspaceId }: Connected): Promise<unknown[]> {
  const query = `query ($id: ID!) { workspace(id: $id) { bots(first: 1) { nodes {
    results(first: 5) { nodes { answers { content } } } } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { id: workspaceId } });
  const results = partAt(data, 'workspace.bots.nodes.0.results.nodes');
  return Array.isArray(results) ? results.map((one) => partAt(one, 'answers.0.content')) : [];
}

test('for a file that WhatsApp does not accept the person gets its name, and the log has a line', async () => {
  const place = await connect(ACCOUNT);
  const large = Buffer.concat([png, Buffer.alloc(5_000_000)]);
  const [big, gif, open] = [
    await upload(place, { fileName: 'big.png', content: large }),
    await upload(place, { fileName: 'cat.gif', content: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;') }),
    await upload(place, {
      fileName: 'dog.webp',
      content: Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
      visibility: 'PUBLIC',
    }),
  ];
  const items = [{ id: 'big', title: 'Big', pictureSrc: big }];
  const Start = [image(big), image(gif), image(open), { type: 'picture choice input', items }];
  const botId = await answering(place, { groups: { Start } });
  await tell(place.address, told({ messages: [hello()] }));
  const [first, second, third, last] = await got(4);
  expect([first, second, third].map((one) => partAt(one, 'text.body'))).toEqual([
    'big.png',
    'cat.gif',
    open,
  ]);
  expect(partAt(last, 'interactive.header')).toBe(undefined);
  expect(partAt(last, 'interactive.body.text')).toBe('big.png\n*Big*');
  expect(uploaded()).toEqual([]);
  const { results } = await bodyOf(rest.listResults({ botId }));
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId: textAt(results, '0.id') }));
  const lines = JSON.stringify(logs);
  expect(lines).toContain('WhatsApp takes no image of more than 5000000 bytes');
  expect(lines).toContain('WhatsApp takes no image/gif as image, so cat.gif was not sent as one');
  expect(lines).toContain('so dog.webp was not sent as one');
});

test('an upload that fails is repeated, one that is refused is skipped, and a repeated message uploads nothing', async () => {
  const place = await connect(ACCOUNT);
  const [one, two] = [await upload(place), await upload(place)];
  await answering(place, { groups: { Start: [image(one), image(two), say('Done')] } });
  const busy = failure(400, 130429, 'Rate limit hit');
  meta.uploadTroubles.push({ status: 503, body: '<html>' }, 'break');
  meta.troubles.push(busy);
  await tell(place.address, told({ messages: [hello()] }));
  await until(() => meta.uploads.size === 1);
  meta.uploadTroubles.push(failure(400, 100, 'Param file must be a file'));
  const [first, last] = await got(2);
  expect([partAt(first, 'image.id'), partAt(last, 'text.body')]).toEqual(['media.1', 'Done']);
  expect(uploaded()).toHaveLength(4);
}, 30_000);

test('the plain webhook gets an address of a private file that is valid for an hour', async () => {
  const place = await plain.connect();
  const url = await upload(place);
  await plain.answering(place, { groups: { Start: [image(url)] } });
  await plain.post(place.address, 'Hello');
  await plain.got(1);
  const address = textAt(plain.person.requests[0]?.body, 'message.url');
  expect(address).toMatch(/\?expires=\d+&signature=/);
  expect((await fetch(url)).status).toBe(404);
  expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(png);
});

test('a public file at an address that everybody can reach stays a link', async () => {
  const http = createHttp({ allowedHosts: ['127.0.0.1'] });
  const addresses = new Map([['meta', `${meta.url()}/v25.0`]]);
  const channel = openChannel(ACCOUNT, { http, addresses, uploads: openUploads(http) });
  const known = { id: 'fil_1', name: 'cat.png', type: 'image/png', bytes: 3, isPublic: true };
  const read = () => Promise.reject(new Error('nobody reads it'));
  const url = 'https://parley.example.com/files/fil_1.png';
  const file = { ...known, read, openAddress: async () => url };
  const message = { type: 'image', url } as const;
  const outgoing = { id: 'm', contactId: '33', heardAt: Date.now(), message, file };
  expect(await channel?.send(outgoing, new AbortController().signal)).toEqual({ outcome: 'sent' });
  expect(partAt(meta.messages()[0], 'image')).toEqual({ link: url });
});
