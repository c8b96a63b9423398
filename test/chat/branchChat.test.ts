import { expect, test } from '@jest/globals';
import { branchChat } from '../../src/chat/branchChat.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf } from '../support/flowOf.js';

const flow = flowOf({ groups: { Start: [ask('text input')] } });
const request = { sessionId: 'ses_1', botId: 'bot', turn: 1 };

/** A store whose chat was traced with a flow that cannot be read for this reason. */
function openWithout(reason: Error) {
  const flows = { load: () => Promise.reject(reason), save: async () => flow };
  const store = openFakeStore(flow, { flows: { ...flows, makeOwn: () => ({ flow, text: '{}' }) } });
  const text = JSON.stringify([{ kind: 'state', at: 0, state: newSession(flow) }]);
  store.found['last_traces_read'] = [{ turn: 1, isLogged: false, text }];
  return store;
}

test('a chat cannot go back to a turn if a flow that it ran then was deleted', async () => {
  const store = openWithout(new Error('flow flow is not stored'));
  const branch = branchChat(store.ports, request);
  await expect(branch).rejects.toMatchObject({ reason: 'TURN_NOT_TRACED' });
});

test('an outage of the database is not taken for a turn that was not traced', async () => {
  const outage = new Error('connect ECONNREFUSED');
  await expect(branchChat(openWithout(outage).ports, request)).rejects.toBe(outage);
});
