import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { replyOf } from '../../src/engine/reply/replyOf.js';
import type { TurnEvent } from '../../src/engine/reply/reply.js';
import { presentEvent } from '../../src/resolvers/chats/presentEvent.js';
import type { PassingEvent } from '../../src/schema/chatEvent.js';
import type { SeenEvent } from '../../src/storage/tail.js';
import { chat } from '../support/chat.js';
import { readChat } from '../support/readChat.js';
import { kindsOf, shownParts } from '../support/shownParts.js';

const folder = new URL('../transcripts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.chat'));

describe('the types of a reply', () => {
  const seen = new Set<string>();

  test.each(files)('say what the document says: %s', async (name) => {
    const { flow, options, messages } = readChat(readFileSync(new URL(name, folder), 'utf8'));
    for (const { events } of chat(flow, messages, options)) {
      const raw = replyOf(events);
      const point = { sessionId: 'ses_1', turn: 1, lastSeq: 1 };
      const { types, differences } = await shownParts('ChatReply', { ...point, ...raw, raw });
      expect(differences).toEqual([]);
      types.forEach((type) => seen.add(type));
      for (const event of events) await expectShown(event);
    }
  });

  test.each<TurnEvent | PassingEvent>([
    { kind: 'status', status: 'PAUSED' },
    { kind: 'received', text: 'Ada', attachedFileUrls: ['https://example.com/cv.pdf'] },
    { kind: 'delta', blockId: 'b1', text: 'Hel', offset: 0 },
    { kind: 'withdrawn' },
    { kind: 'moved', versionId: 'ver_1', version: 2 },
    { kind: 'language', language: 'de' },
  ])('say what the document says of events that no conversation here has: $kind', async (event) => {
    await expectShown(event);
  });

  const expectShown = async (event: TurnEvent | PassingEvent) => {
    const place = { seq: 7, turn: 2, at: new Date(0) };
    const shown = presentEvent({ ...place, event } as SeenEvent); // The event decides which of the two types it is.
    const { types, differences } = await shownParts('ChatEvent', shown, shown.document);
    expect(differences).toEqual([]);
    types.forEach((type) => seen.add(type));
  };

  test.each(['ChatMessage', 'ChatInput', 'ClientSideAction', 'ChatEvent'])(
    '%s: every kind was among them',
    (type) => {
      const missing = kindsOf(type).filter(
        (kind) => !kind.startsWith('Unknown') && !seen.has(kind),
      );
      expect(missing.map((kind) => `test/transcripts: no conversation has a ${kind}`)).toEqual([]);
    },
  );
});

test('an event of an unknown kind is shown whole', async () => {
  const document = { seq: 7, turn: 2, at: '1970-01-01T00:00:00.000Z', kind: 'omen', moon: 'red' };
  const event = { ...document, at: new Date(0), document };
  const { types, differences } = await shownParts('ChatEvent', event, document);
  expect([...types]).toEqual(['UnknownChatEvent']);
  expect(differences).toEqual([]);
});

test.each([
  ['ChatMessage', { id: 'b1', type: 'hologram', content: { beam: 7 } }, 'UnknownMessage'],
  ['ClientSideAction', { type: 'teleport', teleport: { to: 'x' } }, 'UnknownAction'],
  ['ChatInput', { id: 'b2', type: 'dna input', options: { strands: 2 } }, 'UnknownChatInput'],
])('a %s of a kind nobody knows is shown whole', async (type, document, name) => {
  const { types, differences } = await shownParts(type, document);
  expect([...types]).toEqual([name]);
  expect(differences).toEqual([]);
});
