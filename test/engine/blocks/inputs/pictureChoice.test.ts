import { describe, expect, test } from '@jest/globals';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { flowOf, say, type FlowSketch } from '../../../support/flowOf.js';
import { valueIn } from '../../../support/valueAfter.js';

interface Offer {
  readonly items: readonly object[];
  readonly options?: object;
  readonly variables?: FlowSketch['variables'];
}

function offering({ items, options = {}, variables = {} }: Offer) {
  const block = { type: 'picture choice input', options: { variableId: 'vPick', ...options } };
  return flowOf({
    variables: { Pick: null, ...variables },
    groups: { Start: [{ ...block, items }, say('next')], Mine: [say('mine')] },
  });
}

function picked(answer: Sent, offer: Offer): unknown {
  const [, turn] = chat(offering(offer), [answer]);
  return valueIn(turn, 'vPick');
}

const pets = {
  items: [
    { id: 'c', pictureSrc: 'https://x.io/cat.png', title: 'Cat', description: 'Purrs' },
    { id: 'd', pictureSrc: 'https://x.io/dog.png', title: '' },
    { id: 'b', pictureSrc: 'https://x.io/bird.png', title: 'Bird', value: 'aves' },
  ],
};

describe('pictures of which one is chosen', () => {
  test.each<[Sent, string | undefined]>([
    ['Cat', 'Cat'],
    [' Cat ', 'Cat'],
    ['c', 'Cat'],
    [{ replyId: 'b' }, 'aves'],
    ['https://x.io/dog.png', 'https://x.io/dog.png'],
    ['https://x.io/cat.png', undefined],
    ['cat', undefined],
    ['', undefined],
    [null, undefined],
  ])('take %j as %j', (answer, kept) => {
    expect(picked(answer, pets)).toBe(kept);
  });

  test('take their own edges', () => {
    const items = [
      { id: 'c', title: 'Cat', to: 'Mine' },
      { id: 'd', title: 'Dog' },
    ];
    expect(transcript(offering({ items }), ['Cat']).at(-1)).toBe('bot: mine');
    expect(transcript(offering({ items }), ['Dog']).at(-1)).toBe('bot: next');
  });

  test('are shown with their variables filled in if their condition is true, with the block id that version 5 names', () => {
    const displayCondition = { isEnabled: true, condition: { comparisons: [] } };
    const items = [
      { id: '1', title: 'Hi {{Name}}', blockId: 'old' },
      { id: '2', title: 'hidden', displayCondition },
    ];
    const [event] = chat(offering({ items, variables: { Name: 'Ada' } }))[0]?.events ?? [];
    expect(event).toMatchObject({
      input: { items: [{ id: '1', title: 'Hi Ada', blockId: 'old' }] },
    });
    expect(JSON.stringify(event)).not.toContain('prefilledValue');
  });
});

test('several chosen pictures are stored in the order in which they were offered', () => {
  const several = { ...pets, options: { isMultipleChoice: true } };
  expect(picked('b, Cat', several)).toBe('Cat, aves');
  expect(picked('neither', several)).toBeUndefined();
});

describe('pictures made from variables', () => {
  const dynamicItems = {
    isEnabled: true,
    pictureSrcsVariableId: 'vSrcs',
    titlesVariableId: 'vTitles',
    descriptionsVariableId: 'vTexts',
  };
  const offer = (Srcs: string[] | null, isEnabled = true): Offer => ({
    options: { dynamicItems: { ...dynamicItems, isEnabled } },
    items: [{ id: 's', title: 'stored', to: 'Mine' }],
    variables: { Srcs, Titles: ['One'], Texts: ['first', null] },
  });

  test('have ids by position, and empty texts where a list is too short', () => {
    const [event] = chat(offering(offer(['a.png', 'b.png', 'c.png'])))[0]?.events ?? [];
    expect(event).toMatchObject({
      input: {
        items: [
          { id: '0', pictureSrc: 'a.png', title: 'One', description: 'first' },
          { id: '1', pictureSrc: 'b.png', title: '', description: '' },
          { id: '2', pictureSrc: 'c.png', title: '', description: '' },
        ],
      },
    });
    expect(picked('1', offer(['a.png', 'b.png']))).toBe('b.png');
    expect(picked('One', offer(['a.png', 'b.png']))).toBe('One');
  });

  test('are replaced by the stored ones if there are none, or if they are switched off', () => {
    expect(transcript(offering(offer(null)))).toEqual(['? picture choice input: stored']);
    expect(transcript(offering(offer([])))).toEqual(['? picture choice input: stored']);
    expect(transcript(offering(offer(['a.png'], false)))).toEqual([
      '? picture choice input: stored',
    ]);
  });
});

test('a picture choice needs no options', () => {
  const items = [{ id: 'c', title: 'Cat' }];
  const bare = flowOf({ groups: { Start: [{ type: 'picture choice input', items }] } });
  expect(transcript(bare, ['Cat'])).toEqual(['? picture choice input: Cat', 'user: Cat']);
});
