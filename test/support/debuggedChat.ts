import type { ChatPorts } from '../../src/chat/ports.js';
import { setBreakpoints } from '../../src/chat/stepChat.js';
import { continueChat } from '../../src/chat/turn.js';
import type { Breakpoint, Flow } from '../../src/engine/index.js';
import { newSession } from './chat.js';
import { openFakeStore, type FakeStore } from './fakeStore.js';
import { ask, flowOf, say } from './flowOf.js';

const draw = (variableId: string) => ({
  type: 'Set variable',
  options: { variableId, type: 'Random ID' },
});
const request = { type: 'Zapier', options: { webhook: { url: 'https://example.com/{{Code}}' } } };
const flow = flowOf({
  variables: { Name: null, Code: null, Other: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      ...[draw('vCode'), request, draw('vOther'), request],
      say('Hi {{Name}} {{Code}} {{Other}}'),
      ask('text input'),
    ],
  },
});

/** The id of the chat. */
export const sessionId = 'ses_1';
/** A message to it. */
export const sent = (text: string) => ({ sessionId, message: { text }, clientAddress: '::1' });
/** How a paused turn goes on. */
export const NEXT = { isSingle: true };
export const GO = { isSingle: false };
/** A breakpoint at its first input. */
export const atInput: Breakpoint = { type: 'block', blockId: 'Start.1' };

/** A store with a preview that waits at its first input, and the effects that it requests. */
export async function opened(
  breakpoints?: Breakpoint[],
  ports: Partial<ChatPorts> = {},
  made: Flow = flow,
): Promise<FakeStore & { readonly requests: string[] }> {
  const requests: string[] = [];
  const store = openFakeStore(made, {
    async handleEffect({ kind }) {
      requests.push(kind);
      return { ok: true, value: { statusCode: 200, data: {} } };
    },
    ...ports,
  });
  const facts = { isPreview: true, resultId: null, turn: 0, seq: 0 };
  store.chat.row = { ...store.chat.row, ...facts, state: newSession(made) };
  await continueChat(store.ports, sent(''));
  if (breakpoints) await setBreakpoints(store.ports, { sessionId, breakpoints });
  return Object.assign(store, { requests });
}
