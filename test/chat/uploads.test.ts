import { expect, jest, test } from '@jest/globals';
import type { ChatPorts } from '../../src/chat/ports.js';
import { startPreview } from '../../src/chat/startPreview.js';
import { claimUploads, continueChat } from '../../src/chat/turn.js';
import { findUploadPlace } from '../../src/chat/uploads.js';
import { upgradeSession } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { waiting } from '../support/waitingChat.js';

const flow = flowOf({ variables: { CV: null }, groups: { Start: [ask('file input', 'CV')] } });
const url = 'https://chat.example.com/files/fil_1.pdf';

const waitingStore = (ports: Partial<ChatPorts> = {}, of = flow) => waiting(of, ports);

const request = { sessionId: 'ses_1', origin: undefined };

test('a chat that waits for files has the accepted types, and the result that they belong to', async () => {
  const { ports } = waitingStore();
  const place = await findUploadPlace(ports, request);
  expect(place).toEqual({
    botId: expect.any(String),
    resultId: 'res_1',
    sessionId: 'ses_1',
    blockId: 'Start.1',
    rules: [{ visibility: 'Auto', sentAs: 'text' }],
  });
  expect(await findUploadPlace(ports, { ...request, blockId: 'Start.1' })).toEqual(place);
});

test('nothing can be uploaded to a chat that waits for another input, or for none', async () => {
  const refused = { reason: 'UPLOAD_REFUSED' };
  const { ports } = waitingStore();
  const elsewhere = findUploadPlace(ports, { ...request, blockId: 'other' });
  await expect(elsewhere).rejects.toMatchObject(refused);
  const text = flowOf({ groups: { Start: [ask('text input')] } });
  await expect(findUploadPlace(waitingStore({}, text).ports, request)).rejects.toMatchObject(
    refused,
  );
  const ended = flowOf({ groups: { Start: [say('Bye')] } });
  await expect(findUploadPlace(waitingStore({}, ended).ports, request)).rejects.toMatchObject(
    refused,
  );
  await expect(findUploadPlace(openFakeStore(flow).ports, request)).rejects.toMatchObject(refused);
});

test('nothing can be uploaded for a flow of a stranger, for a deleted block, or without a bot', async () => {
  const refused = { reason: 'UPLOAD_REFUSED' };
  const store = waitingStore();
  const session = upgradeSession(store.chat.row.state);
  const of = (state: object) => {
    store.chat.row = { ...store.chat.row, state };
    return findUploadPlace(store.ports, request);
  };
  const settings = { ...session.settings, reach: 'nothing' };
  await expect(of({ ...session, settings })).rejects.toMatchObject(refused);
  await expect(of({ ...session, at: { ...session.at, groupId: 'gone' } })).rejects.toMatchObject(
    refused,
  );
  await expect(of({ ...session, stack: [] })).rejects.toMatchObject(refused);
});

test('uploads that a message names are looked up and kept, and other messages cause no look-up', async () => {
  const claims: unknown[] = [];
  const uploads = [{ url, bytes: 5 }];
  const refusedUploads = [{ url: `${url}?`, why: 'There is none' }];
  const ports = {
    claimUploads: async (...claim: unknown[]) => {
      claims.push(claim);
      return { uploads, refusedUploads };
    },
  };
  const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
  const claimed = async (message?: object) =>
    (
      await claimUploads(ports, {
        sessionId: 'ses_1',
        session,
        input: { type: 'message', message },
      })
    ).input.message;
  expect(await claimed()).toBeUndefined();
  expect(await claimed({ text: 'Ada' })).toEqual({ text: 'Ada' });
  expect(claims).toEqual([]);
  const found = { uploads, refusedUploads };
  expect(await claimed({ text: ` ${url}, x` })).toEqual({ text: ` ${url}, x`, ...found });
  expect(await claimed({ audioUrl: url })).toMatchObject({ uploads });
  expect(await claimed({ text: 'see', attachedFileUrls: [url] })).toMatchObject({ uploads });
  const chat = { resultId: 'res_1', sessionId: 'ses_1' };
  expect(claims).toEqual([
    [chat, [url]],
    [chat, [url]],
    [chat, [url]],
  ]);
  const alone = { sessionId: 's', session: { ...session, stack: [] } };
  await claimUploads(ports, { ...alone, input: { type: 'start', message: { text: url } } });
  expect(claims.at(-1)).toEqual([{ resultId: undefined, sessionId: 's' }, [url]]);
});

