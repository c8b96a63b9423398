import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../src/engine/blocks/index.js';
import type { ChannelMessage } from '../../src/messenger/channelMessage.js';
import { bodyOf } from '../../src/messenger/meta/send.js';
import { stepsOf } from '../../src/messenger/outbound.js';
import { chat } from '../support/chat.js';
import { flowOf, say, type BlockSketch } from '../support/flowOf.js';

/** Numbered words, of which each one has to arrive. */
const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `w${from + index}`).join(' ');
const [short, title, row, long, body] = [
  words(10, 11),
  words(20, 29),
  words(30, 49),
  words(50, 99),
  words(1_000, 1_299),
];
const url = 'https://example.com/w1.png';
const gif = 'https://example.com/w2.gif';
const shownOf = (blocks: readonly BlockSketch[]): ChannelMessage[] => {
  const flow = flowOf({ variables: { X: null }, groups: { Start: blocks } });
  const events = chat(flow, [], { messenger: {} }).flatMap((turn) => turn.events);
  const numbered = events.map((event, index) => ({ seq: index + 1, event }));
  return stepsOf(numbered, 'Pick').flatMap(({ action }) =>
    action.do === 'send' ? [action.message] : [],
  );
};

const labelled = (labels: object, options: object = {}) => [{ options: { labels, ...options } }];
/** Labels of controls of a page, which messengers do not have: they contain no numbered words. */
const typed = labelled({ placeholder: 'Type here', button: 'Send' });
const several = { options: { isMultipleChoice: true } };
const choices = (...labels: readonly string[]) => ({
  items: labels.map((content, index) => ({ id: `i${index}`, content })),
});
const pictures = {
  items: [
    { id: 'a', title, description: long, pictureSrc: url },
    { id: 'b', title: short, description: body, pictureSrc: gif },
    { id: 'c' },
  ],
};

/** Blocks of every visible kind with all texts that authors can write: all numbered words must arrive. */
const WRITTEN: Readonly<Record<string, readonly object[]>> = {
  text: [{ content: say(body)['content'] }],
  image: [
    { content: { url } },
    { content: { url: gif } },
    { content: { url, clickLink: { url: gif } } },
  ],
  video: [{ content: { url: 'https://example.com/w3.mp4' } }],
  audio: [{ content: { url: 'https://example.com/w4.mp3' } }],
  embed: [{ content: { url: 'https://example.com/w5' } }],
  'text input': typed,
  'number input': typed,
  'email input': typed,
  'url input': typed,
  'phone number input': typed,
  'time input': labelled({ button: 'Send' }),
  'date input': [
    ...labelled({ button: 'Send' }),
    ...labelled({ from: short, to: title }, { isRange: true }),
  ],
  'rating input': labelled({ left: short, right: title, button: 'Send' }, { length: 5 }),
  'file input': labelled({ placeholder: 'Drop it here', button: 'Upload' }),
  // A payment is not possible in a messenger, and without credentials it fails the call.
  'payment input': [],
  'choice input': [
    choices(short),
    choices(short, title, long),
    choices(title, row, long, short),
    choices(body, body, short, title),
    choices(...Array.from({ length: 25 }, (_, index) => `w${300 + index} ${title}`)),
    { ...choices(short, long, body), ...several },
  ],
  'picture choice input': [pictures, { ...pictures, ...several }],
  cards: [
    {
      items: [
        {
          ...{ id: 'a', title: short, description: body, imageUrl: url },
          paths: [title, long, 'w2', 'w3'].map((text, index) => ({ id: `p${index}`, text })),
        },
        { id: 'b', imageUrl: gif },
      ],
    },
  ],
};

const SHOWN = KINDS.filter(({ family }) => family === 'bubble' || family === 'input');
const CHANNELS = [
  ['a plain webhook', (message: ChannelMessage): object => message],
  ['WhatsApp, through Meta or 360dialog', (message: ChannelMessage) => bodyOf(message)],
] as const;

describe.each(CHANNELS)('through %s', (_channel, sent) => {
  test.each(SHOWN.map(({ type }) => type))(
    'all that the author wrote of a block "%s" arrives',
    (type) => {
      const written = WRITTEN[type];
      if (!written)
        throw new Error(
          `Say in WRITTEN of test/messenger/everyWord.test.ts what authors write in a block "${type}"`,
        );
      for (const parts of written) {
        for (const prompt of ['w1000000', `w1000000 ${'x'.repeat(1_030)}`]) {
          const block = { type, ...parts };
          const all = JSON.stringify(shownOf([say(prompt), block]).map(sent));
          const arrived = new Set(all.replaceAll('\\n', ' ').match(/\bw\d+/g));
          const wanted = JSON.stringify([prompt, parts]).match(/\bw\d+/g) ?? [];
          expect(wanted.filter((word) => !arrived.has(word))).toEqual([]);
        }
      }
    },
  );
});

test('no message is longer than messengers accept', () => {
  const blocks = Object.entries(WRITTEN).flatMap(([type, all]) =>
    all.map((parts) => ({ type, ...parts })),
  );
  for (const block of blocks) {
    for (const message of shownOf([say(long), block])) {
      if (message.type === 'text') expect(message.text.length).toBeLessThanOrEqual(4_096);
      if (message.type === 'buttons' || message.type === 'list') {
        expect(message.text.length).toBeLessThanOrEqual(1_024);
        expect(message.text).not.toBe('');
      }
    }
  }
});
