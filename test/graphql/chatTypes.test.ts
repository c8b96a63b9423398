import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { replyOf } from '../../src/engine/reply/replyOf.js';
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
    }
  });

  test.each(['ChatMessage', 'ChatInput', 'ClientSideAction'])(
    '%s: every kind was among them',
    (type) => {
      const kinds = kindsOf(type).filter((kind) => !kind.startsWith('Unknown'));
      expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
    },
  );
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
