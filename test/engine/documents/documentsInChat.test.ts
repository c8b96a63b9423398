import { expect, test } from '@jest/globals';
import {
  prefilledVariablesSchema,
  sentMessageSchema,
} from '../../../src/engine/documents/sentMessage.js';
import { startFromSchema } from '../../../src/engine/interpreter/step.js';

test.each([
  ['Ada', { text: 'Ada' }],
  ['', { text: '' }],
  [{ type: 'text', text: 'Ada' }, { text: 'Ada' }],
  [
    { type: 'text', text: 'Yes', metadata: { replyId: 'i1', other: 1 }, attachedFileUrls: ['u'] },
    { text: 'Yes', replyId: 'i1', attachedFileUrls: ['u'] },
  ],
  [{ type: 'text', text: 'Yes', metadata: {} }, { text: 'Yes' }],
  [{ type: 'audio', url: 'https://a.example/1.ogg' }, { audioUrl: 'https://a.example/1.ogg' }],
  [{ type: 'command', command: 'help', unknown: true }, { command: 'help' }],
])('hears %j', (sent, heard) => {
  expect(sentMessageSchema.parse(sent)).toStrictEqual(heard);
});

test.each([
  [5],
  [null],
  [{ type: 'text' }],
  [{ type: 'video', url: 'u' }],
  ['a\0b'],
  [{ type: 'text', text: 'a\0b' }],
  [{ type: 'text', text: 'a', attachedFileUrls: 'u' }],
])('does not hear %j, and says what it takes', (sent) => {
  const parsed = sentMessageSchema.safeParse(sent);
  expect(parsed.error?.issues[0]?.message).toMatch(/"text", "audio" or "command"/);
});

test('a message may have a hundred thousand characters and no more', () => {
  expect(sentMessageSchema.safeParse('x'.repeat(100_000)).success).toBe(true);
  expect(sentMessageSchema.safeParse('x'.repeat(100_001)).success).toBe(false);
});

test('prefilled values may be any JSON, by name', () => {
  const values = { Name: 'Ada', Age: 36, Tags: ['a', null], Deep: { a: [1] }, Gone: null };
  expect(prefilledVariablesSchema.parse(values)).toEqual(values);
});

test('prefilled values may not be a list, and may contain no NUL and no prototype', () => {
  expect(prefilledVariablesSchema.safeParse([]).success).toBe(false);
  expect(prefilledVariablesSchema.safeParse({ Name: '\0' }).success).toBe(false);
  expect(prefilledVariablesSchema.safeParse(JSON.parse('{"__proto__":1}')).success).toBe(false);
});

test('a preview begins at a group, a block or an event', () => {
  const group = { type: 'group', groupId: 'g' };
  const event = { type: 'event', eventId: 'e' };
  expect(startFromSchema.parse(group)).toEqual(group);
  expect(startFromSchema.parse(event)).toEqual(event);
  const block = { type: 'block', blockId: 'b' };
  expect(startFromSchema.parse(block)).toEqual(block);
  expect(startFromSchema.safeParse({ type: 'item', itemId: 'i' }).success).toBe(false);
});
