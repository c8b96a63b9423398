import { describe, expect, test } from '@jest/globals';
import { startTurn } from '../../src/chat/turn.js';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import { newSession } from '../support/chat.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { caller, send, waiting } from '../support/waitingChat.js';

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

/** A model that streams its text to watchers, if the chat can have any. */
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
      'stream_add',
      'turn_commit_leased',
      'stream_close',
    ]);
  });

  test('counts as written even if the stream cannot be deleted', async () => {
    const store = waiting(flow, { handleEffect: generate });
    store.before = (name) => {
      if (name === 'stream_close') throw new Error('connection lost');
    };
    expect(await send(store)).toEqual(['Because']);
    expect(store.chat.row.turn).toBe(2);
  });
});

describe('a turn that fails after its reply was streamed', () => {
  const flow = asked(model, say('{{Answer}}'), { type: 'payment input', options: {} });
  const shownBy = (store: FakeStore) => {
    const opened: unknown[] = [];
    store.before = (name, values) => {
      if (name === 'stream_open') opened.push(values[4]);
    };
    return opened;
  };

  test('withdraws what it has shown: its message and its text', async () => {
    const announced: string[] = [];
    const store = waiting(flow, {
      handleEffect: generate,
      announceText: () => void announced.push('text'),
    });
    const opened = shownBy(store);
    await expect(send(store)).rejects.toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
    expect(opened).toEqual(['{"blockId":"Start.1","text":"Ada"}']);
    expect(store.ran.at(-2)).toBe('stream_close');
    expect(announced.length).toBeGreaterThan(1);
  });

  test('shows no message if the client only reported back, and withdraws nothing if nothing was streamed', async () => {
    const wait = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const reported = waiting(
      flowOf({ variables, groups: { Start: [wait, model, say('{{Answer}}')] } }),
      { handleEffect: generate },
    );
    const opened = shownBy(reported);
    await send(reported);
    expect(opened).toEqual([null]);

    const silent = waiting(asked({ type: 'payment input', options: {} }));
    await expect(send(silent)).rejects.toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
    expect(silent.ran).not.toContain('stream_close');
  });
});

test('a turn that calls a service without streaming has no stream to delete', async () => {
  for (const flow of [caller, asked(model, say('I think: {{Answer}}'))]) {
    const store = waiting(flow, { handleEffect: generate });
    await send(store);
    expect(store.ran.filter((name) => name.startsWith('stream'))).toEqual([]);
  }
});

test('the reply of a start is not streamed, since nobody can watch a chat whose id is not yet known', async () => {
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
