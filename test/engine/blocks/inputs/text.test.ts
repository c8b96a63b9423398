import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

describe('a text input', () => {
  const flow = flowOf({
    variables: { Name: 'Eve' },
    groups: { Start: [ask('text input', 'Name', { labels: { placeholder: 'Hi {{Name}}' } })] },
  });

  test('is shown with its variables filled in and with the value of its variable', () => {
    expect(chat(flow)[0]?.events[0]).toEqual({
      kind: 'input',
      input: {
        id: 'Start.1',
        type: 'text input',
        options: { variableId: 'vName', labels: { placeholder: 'Hi Eve' } },
        prefilledValue: 'Eve',
      },
    });
  });

  test('asks again after an empty message', () => {
    expect(transcript(flow, ['', null])).toEqual([
      '? text input',
      'user: ',
      'bot: Invalid message. Please, try again.',
      '? text input',
      'bot: Invalid message. Please, try again.',
      '? text input',
    ]);
  });

  test('stores sent files in the variable that the bot names', () => {
    const files = flowOf({
      variables: { Files: null, Kept: null },
      groups: {
        Start: ['{{Files}}', '{{Files}}', '{{Files}}'].flatMap((shown) => [
          ask('text input', 'Kept', { attachments: { isEnabled: true, saveVariableId: 'vFiles' } }),
          say(shown),
        ]),
      },
    });
    const sent = (...attachedFileUrls: string[]) => ({ text: 'here', attachedFileUrls });
    const lines = transcript(files, [sent('a.png'), sent('b.png', 'c.png'), sent('d.png')]);
    expect(lines.filter((line) => line.startsWith('bot'))).toEqual([
      'bot: a.png',
      'bot: ["b.png","c.png"]',
      'bot: ["b.png","c.png","d.png"]',
    ]);
  });

  test('accepts files without a variable for them, but only if files are enabled', () => {
    const message = { text: 'here', attachedFileUrls: ['a.png'] };
    const enabled = flowOf({
      groups: { Start: [ask('text input', undefined, { attachments: { isEnabled: true } })] },
    });
    const answers = (flowToPlay: typeof flow) =>
      chat(flowToPlay, [message], { isPreview: false, resultId: 'r' })[1]?.records[0];
    expect(answers(enabled)).toMatchObject({ content: 'here', attachedFileUrls: ['a.png'] });
    expect(answers(flow)).not.toHaveProperty('attachedFileUrls');
  });

  test('stores the address of a recording in the variable that the bot names, and does not change its own variable', () => {
    const recorded = flowOf({
      variables: { Text: 'typed', Clip: null },
      groups: {
        Start: [
          ask('text input', 'Text', { audioClip: { isEnabled: true, saveVariableId: 'vClip' } }),
          say('{{Text}}, {{Clip}}'),
        ],
      },
    });
    const clip = { audioUrl: 'https://x.io/voice.mp3' };
    const [, turn] = chat(recorded, [clip], { isPreview: false, resultId: 'r' });
    expect(transcript(recorded, [clip]).slice(-2)).toEqual([
      'user: https://x.io/voice.mp3',
      'bot: typed, https://x.io/voice.mp3',
    ]);
    expect(turn?.records[0]).toMatchObject({ content: 'https://x.io/voice.mp3' });
    expect(turn?.events.at(-1)).not.toHaveProperty('lastMessageNewFormat');
  });

  test('accepts a recording only if recordings are enabled', () => {
    expect(transcript(flow, [{ audioUrl: 'https://x.io/voice.mp3' }]).at(-1)).toBe('? text input');
  });

  test('is a valid block without options', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'text input' }, say('Thanks')] } });
    expect(transcript(bare, ['anything'])).toEqual([
      '? text input',
      'user: anything',
      'bot: Thanks',
    ]);
  });
});
