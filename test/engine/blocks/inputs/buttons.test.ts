import { describe, expect, test } from '@jest/globals';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { flowOf, say, type FlowSketch } from '../../../support/flowOf.js';
import { valueIn } from '../../../support/valueAfter.js';

interface Offer {
  readonly items: readonly object[];
  readonly options?: object;
  readonly variables?: FlowSketch['variables'];
}

function picked(answer: Sent, { items, options = {}, variables = {} }: Offer): unknown {
  const block = { type: 'choice input', options: { variableId: 'vPick', ...options }, items };
  const flow = flowOf({
    variables: { Pick: null, ...variables },
    groups: { Start: [block], Left: [say('left')] },
  });
  const [, turn] = chat(flow, [answer]);
  return valueIn(turn, 'vPick');
}

const fruits = {
  items: [
    { id: 'a1', content: ' Apple ' },
    { id: 'p1', content: 'Pear', value: 'pyrus' },
    { id: 'x1' },
  ],
};

describe('buttons of which one is chosen', () => {
  test.each<[Sent, string | undefined]>([
    ['a1', ' Apple '],
    ['Apple', ' Apple '],
    [' Apple ', ' Apple '],
    ['Pear', 'pyrus'],
    ['pyrus', 'pyrus'],
    [{ text: 'whatever', replyId: 'p1' }, 'pyrus'],
    [{ replyId: 'a1' }, ' Apple '],
    ['apple', undefined],
    ['1', undefined],
    ['', undefined],
    [null, undefined],
    ['x1', undefined],
  ])('take %j as %j', (answer, kept) => {
    expect(picked(answer, fruits)).toBe(kept);
  });

  test('an id is matched before a label with the same text', () => {
    const items = [
      { id: 'one', content: 'two' },
      { id: 'two', content: 'one' },
    ];
    expect(picked('two', { items })).toBe('one');
  });

  test('each has its own edge, and one without an edge takes that of the block', () => {
    const flow = flowOf({
      groups: {
        Start: [
          {
            type: 'choice input',
            to: 'Else',
            items: [
              { id: 'a', content: 'A', to: 'Mine' },
              { id: 'b', content: 'B' },
              { id: 'bare', to: 'Mine' },
            ],
          },
          say('never'),
        ],
        Mine: [say('mine')],
        Else: [say('else')],
      },
    });
    expect(transcript(flow, ['A']).at(-1)).toBe('bot: mine');
    expect(transcript(flow, ['B']).at(-1)).toBe('bot: else');
  });

  test('only those whose condition is true are shown', () => {
    const when = (value: string, isEnabled = true) => ({
      isEnabled,
      condition: {
        comparisons: [{ id: 'c', variableId: 'vAge', comparisonOperator: 'Equal to', value }],
      },
    });
    const items = [
      { id: '1', content: 'yes {{Age}}', displayCondition: when('5') },
      { id: '2', content: 'no', displayCondition: when('6') },
      { id: '3', content: 'off', displayCondition: when('6', false) },
      { id: '4', content: 'bare', displayCondition: { isEnabled: true } },
    ];
    const flow = flowOf({
      variables: { Age: '5' },
      groups: { Start: [{ type: 'choice input', items }] },
    });
    expect(transcript(flow)).toEqual(['? choice input: yes 5 | off | bare']);
    expect(picked('no', { items, variables: { Age: '5' } })).toBeUndefined();
  });

  test('have the block id that an item of version 5 names', () => {
    const items = [{ id: 'a', content: 'A', blockId: 'old' }];
    const flow = flowOf({ groups: { Start: [{ type: 'choice input', items }] } });
    expect(chat(flow)[0]?.events[0]).toMatchObject({ input: { items } });
  });

  test('have the options of the search field', () => {
    const options = {
      isSearchable: true,
      searchInputPlaceholder: 'Find {{Thing}}',
      areInitialSearchButtonsVisible: false,
    };
    const flow = flowOf({
      variables: { Thing: 'tea' },
      groups: { Start: [{ type: 'choice input', options, items: [] }] },
    });
    expect(chat(flow)[0]?.events[0]).toMatchObject({
      input: { options: { ...options, searchInputPlaceholder: 'Find tea' } },
    });
  });

  test('never show the value of their variable', () => {
    const flow = flowOf({
      variables: { Pick: 'A' },
      groups: { Start: [{ type: 'choice input', options: { variableId: 'vPick' }, items: [] }] },
    });
    expect(JSON.stringify(chat(flow)[0]?.events)).not.toContain('prefilledValue');
  });
});

