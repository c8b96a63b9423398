import { expect, test } from '@jest/globals';
import type { ChannelStep } from '../../src/messenger/channelMessage.js';
import { chosenByNumber } from '../../src/messenger/channelInput.js';
import { stepsOf } from '../../src/messenger/outbound.js';
import { chat, type Sent } from '../support/chat.js';
import { flowOf, say, type BlockSketch } from '../support/flowOf.js';

/** The messages that a person in a messenger gets from these blocks, as lines. */
function shown(blocks: readonly BlockSketch[], answers: readonly Sent[] = []): string[] {
  const turns = chat(flowOf({ variables: { X: null }, groups: { Start: blocks } }), answers, {
    messenger: {},
  });
  return turns.flatMap(({ events }) =>
    stepsOf(
      events.map((event, index) => ({ seq: index + 1, event })),
      'Pick',
    ).map(lineOf),
  );
}

function lineOf({ action }: ChannelStep): string {
  if (action.do !== 'send') return action.do === 'wait' ? `waits ${action.seconds} s` : 'goes on';
  const { message } = action;
  if (message.type === 'text') return message.text;
  if (message.type === 'list') {
    const rows = message.rows.map(({ id, title, description }) =>
      [`<${title}=${id}>`, description].filter(Boolean).join(' '),
    );
    return [`${message.text} [${message.button}]`, ...rows].join('\n');
  }
  if (message.type !== 'buttons') {
    return [message.type, message.url, message.caption].filter(Boolean).join(' ');
  }
  const buttons = message.buttons.map(({ id, title }) => `[${title}=${id}]`).join('');
  return `${message.imageUrl ?? ''}${message.text} ${buttons}`;
}

const rich = (...richText: object[]): BlockSketch => ({ type: 'text', content: { richText } });
const p = (...children: object[]) => ({ type: 'p', children });
const li = (text: string) => ({ type: 'li', children: [{ type: 'lic', children: [{ text }] }] });
const bubble = (type: string, url: string): BlockSketch => ({ type, content: { url } });
const choice = (labels: readonly string[], options: object = {}): BlockSketch => ({
  type: 'choice input',
  items: labels.map((content, index) => ({ id: `i${index + 1}`, content })),
  options,
});

test('texts become the Markdown of messengers', () => {
  const marks = p(
    { text: 'Hello ' },
    { text: 'bold ', bold: true },
    { text: 'slanted', italic: true },
    { text: ' and ' },
    { text: 'gone', strikethrough: true },
  );
  const link = p({ type: 'a', url: 'https://example.com', children: [{ text: 'our page' }] });
  expect(shown([rich(marks, link)])).toEqual([
    'Hello *bold* _slanted_ and ~gone~\nour page (https://example.com)',
  ]);
  const lists = [
    { type: 'ul', children: [li('Tea'), li('Coffee')] },
    { type: 'ol', children: [li('First'), li('Second')] },
  ];
  expect(shown([rich(...lists)])).toEqual(['- Tea\n- Coffee\n1. First\n2. Second']);
});

