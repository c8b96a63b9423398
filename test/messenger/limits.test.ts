import { expect, test } from '@jest/globals';
import type { ChannelMessage } from '../../src/messenger/channelMessage.js';
import { bodyOf } from '../../src/messenger/meta/send.js';
import { stepsOf } from '../../src/messenger/outbound.js';
import { chat } from '../support/chat.js';
import { flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';

/** The messages that a person in a messenger gets from these blocks. */
function shown(...blocks: readonly BlockSketch[]): ChannelMessage[] {
  const turns = chat(flowOf({ variables: { X: null }, groups: { Start: blocks } }), [], {
    messenger: {},
  });
  const events = turns.flatMap((turn) => turn.events);
  const steps = stepsOf(
    events.map((event, index) => ({ seq: index + 1, event })),
    `Pick ${'x'.repeat(30)}`,
  );
  return steps.flatMap(({ action }) => (action.do === 'send' ? [action.message] : []));
}

/**
 * The most characters or members of each part
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages, section "interactive object").
 */
const LIMITS: Readonly<Record<string, number>> = {
  'text.body': 4_096,
  'image.caption': 1_024,
  'interactive.body.text': 1_024,
  'interactive.action.button': 20,
  'interactive.action.buttons': 3,
  'interactive.action.buttons.*.reply.title': 20,
  'interactive.action.buttons.*.reply.id': 256,
  'interactive.action.sections.0.rows': 10,
  'interactive.action.sections.0.rows.*.title': 24,
  'interactive.action.sections.0.rows.*.description': 72,
  'interactive.action.sections.0.rows.*.id': 200,
};

/** The values at a path, in which `*` is every member of a list. */
function allAt(whole: unknown, path: string): unknown[] {
  const [before = '', after] = path.split('.*.');
  const found = partAt(whole, before);
  if (after === undefined) return found === undefined ? [] : [found];
  return Array.isArray(found) ? found.flatMap((member) => allAt(member, after)) : [];
}

/** The parts of a message that are too long, empty, repeated or cut within a character. */
function faultsOf(message: ChannelMessage): string[] {
  const body = bodyOf(message);
  const faults = Object.entries(LIMITS).flatMap(([path, most]) =>
    allAt(body, path).flatMap((value) => {
      const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
      const isBad = length === 0 || length > most || !String(value).isWellFormed();
      return isBad ? [`${path} has ${length}`] : [];
    }),
  );
  const titles = [
    ...allAt(body, 'interactive.action.buttons.*.reply.title'),
    ...allAt(body, 'interactive.action.sections.0.rows.*.title'),
  ];
  const isTwice = new Set(titles).size < titles.length;
  const isOdd = titles.some((title) => String(title).trim() !== title || /\n/.test(String(title)));
  return [...faults, ...(isTwice ? ['titles twice'] : []), ...(isOdd ? ['odd titles'] : [])];
}

const emoji = '👩‍🚀'.repeat(3_000);
const long = `A title\nof ${'many words '.repeat(300)}`;
const titles = (count: number, title = long): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}`, content: title }));
const choice = (items: object[], options: object = {}): BlockSketch => ({
  type: 'choice input',
  items,
  options,
});
const image = (more: object): BlockSketch => ({
  type: 'image',
  content: { url: 'https://e.com/a.png', ...more },
});
const picture = (more: object): BlockSketch => ({
  type: 'picture choice input',
  items: [{ id: 'p', pictureSrc: 'https://e.com/a.png', ...more }],
});
const paths = Array.from({ length: 7 }, (_, index) => ({ id: `p${index}`, text: long }));

test.each<[string, number, BlockSketch[]]>([
  ['a text of 15 000 units', 4, [say(emoji)]],
  ['a text of exactly the most', 1, [say('x'.repeat(4_096))]],
  ['a text of one more', 2, [say('x'.repeat(4_097))]],
  [
    'a picture that leads to a long address',
    1,
    [image({ clickLink: { url: `https://e.com/${long}` } })],
  ],
  ['a sound', 1, [{ type: 'audio', content: { url: 'https://e.com/a.mp3' } }]],
  ['a video', 1, [{ type: 'video', content: { url: 'https://e.com/a.mp4', type: 'url' } }]],
  ['a document', 1, [{ type: 'embed', content: { url: 'https://e.com/a.pdf' } }]],
  [
    'a long address to go to',
    2,
    [{ type: 'Redirect', options: { url: `https://e.com/${'x'.repeat(5_000)}` } }],
  ],
  ['one button', 3, [say('What?'), choice(titles(1))]],
  ['three buttons with the same title', 3, [say('What?'), choice(titles(3))]],
  ['buttons with titles of emoji', 5, [choice(titles(3, emoji))]],
  ['buttons without titles', 1, [choice(titles(3, ' \n '))]],
  ['buttons under the longest text that fits', 3, [say('x'.repeat(1_024)), choice(titles(3))]],
  ['buttons under a text of one more', 3, [say('x'.repeat(1_025)), choice(titles(3))]],
  ['four rows', 2, [choice(titles(4))]],
  ['ten rows of emoji', 5, [choice(titles(10, emoji))]],
  ['eleven rows', 3, [choice(titles(11))]],
  ['twenty-five rows', 4, [choice(titles(25))]],
  ['200 choices of which several count', 162, [choice(titles(200), { isMultipleChoice: true })]],
  ['a picture with a long text', 6, [picture({ title: long, description: emoji })]],
  ['a picture without a text', 1, [picture({})]],
  ['a card with seven buttons', 5, [{ type: 'cards', items: [{ id: 'c', title: long, paths }] }]],
  ...['text', 'number', 'email', 'phone number', 'url', 'date', 'time', 'rating', 'file'].map(
    (kind): [string, number, BlockSketch[]] => [
      `an input for a ${kind}`,
      0,
      [{ type: `${kind} input`, options: {} }],
    ],
  ),
])('%s is %i messages within the limits of WhatsApp', (_name, count, blocks) => {
  const messages = shown(...blocks);
  expect(messages.flatMap(faultsOf)).toEqual([]);
  expect(messages).toHaveLength(count);
});

test('no character of a long text is lost, and no button of a card', () => {
  const texts = shown(say(emoji)).map((message) => ('text' in message ? message.text : ''));
  expect(texts.join('')).toBe(emoji);
  const cards = shown({ type: 'cards', items: [{ id: 'c', title: 'Card', paths }] });
  const ids = cards
    .flatMap((card) => (card.type === 'buttons' ? card.buttons : []))
    .map(({ id }) => id);
  expect(ids).toEqual(paths.map(({ id }) => id));
});

test('a picture of a type that messengers do not show is sent as its address, above its buttons', () => {
  expect(shown(picture({ pictureSrc: 'https://e.com/a.gif', title: 'Cat' }))).toEqual([
    {
      type: 'buttons',
      text: 'https://e.com/a.gif\n*Cat*',
      buttons: [{ id: 'p', title: expect.any(String) }],
    },
  ]);
});
