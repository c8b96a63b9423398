import { describe, expect, test } from '@jest/globals';
import { bodyOf, refusalOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import {
  asker,
  begin,
  rest,
  first,
  listening,
  model,
  second,
  untilShown,
  watching,
} from '../support/streamedChats.js';

describe('the message that a streamed reply answers', () => {
  test('reaches watchers on every process while the model is still silent, and is in the log once', async () => {
    const published = await asker();
    const { sessionId } = await bodyOf(rest.startChat(published));
    const near = watching(first, sessionId);
    const far = watching(second, sessionId);
    const events = await listening(second, sessionId);
    const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const call = await model.next();
    const raw = { kind: 'received', text: 'Why?', blockId: 'Start.1' };
    for (const watcher of [near, far]) {
      await watcher.until(3);
      expect(watcher.seen[2]).toMatchObject({ seq: 2, turn: 2, kind: 'received', raw });
    }
    await events.until(3);
    expect(events.seen[2]).toMatchObject({
      ...{ id: undefined, event: 'received' },
      data: { seq: 2, turn: 2, ...raw },
    });
    call.say('Because.');
    for (const watcher of [near, far]) await untilShown(watcher, 'Because.');
    call.end();
    await reply;
    for (const watcher of [near, far]) {
      await watcher.until(9);
      const heard = watcher.seen.filter(({ raw }) => raw['text'] === 'Why?');
      expect(heard.map(({ kind, seq }) => [kind, seq])).toEqual([
        ['received', 2],
        ['heard', 3],
      ]);
    }
  });

  test('is taken back where the turn fails, and shown when another is sent', async () => {
    const published = await asker([], { type: 'payment input', options: {} });
    const { sessionId } = await bodyOf(rest.startChat(published));
    const watcher = watching(second, sessionId, 2);
    const kinds = () => watcher.seen.map(({ kind }) => kind);
    for (const [message, count] of [
      ['Why?', 3],
      ['And?', 6],
    ] as const) {
      const refused = refusalOf(rest.continueChat({ sessionId, message }));
      const call = await model.next();
      await watcher.until(count - 2);
      call.say('Because.');
      await watcher.until(count - 1);
      call.end();
      expect(await refused).toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
      await watcher.until(count);
      expect(watcher.seen.at(-1)).toMatchObject({ seq: 2, turn: 2, raw: { kind: 'withdrawn' } });
    }
    const shown = ['received', 'delta', 'withdrawn'];
    expect(kinds()).toEqual([...shown, ...shown]);
    expect(await rowsOf(first.databaseUrl, 'select * from chat_stream')).toEqual([]);
  });

  test('is in no page of the log until the turn is written', async () => {
    const { sessionId, reply, call } = await begin();
    const watcher = watching(first, sessionId, 2);
    await watcher.until(1);
    const page = await fetch(`${first.url}/api/v1/sessions/${sessionId}/events`);
    expect(await page.json()).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }], lastSeq: 2 });
    call.end();
    await reply;
  });
});
