import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { replyOf } from '../../../../src/engine/reply/replyOf.js';

describe('a text bubble', () => {
  test('says a text as rich text, HTML and plain text', () => {
    const flow = flowOf({ variables: { Name: 'Ada' }, groups: { Start: [say('Hi {{Name}}!')] } });
    const [turn] = chat(flow);
    expect(replyOf(turn?.events ?? []).messages).toEqual([
      {
        id: 'Start.1',
        type: 'text',
        content: {
          type: 'richText',
          richText: [{ type: 'p', children: [{ text: 'Hi ' }, { text: 'Ada' }, { text: '!' }] }],
          html: '<div>Hi Ada!</div>',
          plainText: 'Hi Ada!',
        },
      },
    ]);
  });

  test('is skipped without content, and is empty without rich text', () => {
    const flow = flowOf({ groups: { Start: [{ type: 'text' }, { type: 'text', content: {} }] } });
    expect(transcript(flow)).toEqual(['bot: ']);
  });
});