test('pictures, sounds, videos and documents are sent as such, anything else as its address', () => {
  const at = (name: string) => `https://example.com/${name}`;
  expect(
    shown([
      bubble('image', at('cat.png')),
      bubble('image', at('cat.gif')),
      bubble('image', at('files/fil_1.gif')),
      bubble('audio', at('hello.mp3')),
      bubble('video', at('film.mp4')),
      bubble('video', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
      bubble('embed', at('map')),
      bubble('embed', at('terms.pdf')),
    ]),
  ).toEqual([
    `image ${at('cat.png')}`,
    at('cat.gif'),
    `image ${at('files/fil_1.gif')}`,
    `audio ${at('hello.mp3')}`,
    `video ${at('film.mp4')}`,
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    at('map'),
    `document ${at('terms.pdf')}`,
  ]);
});

test('buttons are under the text before them', () => {
  expect(shown([say('Hi'), say('What?'), choice(['Tea', 'Coffee', 'Milk'])])).toEqual([
    'Hi',
    'What? [Tea=i1][Coffee=i2][Milk=i3]',
  ]);
});

test('more than three choices are a list, more than ten several lists', () => {
  const long = 'Tea that was dried in the smoke of pine wood';
  expect(shown([say('What?'), choice([long, 'Coffee', 'Milk', 'Water'])])).toEqual([
    `What? [Pick]\n<Tea that was dried in t…=i1> ${long}\n<Coffee=i2>\n<Milk=i3>\n<Water=i4>`,
  ]);
  const numbers = Array.from({ length: 11 }, (_, index) => `n${index}`);
  expect(shown([choice(numbers)]).map((list) => list.split('\n').length - 1)).toEqual([10, 1]);
});

test('a choice without a label has its id as the title', () => {
  expect(shown([choice(['', 'Tea', 'Milk', 'Water'])])[0]).toContain('<i1=i1>');
});

test('a picture has the address it leads to as its caption', () => {
  const content = { url: 'https://e.com/cat.png', clickLink: { url: 'https://e.com/cats' } };
  expect(shown([{ type: 'image', content }])).toEqual([
    'image https://e.com/cat.png https://e.com/cats',
  ]);
});

test('a text before pictures and cards is sent before them, since they have texts of their own', () => {
  const items = [{ id: 'cat', title: 'Cat', pictureSrc: 'https://e.com/c.png' }];
  const pictures = { type: 'picture choice input', items };
  expect(shown([say('Which one?'), pictures])).toEqual([
    'Which one?',
    'https://e.com/c.png*Cat* [Pick=cat]',
  ]);
  const cards = { type: 'cards', items: [{ id: 'room', title: 'Room' }] };
  expect(shown([say('Which one?'), cards])).toEqual(['Which one?', '*Room* [Pick=room]']);
});

test('if several pictures can be chosen, each is shown with its number', () => {
  const item = { title: 'Cat', description: 'Purrs' };
  const items = [
    { ...item, id: 'a', pictureSrc: 'https://e.com/c.png' },
    { ...item, id: 'b', pictureSrc: 'https://e.com/c.gif' },
  ];
  const options = { isMultipleChoice: true };
  expect(shown([{ type: 'picture choice input', items, options }])).toEqual([
    'image https://e.com/c.png 1. Cat',
    '1. Cat\nPurrs\n2. Cat\nPurrs\nhttps://e.com/c.gif',
  ]);
});

test('the labels of a scale and of two dates are sent before the answer', () => {
  const labels = { left: 'Bad', right: 'Good', from: 'Arrival', to: 'Departure' };
  const asked = (type: string, options: object) =>
    shown([{ type, options: { labels, ...options } }]);
  expect(asked('rating input', { startsAt: 1, length: 5 })).toEqual(['1: Bad\n5: Good']);
  expect(asked('rating input', {})).toEqual(['0: Bad\n10: Good']);
  expect(asked('date input', { isRange: true })).toEqual(['Arrival … Departure']);
  expect(asked('date input', {})).toEqual([]);
});

test('a text too long to stand over buttons is sent before them', () => {
  const long = 'x'.repeat(1_025);
  expect(shown([say(long), choice(['Tea'])])).toEqual([long, '… [Tea=i1]']);
});

test('titles of buttons are short, and all different', () => {
  const long = 'A title that is far too long';
  expect(shown([choice([long, long, 'Tea'])])).toEqual([
    '- A title that is far too long [A title that is far…=i1][A title that is f… 2=i2][Tea=i3]',
  ]);
});

test('a choice of several items is a numbered list, and is answered with numbers', () => {
  const several = choice(['Tea', 'Coffee', 'Milk'], { isMultipleChoice: true, variableId: 'vX' });
  expect(shown([say('What?'), several])).toEqual(['What?', '1. Tea\n2. Coffee\n3. Milk']);
  const [turn] = chat(flowOf({ variables: { X: null }, groups: { Start: [several] } }));
  const input = turn?.events.flatMap((event) => (event.kind === 'input' ? [event.input] : []))[0];
  expect(chosenByNumber(input, '1, 3')).toBe('i1,i3');
  expect(chosenByNumber(input, '3')).toBe('i3');
  for (const text of ['4', '0', 'Tea', '1 or 2', ''])
    expect(chosenByNumber(input, text)).toBe(undefined);
  expect(chosenByNumber(undefined, '1')).toBe(undefined);
});

test('each picture and each card is a message with its buttons', () => {
  const pictures = {
    type: 'picture choice input',
    items: [{ id: 'cat', title: 'Cat', description: 'Purrs', pictureSrc: 'https://e.com/c.png' }],
  };
  expect(shown([pictures])).toEqual(['https://e.com/c.png*Cat*\nPurrs [Pick=cat]']);
  const cards = {
    type: 'cards',
    items: [
      { id: 'room', title: 'Room', paths: [{ id: 'book', text: 'Book' }, { id: 'ask' }] },
      { id: 'suite', title: 'Suite' },
    ],
  };
  expect(shown([cards])).toEqual(['*Room* [Book=book][Pick=ask]', '*Suite* [Pick=suite]']);
});

test('the server waits, ten seconds at most, and a chat that rests meanwhile goes on', () => {
  const wait = (options: object) => ({ type: 'Wait', options });
  expect(
    shown([wait({ secondsToWaitFor: '60' }), wait({ secondsToWaitFor: '2', shouldPause: true })]),
  ).toEqual(['waits 10 s', 'waits 2 s', 'goes on']);
});

test('an address to go to is sent as a text, and scripts are left out', () => {
  expect(
    shown([
      { type: 'Redirect', options: { url: 'https://example.com' } },
      { type: 'Code', options: { content: 'alert(1)' } },
    ]),
  ).toEqual(['https://example.com']);
});

test('other inputs have nothing to show, and one that was answered is not shown', () => {
  const ask = { type: 'text input', options: { variableId: 'vX' } };
  expect(shown([say('Name?'), ask, say('Hi {{X}}')], ['Ada'])).toEqual(['Name?', 'Hi Ada']);
});
