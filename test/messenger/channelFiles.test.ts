import { describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { ask, type BlockSketch, say } from '../support/flowOf.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';
import { taken, useChannel } from '../support/useChannel.js';
import type { VendorAnswer } from '../support/vendorServer.js';
import { visitorsOf } from '../support/visitorUploads.js';

const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' }, { timeouts: { workEvery: 50 } });
const { person, connect, answering, post, got } = useChannel(app);

/** A channel whose person serves files under `/files/`, as the service of a messenger does. */
async function channelWith(input: BlockSketch, file: VendorAnswer) {
  const asked = [say('Send it'), input, say('Got {{X}}')];
  const place = await connect();
  await answering(place, { variables: { X: null, Files: null }, groups: { Start: asked } });
  person.answer((response, request) =>
    request.path?.startsWith('/files/') ? file(response, request) : taken(response, request),
  );
  await post(place.address, 'Hello');
  await until('Send it');
  return place;
}

const files = (...names: string[]) => ({
  more: { files: names.map((name) => ({ url: `${person.url()}/files/${name}`, name })) },
});

/** The messages that the person has received, without the requests for their files. */
async function until(text: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const found = (await got(count)).find((line) => line.startsWith(text));
    if (found !== undefined) return found;
  }
}

const pdf: VendorAnswer = (response) =>
  response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 Hello');

test('files that a person sends answer an input for files, as uploads of that chat', async () => {
  const place = await channelWith(ask('file input', 'X', { isMultipleAllowed: true }), pdf);
  await post(place.address, undefined, files('one.pdf', 'two.pdf'));
  const line = await until('Got ');
  const urls = line.replace('Got ', '').split(', ');
  expect(urls).toHaveLength(2);
  // Files from a messenger are private, unless the input says otherwise.
  expect((await fetch(String(urls[0]))).status).toBe(404);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const read = await fetch(String(urls[0]), { headers });
  expect([read.headers.get('content-type'), await read.text()]).toEqual([
    'application/pdf',
    '%PDF-1.7 Hello',
  ]);
  const rows = await rowsOf(
    app().databaseUrl,
    'select name, is_used as used from file order by id',
  );
  expect(rows).toEqual([
    { name: 'one.pdf', used: true },
    { name: 'two.pdf', used: true },
  ]);
});

test('files that a person sends are public if the input says so', async () => {
  const place = await channelWith(ask('file input', 'X', { visibility: 'Public' }), pdf);
  await post(place.address, undefined, files('one.pdf'));
  const url = (await until('Got ')).replace('Got ', '');
  expect((await fetch(url)).status).toBe(200);
});

test('a text input that accepts them takes a file as an attachment of the text, and a recording as the answer', async () => {
  const options = { attachments: { isEnabled: true, saveVariableId: 'vFiles' } };
  const place = await channelWith(ask('text input', 'X', options), pdf);
  await post(place.address, 'My papers', files('one.pdf'));
  expect(await until('Got ')).toBe('Got My papers');

  const clip = { audioClip: { isEnabled: true, saveVariableId: 'vX' } };
  const speaking = await channelWith(ask('text input', 'X', clip), (response) =>
    response.writeHead(200, { 'content-type': 'audio/ogg' }).end('OggS and more'),
  );
  await post(speaking.address, undefined, files('voice.ogg'));
  expect(await until('Got ')).toMatch(/^Got http.*\.ogg$/);
});

test('a file that the input does not accept is skipped, and the person is asked again', async () => {
  const allowedFileTypes = { isEnabled: true, types: ['.png'] };
  const place = await channelWith(ask('file input', 'X', { allowedFileTypes }), pdf);
  await post(place.address, undefined, files('one.pdf'));
  expect(await until('Invalid')).toBe('Invalid message. Please, try again.');

  const named = await channelWith(ask('text input', 'X'), pdf);
  await post(named.address, 'Just a text', files('one.pdf'));
  expect(await until('Got ')).toBe('Got Just a text');
});