test('an answer is stored with the bytes of its uploads', async () => {
  const store = waitingStore({
    claimUploads: async () => ({ uploads: [{ url, bytes: 5 }], refusedUploads: [] }),
  });
  const written = jest.spyOn(store.ports.turns, 'write');
  await continueChat(store.ports, { ...request, message: { text: url }, clientAddress: '' });
  expect(written.mock.lastCall?.[0].write.answers).toMatchObject([{ storageUsed: 5 }]);
});

test.each([
  ['an answer', ask('file input', 'CV'), { text: url }],
  ['a recording', ask('text input', 'CV', { audioClip: { isEnabled: true } }), { audioUrl: url }],
  [
    'an attachment',
    ask('text input', 'CV', { attachments: { isEnabled: true } }),
    { text: 'See', attachedFileUrls: ['https://files.example.com/a.pdf', url] },
  ],
])(
  '%s that names an upload which is none is asked for again, and the owner reads why',
  async (_as, input, message) => {
    const store = waitingStore(
      {
        claimUploads: async () => ({
          uploads: [],
          refusedUploads: [{ url, why: 'There is none' }],
        }),
      },
      flowOf({ variables: { CV: null }, groups: { Start: [input] } }),
    );
    const reply = await continueChat(store.ports, { ...request, message, clientAddress: '' });
    expect(reply.input).toMatchObject({ id: 'Start.1' });
    const logged = store.chat.turns.flat().filter((event) => partAt(event, 'kind') === 'log');
    expect(logged).toMatchObject([
      {
        kind: 'log',
        log: { status: 'error', description: 'An upload was not taken as an answer' },
        details: `There is none: ${url}`,
      },
    ]);
  },
);

test('a message that comes with the start cannot name an upload either', async () => {
  const bot = flowOf({ variables: { CV: null }, groups: { Start: [ask('file input', 'CV')] } });
  const store = openFakeStore(bot, {
    claimUploads: async () => ({ uploads: [], refusedUploads: [{ url, why: 'There is none' }] }),
  });
  const definition = bot.definition;
  const start = { botId: 'bot', definition, isStreamEnabled: false, isOnlyRegistering: false };
  const message = { text: url };
  const reply = await startPreview(store.ports, { ...start, message, clientAddress: '' });
  expect(reply.input).toMatchObject({ id: 'Start.1' });
});

test('files of any type are taken while a person answers, wherever the chat waits, unless no bot is open', async () => {
  const text = flowOf({ groups: { Start: [ask('text input')] } });
  const store = waitingStore({}, text);
  const session = upgradeSession(store.chat.row.state);
  const of = (state: object, blockId?: string) => {
    store.chat.row = { ...store.chat.row, state: { ...session, isPaused: true, ...state } };
    return findUploadPlace(store.ports, { ...request, blockId });
  };
  const place = {
    ...{ botId: expect.any(String), resultId: 'res_1', sessionId: 'ses_1', blockId: 'Start.1' },
    rules: [{ visibility: 'Auto', sentAs: 'attachedFileUrls' }],
  };
  expect(await of({})).toEqual(place);
  expect(await of({}, 'agent')).toEqual(place);
  expect(await of({ at: undefined })).toEqual({ ...place, blockId: '' });
  await expect(of({ stack: [] })).rejects.toMatchObject({ reason: 'UPLOAD_REFUSED' });
});
