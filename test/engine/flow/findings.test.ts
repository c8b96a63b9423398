import { describe, expect, test } from '@jest/globals';
import type { AnyBlock } from '../../../src/engine/blocks/kind/block.js';
import { blockFaults } from '../../../src/engine/flow/blockFaults.js';
import { circles } from '../../../src/engine/flow/circles.js';
import { type BlockSketch, flowOf, say, ask } from '../../support/flowOf.js';

/** The loops of a flow, each as the ids of its blocks. */
const loops = (groups: Record<string, BlockSketch[]>) =>
  [...circles(flowOf({ groups, variables: { Count: '0' } }))].flatMap((circle) =>
    circle?.isEndless ? [circle.places.map(({ block }) => block.id)] : [],
  );

const jump = (groupId: string): BlockSketch => ({ type: 'Jump', options: { groupId } });

describe('a loop that no chat can leave', () => {
  test('is reported once, with all of its blocks', () => {
    expect(
      loops({
        Start: [say('Hi'), { ...say('Again'), to: 'Middle' }],
        Middle: [{ type: 'AB test', items: [{ id: 'a', path: 'a', to: 'Start' }], to: 'End' }],
        End: [jump('Start')],
      }),
    ).toEqual([['Start.1', 'Start.2', 'Middle.1', 'End.1']]);
  });

  test.each<[string, BlockSketch]>([
    ['a question in it', ask('text input', 'Count')],
    ['a pause', { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } }],
    ['code in the client', { type: 'Code', options: { content: 'x' } }],
    ['a webhook it waits for', { type: 'webhook' }],
    ['a bot that it links to', { type: 'Bot link', options: { botId: 'other' } }],
    ['a way back', { type: 'Return' }],
    ['a jump to where a variable says', jump('{{Count}}')],
    ['a way out', { type: 'Condition', items: [{ id: 'i', to: 'Out' }] }],
    ['an end', { type: 'Condition', items: [{ id: 'i' }], to: 'Loop' }],
  ])('is none with %s', (_what, block) => {
    expect(loops({ Loop: [block, { ...say('x'), to: 'Loop' }], Out: [say('y')] })).toEqual([]);
  });

  test('is not looked for where a chat goes forward', () => {
    const groups = { Start: [{ ...say('x'), to: 'Next' }], Next: [{ ...say('y'), to: 'Gone' }] };
    expect(loops(groups)).toEqual([]);
  });

  test('is looked for in steps, so that other requests are answered meanwhile', () => {
    const titles = Array.from({ length: 1_200 }, (_, index) => `G${index}`);
    const groups = Object.fromEntries(
      titles.map((title, index) => [
        title,
        [{ ...say('x'), to: titles[(index + 1) % titles.length] }],
      ]),
    );
    const found = [...circles(flowOf({ groups }))];
    expect(found.map((circle) => circle?.places.length)).toEqual([
      undefined,
      undefined,
      titles.length,
    ]);
  });
});

/** The faults of a block, and the steps in which they were found. */
const searched = (block: AnyBlock) => {
  const search = blockFaults(block);
  for (let steps = 1; ; steps += 1) {
    const { done, value } = search.next();
    if (done) return { found: value, steps };
  }
};

