import { describe, expect, test } from '@jest/globals';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

const kept = (answer: Sent, options: object = {}) =>
  keptBy(ask('file input', 'X', options), answer);

const A = 'https://files.example.com/a.png';
const B = 'http://localhost:3000/b.pdf?token=1';

describe('a file input', () => {
  test.each<[Sent, object, string | undefined]>([
    [A, {}, A],
    [B, {}, B],
    [`${A}, ${B}`, {}, A],
    [`${A}, ${B}`, { isMultipleAllowed: true }, `${A}, ${B}`],
    [`here it is, ${A}`, {}, A],
    [
      { audioUrl: 'https://files.example.com/voice.ogg' },
      {},
      'https://files.example.com/voice.ogg',
    ],
    ['my file', {}, undefined],
    ['ftp://files.example.com/a.png', {}, undefined],
    ['files.example.com/a.png', {}, undefined],
    ['javascript:alert(1)', {}, undefined],
    ['', {}, undefined],
    [null, {}, undefined],
  ])('takes %j with %j as %j', (answer, options, files) => {
    expect(kept(answer, options)).toBe(files);
  });

  test('accepts only the kinds of file that the bot allows', () => {
    const only = (...types: string[]) => ({ allowedFileTypes: { isEnabled: true, types } });
    expect(kept(A, only('.png'))).toBe(A);
    expect(kept(A, only('.pdf'))).toBeUndefined();
    expect(kept(`${A}, ${B}`, only('image/*'))).toBeUndefined();
    expect(kept(A, { allowedFileTypes: { isEnabled: false, types: ['.pdf'] } })).toBe(A);
    expect(kept(A, { allowedFileTypes: { isEnabled: true } })).toBe(A);
  });

  test('is skipped by an empty answer if no file is required', () => {
    const flow = flowOf({
      variables: { File: 'old' },
      groups: { Start: [ask('file input', 'File', { isRequired: false }), say('{{File}}')] },
    });
    for (const nothing of ['', ' ', null]) {
      expect(transcript(flow, [nothing]).at(-1)).toBe('bot: old');
    }
    expect(transcript(flow, ['no thanks']).at(-1)).toBe('? file input');
  });

  test('has the size limit of version 5', () => {
    const flow = flowOf({
      groups: { Start: [ask('file input', undefined, { sizeLimit: 10, isRequired: false })] },
    });
    const options = { isRequired: false, sizeLimit: 10 };
    expect(chat(flow)[0]?.events[0]).toMatchObject({ input: { options } });
  });

  test('needs no options', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'file input' }, say('Thanks')] } });
    expect(transcript(bare, [A])).toEqual(['? file input', `user: ${A}`, 'bot: Thanks']);
  });
});
