import { expect, test } from '@jest/globals';
import { foldChat, newChat, watchChat, type ChatState } from '@parley/client';
import WebSocket from 'ws';
import { asker, first, model, rest } from '../support/streamedChats.js';
import { bodyOf, refusalOf } from '../support/transports.js';

test.each(['socket', 'sse'] as const)(
  'a page that watches by %s takes back what it showed of a turn that fails',
  async (transport) => {
    const published = await asker([], { type: 'payment input', options: {} });
    const { sessionId } = await bodyOf(rest.startChat(published));
    const watch = { url: first.url, sessionId, transport, webSocket: WebSocket };
    const refused = refusalOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const call = await model.next();
    let state = newChat;
    let waiting: ChatState | undefined;
    for await (const event of watchChat(watch)) {
      if (event.kind === 'received') {
        waiting = state;
        call.say('Because.');
      }
      state = foldChat(state, event);
      if (event.kind === 'delta') call.end();
      if (event.kind === 'withdrawn') break;
    }
    expect(await refused).toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
    expect(state).toEqual({ ...waiting, isTyping: false });
  },
);