describe('a block', () => {
  const faults = (type: string, items: unknown, options: object = {}) => {
    const block = { id: 'b', type, items, options };
    return searched(block).found.map(({ code, about }) =>
      about === undefined ? code : `${code} ${about}`,
    );
  };
  const comparison = { id: 'c', variableId: 'v', comparisonOperator: 'Equal to', value: '1' };

  test('that offers nothing is reported, unless a variable has the choices', () => {
    expect(faults('choice input', [])).toEqual(['CHOICES_MISSING']);
    expect(faults('picture choice input', [{ id: 'i' }])).toEqual(['CHOICES_MISSING']);
    expect(faults('choice input', [], { dynamicVariableId: 'v' })).toEqual([]);
    expect(faults('picture choice input', [], { dynamicItems: { isEnabled: true } })).toEqual([]);
  });

  test('with a choice that cannot be chosen, or not by its text, says which', () => {
    const items = [
      { id: 'a', content: 'Yes' },
      { id: 'b' },
      { id: 'c', content: ' Yes', value: 'no' },
    ];
    expect(faults('choice input', items)).toEqual([
      'CHOICE_WITHOUT_TEXT choice 2',
      'CHOICES_ALIKE Yes',
    ]);
    const alone = { isEnabled: true, condition: { comparisons: [comparison] } };
    const one = { id: 'a', content: 'Yes', outgoingEdgeId: 'e1' };
    const other = { id: 'b', content: 'Yes', outgoingEdgeId: 'e2' };
    expect(faults('choice input', [one, other])).toEqual(['CHOICES_ALIKE Yes']);
    expect(faults('choice input', [one, { ...one, id: 'b' }])).toEqual(['CHOICES_ALIKE Yes']);
    expect(faults('choice input', [one, { id: 'c', content: 'yes' }])).toEqual([]);
    expect(faults('choice input', [one, { ...other, displayCondition: alone }])).toEqual([]);
    expect(faults('choice input', [{ ...one, displayCondition: alone }, other])).toEqual([]);
  });

  test('with a condition that never holds says which item it is', () => {
    const item = (content: object) => ({ id: 'i', content });
    const blank = { id: 'd' };
    expect(
      faults('Condition', [
        item({ comparisons: [comparison] }),
        item({}),
        item({ comparisons: [comparison, blank] }),
        item({ comparisons: [comparison, blank], logicalOperator: 'OR' }),
        item({ comparisons: [blank], logicalOperator: 'OR' }),
        item({ comparisons: [{ ...comparison, id: 'other' }] }),
        { id: 'i' },
      ]),
    ).toEqual([
      ...[2, 3, 5].map((place) => `CONDITION_NEVER_HOLDS item ${place}`),
      'CONDITION_COVERED item 4',
      'CONDITION_NEVER_HOLDS item 6',
    ]);
    const display = { isEnabled: true, condition: {} };
    const hidden = { id: 'a', content: 'Yes', displayCondition: display };
    expect(faults('choice input', [hidden])).toEqual(['CONDITION_NEVER_HOLDS choice 1']);
    const shown = { ...hidden, displayCondition: { ...display, isEnabled: false } };
    expect(faults('choice input', [shown])).toEqual([]);
  });

  test.each([
    ['Matches regex', '(', true],
    ['Does not match regex', '/(/i', true],
    ['Matches regex', '/^a+$/i', false],
    ['Matches regex', '({{Name}}', false],
    ['Matches regex', undefined, false],
    ['Equal to', '(', false],
  ])(
    'that compares by "%s" with %s has a broken pattern: %s',
    (comparisonOperator, value, isBroken) => {
      const content = { comparisons: [{ ...comparison, comparisonOperator, value }] };
      const found = isBroken ? ['PATTERN_INVALID item 1'] : [];
      expect(faults('Condition', [{ id: 'i', content }])).toEqual(found);
    },
  );

  test('with many or long patterns is searched in steps, and patterns of many pages are not read', () => {
    const withPatterns = (count: number, value: string) => ({
      ...{ id: 'b', type: 'Condition' },
      items: Array.from({ length: count }, (_, index) => ({
        id: `i${index}`,
        content: {
          comparisons: [
            { ...comparison, comparisonOperator: 'Matches regex', value: `${value}${index}` },
          ],
        },
      })),
    });
    const nested = '(a|b|[c-z]*)*x'.repeat(500);
    expect(searched(withPatterns(400, nested)).steps).toBeGreaterThan(800);
    expect(searched(withPatterns(1, nested)).found).toMatchObject([{ code: 'PATTERN_SLOW' }]);
    expect(searched(withPatterns(1, nested.repeat(20))).found).toEqual([]);
    const offering = (count: number) => ({
      ...{ id: 'b', type: 'choice input' },
      items: Array.from({ length: count }, (_, index) => ({ id: `i${index}`, content: 'Yes' })),
    });
    expect(searched(offering(5_000)).steps).toBeGreaterThan(5);
  });

  test('that was searched is not searched again while it stays the same', () => {
    const block = { id: 'b', type: 'choice input', items: [] };
    expect(searched(block)).toMatchObject({ found: [{ code: 'CHOICES_MISSING' }] });
    expect(searched(block)).toMatchObject({ found: [{ code: 'CHOICES_MISSING' }], steps: 1 });
  });

  test('of an unknown kind, or with options of another shape, has no such faults', () => {
    expect(faults('hologram', [])).toEqual([]);
    expect(faults('Condition', [], { x: 1 })).toEqual([]);
    expect(faults('choice input', 'none')).toEqual([]);
  });
});