test('a file that is gone is skipped, and one that the service cannot send now is fetched again', async () => {
  const place = await channelWith(ask('file input', 'X'), (response) =>
    response.writeHead(404).end(),
  );
  await post(place.address, undefined, files('gone.pdf'));
  await until('Invalid');

  let attempts = 0;
  const late = await channelWith(ask('file input', 'X'), (response, request) =>
    (attempts += 1) === 1 ? response.writeHead(503).end() : pdf(response, request),
  );
  await post(late.address, undefined, files('late.pdf'));
  expect(await until('Got ')).toMatch(/^Got http.*\.pdf$/);
  expect(attempts).toBe(2);
});

test('a file in the first message starts the chat, but answers no input, because none waits yet', async () => {
  const place = await connect();
  await answering(place, { groups: { Start: [say('Welcome')] } });
  await post(place.address, undefined, files('one.pdf'));
  expect(await got(1)).toEqual(['Welcome']);
});

test('a location is the text of its latitude and longitude', async () => {
  const place = await channelWith(ask('text input', 'X'), pdf);
  await post(place.address, { type: 'location', latitude: 48.8584, longitude: 2.2945 });
  expect(await until('Got ')).toBe('Got 48.8584, 2.2945');
  expect(textAt(person.requests.at(-1), 'body.contact.id')).toBe('anna');
});

test('a person in a messenger and an agent send each other files', async () => {
  const rest = restOf(app);
  const place = await channelWith(ask('text input', 'X'), pdf);
  const [row] = await rowsOf<{ id: string }>(
    app().databaseUrl,
    'select session_id as id from messenger_conversation where credentials_id = $1',
    [place.credentialsId],
  );
  const sessionId = row?.id ?? '';
  await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
  await post(place.address, 'My bill', files('bill.pdf'));
  await eventually(async () => {
    const { chat } = await bodyOf(rest.readChat({ sessionId }));
    expect(chat).toMatchObject({ last: { text: 'My bill', role: 'USER' } });
  });
  const { events } = await bodyOf(rest.readEvents({ sessionId }));
  const heard = events.findLast(({ kind }) => kind === 'heard');
  expect(heard).toMatchObject({
    attachedFileUrls: [expect.stringMatching(/\/files\/fil_\w+\.pdf$/)],
  });
  const offer = await visitorsOf(app).send(sessionId, 'Hello', { fileName: 'offer.pdf' });
  await bodyOf(rest.postAgentMessage({ sessionId, text: 'Our offer', attachedFileUrls: [offer] }));
  await until('Our offer');
  expect(await until('offer.pdf')).toContain(offer);
});

describe('as many files as a person may send:', () => {
  const limits = { RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'chatUpload=5/day' };
  const app = useApp(
    { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', ...limits },
    { timeouts: { workEvery: 50 } },
  );
  const { person, connect, answering, post, got } = useChannel(app);

  const content = Buffer.alloc(3_000_000, '%PDF-1.7 Hello ');

  test.each([
    ['says how large it is', { 'content-length': String(content.length) }],
    ['does not say how large it is', {}],
  ])(
    'a file of a person counts with all its megabytes where the service %s',
    async (_what, length: Record<string, string>) => {
      const place = await connect();
      const asked = [say('Send one'), ask('file input', 'X'), say('Send another')];
      const input = ask('file input', 'X');
      await answering(place, {
        variables: { X: null },
        groups: { Start: [...asked, input, say('Got both')] },
      });
      person.answer((response, request) =>
        request.path?.startsWith('/files/')
          ? response.writeHead(200, { 'content-type': 'application/pdf', ...length }).end(content)
          : taken(response, request),
      );
      await post(place.address, 'Hello');
      expect(await shown(1)).toEqual(['Send one']);
      for (const name of ['one.pdf', 'two.pdf']) {
        await post(place.address, undefined, {
          more: { files: [{ url: `${person.url()}/files/${name}`, name }] },
        });
        await shown(name === 'one.pdf' ? 2 : 3);
      }
      expect(await shown(3)).toEqual([
        'Send one',
        'Send another',
        'Invalid message. Please, try again.',
      ]);
    },
  );

  /** The messages that the person has received, once there are so many, without the requests for their files. */
  async function shown(number: number): Promise<string[]> {
    for (let count = number; ; count += 1) {
      const lines = (await got(count)).filter((line) => line !== '');
      if (lines.length >= number) return lines;
    }
  }
});
