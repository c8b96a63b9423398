import { describe, expect, test } from '@jest/globals';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { flowOf, say, type FlowSketch } from '../../../support/flowOf.js';
import { valueIn } from '../../../support/valueAfter.js';

const MAPPING = [
  { field: 'Image URL', variableId: 'vImage' },
  { field: 'Title', variableId: 'vTitle' },
  { field: 'Description', variableId: 'vText' },
  { field: 'Button', variableId: 'vButton' },
  { field: 'Internal Value', variableId: 'vInside' },
  { field: 'Title' },
  { variableId: 'vTitle' },
];
const NOTHING = { Image: 'x', Title: 'x', Text: 'x', Button: 'x', Inside: 'x' };

function offering(items: readonly object[], variables: FlowSketch['variables'] = {}) {
  return flowOf({
    variables: { Pick: null, ...NOTHING, ...variables },
    groups: {
      Start: [
        { type: 'cards', options: { variableId: 'vPick', saveResponseMapping: MAPPING }, items },
        say('next'),
      ],
      Buy: [say('bought')],
    },
  });
}

function kept(answer: Sent, items: readonly object[], variables?: FlowSketch['variables']) {
  const [, turn] = chat(offering(items, variables), [answer]);
  const value = (name: string) => valueIn(turn, `v${name}`) ?? null;
  return value('Pick') === null
    ? undefined
    : ['Pick', 'Image', 'Title', 'Text', 'Button', 'Inside'].map(value);
}

const tea = {
  id: 'tea',
  imageUrl: 'tea.png',
  title: 'Green Tea',
  description: 'Warm',
  options: { internalValue: 'T1' },
  paths: [
    { id: 'tea-buy', text: 'Buy', to: 'Buy' },
    { id: 'tea-more', text: 'More' },
  ],
};
const picture = { id: 'pic', imageUrl: 'pic.png', title: null };
const blank = { id: 'blank' };

describe('cards', () => {
  test.each<[Sent, (string | null)[] | undefined]>([
    ['tea-more', ['Green Tea', 'tea.png', 'Green Tea', 'Warm', 'More', 'T1']],
    [
      { text: 'More', replyId: 'tea-more' },
      ['Green Tea', 'tea.png', 'Green Tea', 'Warm', 'More', 'T1'],
    ],
    [' green tea ', ['Green Tea', 'tea.png', 'Green Tea', 'Warm', 'Buy', 'T1']],
    ['tea', ['Green Tea', 'tea.png', 'Green Tea', 'Warm', 'Buy', 'T1']],
    ['pic.png', ['pic.png', 'pic.png', null, null, null, null]],
    [{ replyId: 'pic' }, ['pic.png', 'pic.png', null, null, null, null]],
    ['blank', undefined],
    ['coffee', undefined],
    ['', undefined],
    [null, undefined],
  ])('take %j as %j', (answer, values) => {
    expect(kept(answer, [tea, picture, blank])).toEqual(values);
  });

  test('take the edge of the pressed button', () => {
    const flow = offering([tea, picture]);
    expect(transcript(flow, ['tea-buy']).at(-1)).toBe('bot: bought');
    expect(transcript(flow, ['tea-more']).at(-1)).toBe('bot: next');
    expect(transcript(flow, ['pic.png']).at(-1)).toBe('bot: next');
    expect(transcript(flow, ['what?']).slice(-2)).toEqual([
      'bot: Invalid message. Please, try again.',
      '? cards: Green Tea | pic.png',
    ]);
  });

  test('are shown with their variables filled in, if their condition is true', () => {
    const hidden = {
      id: 'hidden',
      title: 'Hidden',
      options: { displayCondition: { isEnabled: true, condition: { comparisons: [] } } },
    };
    const card = { id: 'a', title: 'For {{Name}}', paths: [{ id: 'p', text: '{{Name}}!' }] };
    const [event] = chat(offering([card, hidden], { Name: 'Ada' }))[0]?.events ?? [];
    expect(event).toMatchObject({
      input: { items: [{ id: 'a', title: 'For Ada', paths: [{ id: 'p', text: 'Ada!' }] }] },
    });
  });

  test('need no options', () => {
    const flow = flowOf({
      groups: { Start: [{ type: 'cards', items: [picture] }, say('Thanks')] },
    });
    expect(transcript(flow, ['pic.png']).at(-1)).toBe('bot: Thanks');
  });
});

describe('a single card with lists as values', () => {
  const card = {
    id: 'all',
    imageUrl: '{{Pictures}}',
    title: '{{Names}}',
    description: 'Only {{Price}}',
    options: { internalValue: '{{Codes}}' },
    paths: [{ id: 'p', text: 'Take', to: 'Buy' }],
  };
  const lists = {
    Pictures: ['a.png', 'b.png', null],
    Names: ['A {{Price}}', 'B'],
    Codes: ['1', '2', '3'],
    Price: '5 €',
  };

  test('becomes one card for each member', () => {
    const [event] = chat(offering([card], lists))[0]?.events ?? [];
    expect(event).toMatchObject({
      input: {
        items: [
          {
            id: 'dynamic-card-0',
            imageUrl: 'a.png',
            title: 'A {{Price}}',
            description: 'Only 5 €',
            paths: [{ id: 'dynamic-card-0-path-0', text: 'Take' }],
          },
          { id: 'dynamic-card-1', imageUrl: 'b.png', title: 'B' },
          { id: 'dynamic-card-2', imageUrl: '', title: '' },
        ],
      },
    });
  });

  test('keeps the value that it was given, filled in, for each member', () => {
    const [event] = chat(offering([{ ...card, value: 'For {{Price}}' }], lists))[0]?.events ?? [];
    expect(event).toMatchObject({
      input: { items: [{ value: 'For 5 €' }, { value: 'For 5 €' }, { value: 'For 5 €' }] },
    });
  });

  test('is answered by the id of a button, and takes the edge of the stored button', () => {
    expect(kept('dynamic-card-1-path-0', [card], lists)).toEqual([
      'B',
      'b.png',
      'B',
      'Only 5 €',
      'Take',
      '2',
    ]);
    expect(transcript(offering([card], lists), ['b']).at(-1)).toBe('bot: bought');
    expect(kept('dynamic-card-2', [card], lists)).toBeUndefined();
  });

  test('may have nothing but the list', () => {
    const titles = { id: 'all', title: '{{Names}}' };
    expect(transcript(offering([titles], lists))).toEqual(['? cards: A {{Price}} | B']);
    expect(transcript(offering([titles, tea], lists))[0]).toContain('["A {{Price}}","B"]');
    expect(transcript(offering([{ id: 'a', title: '{{Price}}' }], lists))).toEqual([
      '? cards: 5 €',
    ]);
    expect(transcript(offering([{ id: 'a', title: '{{Gone}}' }], lists))).toEqual(['? cards: ']);
  });
});
