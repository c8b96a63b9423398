import { beforeAll, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { partAt, textAt } from '../support/parts.js';
import { bodyOf, refusalOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { visitorsOf } from '../support/visitorUploads.js';

const app = useApp();
const rest = restOf(app);
const { send, stage } = visitorsOf(app);

/** A PNG of one white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let publicId: string;

beforeAll(async () => {
  ({ publicId } = await makePublished(rest, botOf(interview)));
});

/** A chat that a person has taken over. */
async function takenOver(): Promise<string> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
  return sessionId;
}

const eventsOf = async (sessionId: string) => (await bodyOf(rest.readEvents({ sessionId }))).events;

test('a visitor sends files to the person who has taken over, and the bot takes none afterwards', async () => {
  const sessionId = await takenOver();
  const file = await send(sessionId, 'Hello', { fileName: 'bill.pdf', blockId: 'agent' });
  const message = { type: 'text', text: 'My bill', attachedFileUrls: [file] };
  await bodyOf(rest.continueChat({ sessionId, message }));
  const heard = (await eventsOf(sessionId)).findLast(({ kind }) => kind === 'heard');
  expect(heard).toMatchObject({ text: 'My bill', attachedFileUrls: [file] });
  expect(await (await fetch(file)).text()).toBe('Hello');
  await bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }));
  expect((await stage(sessionId, { fileName: 'more.pdf' })).body).toMatchObject({
    reason: 'UPLOAD_REFUSED',
  });
});

test('a file of another chat does not reach the person', async () => {
  const [mine, theirs] = [await takenOver(), await takenOver()];
  const file = await send(theirs);
  const message = { type: 'text', text: 'Look', attachedFileUrls: [file, 'https://example.com/a'] };
  await bodyOf(rest.continueChat({ sessionId: mine, message }));
  const heard = (await eventsOf(mine)).findLast(({ kind }) => kind === 'heard');
  expect(heard).toMatchObject({ attachedFileUrls: ['https://example.com/a'] });
});

test('an agent sends a text with files, which the visitor sees as messages of their kinds', async () => {
  const sessionId = await takenOver();
  const files = [
    await send(sessionId, 'Hello', { fileName: 'offer.pdf' }),
    await send(sessionId, PIXEL, { fileName: 'plan.png' }),
    await send(sessionId, 'Sound', { fileName: 'call.mp3' }),
    await send(sessionId, 'Film', { fileName: 'tour.mp4', fileType: 'video/mp4' }),
  ];
  const [offer = '', plan, call, tour] = files;
  const sent = { sessionId, text: 'Here you are', attachedFileUrls: files };
  const { message } = await bodyOf(rest.postAgentMessage(sent));
  expect(message).toMatchObject({ content: { plainText: 'Here you are' } });
  const events = await eventsOf(sessionId);
  const said = events
    .filter((event) => event['isFromAgent'] === true)
    .map((one) => partAt(one, 'message'));
  expect(said).toMatchObject([
    { type: 'text', content: { plainText: 'Here you are' } },
    { type: 'text', content: { html: expect.stringContaining(offer) } },
    { type: 'image', content: { url: plan } },
    { type: 'audio', content: { url: call } },
    { type: 'video', content: { type: 'url', url: tour } },
  ]);
  expect(textAt(said[1], 'content.html')).toContain('>offer.pdf<');
  const { chat } = await bodyOf(rest.readChat({ sessionId }));
  expect(chat).toMatchObject({ unread: 0, last: { role: 'AGENT', text: '[video]' } });
});

test('an agent sends files alone, and at most ten of this chat', async () => {
  const [sessionId, other] = [await takenOver(), await takenOver()];
  const file = await send(sessionId);
  const { message } = await bodyOf(rest.postAgentMessage({ sessionId, attachedFileUrls: [file] }));
  expect(message).toMatchObject({ type: 'text' });
  const { length: count } = await eventsOf(sessionId);
  for (const [path, attachedFileUrls] of [
    ['attachedFileUrls.1', [file, await send(other)]],
    ['attachedFileUrls.0', ['https://example.com/a.png']],
    ['attachedFileUrls.0', [file.replace('.pdf', '.html')]],
    ['attachedFileUrls', Array.from({ length: 11 }, () => file)],
    ['text', []],
  ] as const) {
    const refusal = await refusalOf(rest.postAgentMessage({ sessionId, attachedFileUrls }));
    expect(refusal).toMatchObject({ reason: 'VALIDATION', issues: [{ path: path.split('.') }] });
  }
  expect(await eventsOf(sessionId)).toHaveLength(count);
});
