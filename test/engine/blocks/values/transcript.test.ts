import { describe, expect, test } from '@jest/globals';
import { settleVariables } from '../../../../src/engine/flow/settleVariables.js';
import { MAX_TRANSCRIPT_LENGTH } from '../../../../src/engine/transcript/transcript.js';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../../support/flowOf.js';
import { valueAfter, valueIn } from '../../../support/valueAfter.js';

const keep: BlockSketch = {
  type: 'Set variable',
  options: { variableId: 'vLog', type: 'Transcript' },
};

/** The value of variable `Log` after these blocks and answers. */
function noted(
  blocks: readonly BlockSketch[],
  answers: Parameters<typeof chat>[1] = [],
  variables = {},
): unknown {
  const flow = flowOf({
    variables: { Log: null, ...variables },
    groups: { Start: [...blocks, keep] },
  });
  const turn = chat(flow, answers).at(-1);
  return valueIn(turn, 'vLog');
}

describe('the transcript', () => {
  test('has the messages of the bot and the answers of the person, in order', () => {
    const blocks = [say('Your **name**?'), ask('text input', 'Name'), say('Hi {{Name}}!\n\nBye.')];
    expect(noted(blocks, ['Ada'], { Name: null })).toBe(
      'Assistant: "Your **name**?"\n\nUser: "Ada"\n\nAssistant: "Hi Ada!\n\nBye."',
    );
  });

  test('has answers as they were stored, without rejected replies and retry messages', () => {
    const blocks = [ask('email input'), say('Thanks.')];
    expect(noted(blocks, ['nobody', 'Ada@Example.com'])).toBe(
      'User: "ada@example.com"\n\nAssistant: "Thanks."',
    );
  });

  test('shows files before the text they came with', () => {
    const blocks = [ask('text input', undefined, { attachments: { isEnabled: true } })];
    const message = { text: 'Look', attachedFileUrls: ['https://x.y/1.png', 'https://x.y/2.png'] };
    expect(noted(blocks, [message])).toBe('User: "https://x.y/1.png, https://x.y/2.png\n\nLook"');
  });

  test('shows media by their address, and leaves out empty messages', () => {
    const url = 'https://x.y/z';
    expect(
      noted([
        { type: 'image', content: { url: `${url}.png` } },
        { type: 'image', content: {} },
        { type: 'video', content: { url: `${url}.mp4` } },
        { type: 'audio', content: { url: `${url}.mp3` } },
        { type: 'embed', content: { url } },
        say(''),
        { type: 'text', content: {} },
      ]),
    ).toBe(`Assistant: "${url}.png"\n\nAssistant: "${url}.mp4"\n\nAssistant: "${url}.mp3"`);
  });

  test('is empty in a chat without messages', () => {
    expect(valueAfter({ type: 'Transcript' }, { X: 'before' })).toBeNull();
  });

  test('keeps the newest messages of a chat that never ends', () => {
    const long = 'x'.repeat(MAX_TRANSCRIPT_LENGTH / 2);
    const log = String(noted([say('{{Long}}'), say('{{Long}}'), say('end')], [], { Long: long }));
    expect(log).toHaveLength(MAX_TRANSCRIPT_LENGTH);
    expect(log.endsWith('x"\n\nAssistant: "end"')).toBe(true);
  });
});

describe('a chat keeps a transcript', () => {
  const greeting = [say('Hello'), ask('text input')];
  const sessionOf = (blocks: readonly BlockSketch[]) =>
    chat(flowOf({ variables: { Log: null }, groups: { Start: [...greeting, ...blocks] } }))[0]
      ?.session;

  test('only if its flow uses one, so that other chats stay small', () => {
    expect(sessionOf([keep])?.transcript).toBe('Assistant: "Hello"');
    const unset = { type: 'Set variable', options: { variableId: 'vLog', type: 'Empty' } };
    const others = [
      { type: 'Set variable' },
      unset,
      { type: 'Bot link', options: { botId: 'current' } },
    ];
    expect(sessionOf(others)).not.toHaveProperty('transcript');
  });

  test('if its flow leads to another bot that may use one', () => {
    const link = { type: 'Bot link', options: { botId: 'other' } };
    expect(sessionOf([link])?.transcript).toBe('Assistant: "Hello"');
  });

  test('through the bots it leads to', () => {
    const outer = flowOf({
      groups: { Start: [say('Outside'), { type: 'Bot link', options: { botId: 'inner' } }] },
    });
    const inner = flowOf(
      { variables: { Log: null }, groups: { In: [say('Inside'), keep, say('{{Log}}')] } },
      'inner',
    );
    const lines = transcript(outer, [], {
      flows: [inner],
      answer: () => ({ ok: true, value: { botId: 'inner', flowId: 'inner' } }),
    });
    expect(lines.at(-1)).toBe('bot: Assistant: "Outside"\n\nAssistant: "Inside"');
  });

  test('across the effects within a turn', () => {
    const flow = flowOf({
      variables: { Log: null },
      groups: { Start: [say('A'), say('{{= 1 + 1 =}}'), keep, say('{{Log}}')] },
    });
    expect(transcript(flow).at(-1)).toBe('bot: Assistant: "A"\n\nAssistant: "2"');
  });
});

describe('a variable that holds a transcript', () => {
  const settled = (blocks: readonly BlockSketch[]) =>
    settleVariables(
      flowOf({ variables: { Log: null, Other: null }, groups: { Start: blocks } }).definition,
    ).variables.map(({ isSessionVariable }) => isSessionVariable);

  test('is never part of a result, unless an input fills it too', () => {
    expect(settled([keep])).toEqual([true, undefined]);
    expect(settled([keep, ask('text input', 'Log'), { type: 'text input' }])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
