import { expect, test } from '@jest/globals';
import { continueChat } from '../../../src/chat/turn.js';
import { createKeyedMutex } from '../../../src/chat/keyedMutex.js';
import type { ChatPorts } from '../../../src/chat/ports.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { openRecentChats } from '../../../src/storage/hot/recentChats.js';
import { newSession } from '../../support/chat.js';
import { fakeTimeouts } from '../../support/fakeStore.js';
import { flowOf } from '../../support/flowOf.js';
import { useStorage } from '../../support/useStorage.js';
import { standIn } from '../../support/standIn.js';

const own = useStorage();

const HOUR = 3_600_000;
const face = { botId: 'bot', resultId: null, isPreview: false, allowedOrigins: [] };
const stand = { isEnded: false, turn: 1, seq: 1, fence: 0, lease: null };
const state = newSession(flowOf({ groups: {} }));

test('a chat that was cached long ago is read first, because it may be deleted, and its flow as well', async () => {
  const recent = openRecentChats();
  let now = 0;
  const ports: Partial<ChatPorts> = {
    recent,
    pool: own.storage.pool,
    now: () => now,
    mutex: createKeyedMutex(),
    flows: {
      load: async () => Promise.reject(new Error('The flow is not stored')),
      save: async () => Promise.reject(new Error('Nothing is to be stored')),
      makeOwn: () => {
        throw new Error('Nothing is to be made');
      },
    },
    sessionIdleDays: 7,
    timeouts: { ...fakeTimeouts, leaseLasts: HOUR, turnWithin: HOUR },
  };
  const tellAfter = async (age: number) => {
    const id = newSessionId('abc');
    recent.note({ id, ...face, ...stand, updatedAt: now, state }, 0);
    now += age;
    return continueChat(standIn(ports), {
      sessionId: id,
      message: { text: 'x' },
      clientAddress: '192.0.2.1',
    });
  };
  await expect(tellAfter(HOUR + 1)).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  await expect(tellAfter(HOUR)).rejects.toThrow('The flow is not stored');
});

const chatOf = (id: string) => ({ id, ...face, ...stand, updatedAt: 0, state });

test('a cached chat is returned until it is removed', () => {
  const recent = openRecentChats();
  const recalled = () => ['ses_1', 'ses_2'].map((id) => recent.recall(id));
  const [one, two] = [chatOf('ses_1'), chatOf('ses_2')];
  for (const chat of [one, two]) recent.note(chat, 0);
  expect(recalled()).toEqual([one, two]);
  recent.forget('ses_2');
  expect(recalled()).toEqual([one, undefined]);
  recent.note(two, 0);
  recent.forgetAll();
  expect(recalled()).toEqual([undefined, undefined]);
});

test('the cache is limited: the least recently used chat is dropped first, and one that is too large at once', () => {
  const recent = openRecentChats();
  const recalled = () => ['ses_1', 'ses_2', 'ses_3', 'ses_4'].map((id) => recent.recall(id)?.id);
  for (const id of ['ses_1', 'ses_2']) recent.note(chatOf(id), 2_500_000);
  recent.recall('ses_1');
  recent.note(chatOf('ses_3'), 2_500_000);
  expect(recalled()).toEqual(['ses_1', undefined, 'ses_3', undefined]);
  recent.note(chatOf('ses_4'), 6_000_000);
  expect(recalled()).toEqual(['ses_1', undefined, 'ses_3', undefined]);
});
