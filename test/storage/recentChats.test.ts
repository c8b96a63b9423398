import { expect, test } from '@jest/globals';
import { continueChat } from '../../src/chat/continueChat.js';
import { createOrder } from '../../src/chat/inOrder.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { newSessionId } from '../../src/storage/newId.js';
import { openRecentChats } from '../../src/storage/recentChats.js';
import { newSession } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';
import { useStorage } from '../support/useStorage.js';

const own = useStorage();

const HOUR = 3_600_000;
const face = { botId: 'bot', resultId: null, isPreview: false, allowedOrigins: [] };
const stand = { isEnded: false, turn: 1, seq: 1, fence: 0, lease: null };
const state = newSession(flowOf({ groups: {} }));

test('a chat that was remembered for long is read first: it may be gone, and its flow as well', async () => {
  const recent = openRecentChats();
  let now = 0;
  const ports: Partial<ChatPorts> = {
    recent,
    pool: own.storage.pool,
    now: () => now,
    inOrder: createOrder(),
    flows: {
      load: async () => Promise.reject(new Error('The flow is not stored')),
      save: async () => Promise.reject(new Error('Nothing is to be stored')),
    },
    sessionIdleDays: 7,
    patience: { leaseLasts: HOUR, turnWithin: HOUR },
  };
  const tellAfter = async (age: number) => {
    const id = newSessionId();
    recent.note({ id, ...face, ...stand, updatedAt: now, state }, 0);
    now += age;
    return continueChat(Object(ports), { sessionId: id, message: { text: 'x' } });
  };
  await expect(tellAfter(HOUR + 1)).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  await expect(tellAfter(HOUR)).rejects.toThrow('The flow is not stored');
});

test('what is taken from memory or forgotten is not there a second time', () => {
  const recent = openRecentChats();
  const [one, two] = ['ses_1', 'ses_2'].map((id) => ({
    id,
    ...face,
    ...stand,
    updatedAt: 0,
    state,
  }));
  if (!one || !two) throw new Error('There are two chats');
  for (const chat of [one, two]) recent.note(chat, 0);
  expect([recent.take('ses_1'), recent.take('ses_1')]).toEqual([one, undefined]);
  recent.forget('ses_2');
  expect(recent.take('ses_2')).toBeUndefined();
  for (const chat of [one, two]) recent.note(chat, 0);
  recent.forgetAll();
  expect([recent.take('ses_1'), recent.take('ses_2')]).toEqual([undefined, undefined]);
});
