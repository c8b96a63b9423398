import { expect, test } from '@jest/globals';
import { reportClientLogs } from '../../src/chat/clientLogs.js';
import { parrot, waiting } from '../support/waitingChat.js';

const line = {
  status: 'error',
  description: 'Failed: https://example.com/?api_key=sk-1234',
  details: { token: 'secret' },
} as const;
const report = { sessionId: 'ses_1', logs: [line], origin: undefined };

test('what a client reports is kept without its secrets, of live chats alone, and up to a number of lines', async () => {
  const store = waiting(parrot);
  let kept: unknown;
  store.before = (name, values) => {
    if (name === 'client_logs_save') kept = values[3];
  };
  expect(await reportClientLogs(store.ports, report)).toBe(0);
  expect(kept).toContain('***');
  expect(kept).toContain('?api_key=***');
  store.found['client_logs_save'] = [{}];
  expect(await reportClientLogs(store.ports, report)).toBe(1);
  expect(await reportClientLogs(store.ports, { ...report, logs: [] })).toBe(0);
  store.chat.row = { ...store.chat.row, isPreview: true };
  expect(await reportClientLogs(store.ports, report)).toBe(0);
});
