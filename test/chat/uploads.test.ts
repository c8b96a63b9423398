import { expect, test } from '@jest/globals';
import { findUploadPlace } from '../../src/chat/findUploadPlace.js';
import { claimUploads } from '../../src/chat/load.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { continueChat } from '../../src/chat/turn.js';
import { upgradeSession } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { waiting } from '../support/waitingChat.js';

const flow = flowOf({ variables: { CV: null }, groups: { Start: [ask('file input', 'CV')] } });
const url = 'https://chat.example.com/files/fil_1.pdf';

const waitingStore = (ports: Partial<ChatPorts> = {}, of = flow) => waiting(of, ports);

const request = { sessionId: 'ses_1', origin: undefined };

test('a chat that waits for files says which it takes, and what they belong to', async () => {
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

test('nothing is uploaded to a chat that waits for something else, or nowhere', async () => {
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

test('nothing is uploaded to a flow of a stranger, to a block that is gone, or without a bot', async () => {
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

test('uploads that a message names are looked up and kept; any other message costs nothing', async () => {
  const claims: unknown[] = [];
  const uploads = [{ url, bytes: 5 }];
  const ports = {
    claimUploads: async (...claim: unknown[]) => {
      claims.push(claim);
      return uploads;
    },
  };
  const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
  const claimed = async (message?: object) =>
    claimUploads(ports, session, { sessionId: 'ses_1', message });
  expect(await claimed()).toBeUndefined();
  expect(await claimed({ text: 'Ada' })).toEqual({ text: 'Ada' });
  expect(claims).toEqual([]);
  expect(await claimed({ text: ` ${url}, x` })).toEqual({ text: ` ${url}, x`, uploads });
  expect(await claimed({ audioUrl: url })).toMatchObject({ uploads });
  expect(await claimed({ text: 'see', attachedFileUrls: [url] })).toMatchObject({ uploads });
  const chat = { resultId: 'res_1', sessionId: 'ses_1' };
  expect(claims).toEqual([
    [chat, [url]],
    [chat, [url]],
    [chat, [url]],
  ]);
  await claimUploads(ports, { ...session, stack: [] }, { sessionId: 's', message: { text: url } });
  expect(claims.at(-1)).toEqual([{ resultId: undefined, sessionId: 's' }, [url]]);
});

test('an answer is stored with the bytes of its uploads', async () => {
  const values: unknown[] = [];
  const store = waitingStore({ claimUploads: async () => [{ url, bytes: 5 }] });
  store.before = (name, given) => void (name === 'turn_commit' && values.push(given[6]));
  await continueChat(store.ports, { ...request, message: { text: url }, clientAddress: '' });
  expect(values).toEqual([expect.stringContaining('"storage_used":5')]);
});
