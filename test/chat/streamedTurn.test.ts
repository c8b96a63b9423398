import { describe, expect, test } from '@jest/globals';
import { startTurn } from '../../src/chat/turn.js';
import type { EffectOrigin } from '../../src/chat/ports.js';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { Session } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { caller, send, waiting } from '../support/waitingChat.js';
import { recordAt } from '../support/parts.js';

const variables = { Question: null, Answer: null };
const responseMapping = [{ item: 'Message content', variableId: 'vAnswer' }];
const model = {
  type: 'openai',
  options: { credentialsId: 'c', action: 'Create chat completion', responseMapping },
};
const call = { type: 'Webhook', options: { webhook: { url: 'https://example.com' } } };
const asked = (...answer: BlockSketch[]) =>
  flowOf({
    variables,
    groups: {
      Start: [{ ...ask('text input', 'Question'), to: 'Answer' }],
      Answer: [...answer, ask('text input', 'Question')],
    },
  });

/** A model that says what it generates to whoever watches, where anybody can. */
const generate = async (_effect: unknown, _id: string, origin?: EffectOrigin) => {
  const reply = await origin?.openReply?.();
  reply?.say('Because');
  return { ok: true, value: { 'Message content': 'Because' } } as const;
};

describe('a turn whose reply is streamed', () => {
  const flow = asked(model, say('{{Answer}}'), call);

  test('deletes the stream once it is written', async () => {
    const store = waiting(flow, { handleEffect: generate });
    expect(await send(store)).toEqual(['Because']);
    expect(store.ran.filter((name) => !name.startsWith('lease'))).toEqual([
      'chat_load',
      'stream_open',
      'stream_add',
      'turn_commit_leased',
      'stream_close',
    ]);
  });

  test('has happened also where the stream cannot be deleted', async () => {
    const store = waiting(flow, { handleEffect: generate });
    store.before = (name) => {
      if (name === 'stream_close') throw new Error('connection lost');
    };
    expect(await send(store)).toEqual(['Because']);
    expect(store.chat.row.turn).toBe(2);
  });

  test('answers whole to a client that could stream by itself', async () => {
    const store = waiting(flow, { handleEffect: generate });
    const session: Session = { ...newSession(flow), ...recordAt(store.chat.row.state) };
    const settings = { ...session.settings, isStreamEnabled: true };
    store.chat.row = { ...store.chat.row, state: { ...session, settings } };
    expect(await send(store)).toEqual(['Because']);
  });
});

test('a turn that calls outside and says nothing of it has no stream to delete', async () => {
  for (const flow of [caller, asked(model, say('I think: {{Answer}}'))]) {
    const store = waiting(flow, { handleEffect: generate });
    await send(store);
    expect(store.ran.filter((name) => name.startsWith('stream'))).toEqual([]);
  }
});

test('the reply of a start is not streamed: nobody can watch a chat whose id is not known yet', async () => {
  const flow = flowOf({ variables, groups: { Start: [model, say('{{Answer}}')] } });
  const store = openFakeStore(flow, { handleEffect: generate });
  const reply = await startTurn(store.ports, {
    once: undefined,
    load: async () => ({
      sessionId: 'ses_1',
      turn: 1,
      firstSeq: 1,
      session: newSession(flow),
      input: { type: 'start' },
      journal: openUnleasedJournal(() => 0, 'origin'),
      start: { botId: 'bot', resultId: null, isPreview: true, allowedOrigins: [] },
      bot: { id: 'bot', flow },
    }),
  });
  expect(reply.messages).toMatchObject([{ content: { plainText: 'Because' } }]);
  expect(store.ran).toEqual(['start_commit']);
});