describe('buttons made from a variable', () => {
  const dynamic = (List: string | (string | null)[] | null) =>
    flowOf({
      variables: { List },
      groups: {
        Start: [
          {
            type: 'choice input',
            options: { dynamicVariableId: 'vList' },
            items: [{ id: 's', content: 'b', to: 'B' }],
          },
          say('next'),
        ],
        B: [say('to b')],
      },
    });

  test.each<[string | (string | null)[] | null, string]>([
    [['a', 'b', null, '', 'a'], 'a | b'],
    ['["x",1,null]', 'x | 1'],
    ['{"a":1}', '{"a":1}'],
    ['just one', 'just one'],
    [null, 'b'],
    [[], 'b'],
    [[null, ''], 'b'],
  ])('%j gives %s', (list, shown) => {
    expect(transcript(dynamic(list))).toEqual([`? choice input: ${shown}`]);
  });

  test('have ids by position, and take the edge of a stored button with the same text', () => {
    const flow = dynamic(['a', 'b']);
    expect(transcript(flow, ['choice1']).slice(-2)).toEqual(['user: choice1', 'bot: to b']);
    expect(transcript(flow, ['a']).at(-1)).toBe('bot: next');
  });
});

describe('buttons of which several are chosen', () => {
  const several = { isMultipleChoice: true };
  const labels = (...contents: string[]) => ({
    options: several,
    items: contents.map((content, index) => ({ id: `id${index + 1}`, content })),
  });

  test.each<[Sent, string[], string | undefined]>([
    [
      '1 and second item, id3',
      ['item', 'second item', 'third item'],
      'item, second item, third item',
    ],
    ['4, 2, 1', ['6', '5', '4', '3', '2', '1'], '4, 2, 1'],
    ['id3, id1', ['a', 'b', 'c'], 'a, c'],
    ['["id2","id1"]', ['a', 'b', 'c'], 'a, b'],
    ['[id2', ['a', 'b', 'c'], 'b'],
    ['5', ['a', 'b'], undefined],
    ['[1]', ['a', 'b'], 'a'],
    ['{"a":1}', ['x', 'y'], 'x'],
    ['Yes, please', ['Yes', 'Yes, please'], 'Yes, please'],
    ['c and B', ['a', 'b', 'c'], 'b, c'],
    ['i like  big   APPLES', ['apples', 'big apples'], 'big apples'],
    ['10', ['one', 'two'], undefined],
    ['tests', ['Just a few tests'], undefined],
    ['c++ (fast)', ['C++', 'C'], 'C++'],
    ['', ['a'], undefined],
    [null, ['a'], undefined],
    [{ replyId: 'id2' }, ['a', 'b'], 'b'],
    [`${'well, '.repeat(1_000)} b`, ['a', 'b'], undefined],
    [Array(2_000).fill('b').join(', '), ['a', 'b'], 'b'],
  ])('take %j of %j as %j', (answer, contents, kept) => {
    expect(picked(answer, labels(...contents))).toBe(kept);
  });

  test('store internal values and never take the edge of a button', () => {
    const items = [
      { id: 'a', content: 'A', value: 'one', to: 'Left' },
      { id: 'b', content: 'B' },
      { id: 'c' },
    ];
    expect(picked('b and one and 3', { items, options: several })).toBe('one, B');
    const flow = flowOf({
      groups: { Start: [{ type: 'choice input', options: several, items }], Left: [say('left')] },
    });
    expect(transcript(flow, ['A']).at(-1)).toBe('user: A');
  });
});
