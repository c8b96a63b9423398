import type { ContinueRequest } from '../../src/chat/openTurn.js';
import { continueChat } from '../../src/chat/turn.js';
import { newSession, runTurn } from './chat.js';
import { openFakeStore, type FakeStore } from './fakeStore.js';
import { ask, flowOf, say } from './flowOf.js';
import { partAt } from './parts.js';

/** A flow that repeats each message. */
export const parrot = flowOf({
  variables: { Said: null },
  groups: {
    Loop: [{ ...ask('text input', 'Said'), to: 'Say' }],
    Say: [say('You said {{Said}}'), { type: 'Jump', options: { groupId: 'Loop' } }],
  },
});

const call = {
  type: 'Webhook',
  options: {
    isCustomBody: true,
    webhook: { url: 'https://example.com', method: 'POST', body: '{"said":"{{Said}}"}' },
  },
};
/** A flow that calls another service twice in each turn. */
export const caller = flowOf({
  variables: { Said: null },
  groups: {
    Loop: [{ ...ask('text input', 'Said'), to: 'Call' }],
    Call: [call, call, say('Done {{Said}}'), { type: 'Jump', options: { groupId: 'Loop' } }],
  },
});

/** A fake store whose chat waits at its first input. */
export function waiting(flow = parrot, ports: Parameters<typeof openFakeStore>[1] = {}): FakeStore {
  const store = openFakeStore(flow, ports);
  const live = newSession(flow, { isPreview: false, resultId: 'res_1' });
  const { session } = runTurn((id) => (id === flow.id ? flow : undefined), live, { type: 'start' });
  store.chat.row = { ...store.chat.row, state: session };
  return store;
}

/** Continues the chat, and returns the texts of the reply. */
export async function send(
  store: FakeStore,
  more: Partial<ContinueRequest> = {},
): Promise<unknown[]> {
  const request = { sessionId: 'ses_1', message: { text: 'Ada' }, clientAddress: '192.0.2.1' };
  const { messages } = await continueChat(store.ports, { ...request, ...more });
  return messages.map(({ content }) => partAt(content, 'plainText'));
}

/** Runs `act` once, right before a statement is run, as if another process did it. */
export function meanwhile(store: FakeStore, statement: string, act: () => void): void {
  let isDone = false;
  store.before = (name) => {
    if (isDone || !name.startsWith(statement)) return;
    isDone = true;
    act();
  };
}
