import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

const yes = { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator: 'Is set' }] };
const no = { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator: 'Is empty' }] };

function way(items: object[], to?: string): string[] {
  return transcript(
    flowOf({
      variables: { A: 'a' },
      groups: {
        Start: [{ type: 'Condition', items, ...(to && { to }) }, say('next')],
        One: [say('one')],
        Two: [say('two')],
      },
    }),
  );
}

describe('a condition', () => {
  test('takes the edge of the first item whose condition is true', () => {
    const items = [
      { id: '0' },
      { id: '1', content: no, to: 'One' },
      { id: '2', content: yes, to: 'Two' },
      { id: '3', content: yes, to: 'One' },
    ];
    expect(way(items)).toEqual(['bot: two']);
  });

  test('ends the path if that item has no edge', () => {
    expect(way([{ id: '1', content: yes }], 'One')).toEqual([]);
  });

  test('takes its own edge if none is true, and without one goes on in the group', () => {
    expect(way([{ id: '1', content: no, to: 'Two' }], 'One')).toEqual(['bot: one']);
    expect(way([{ id: '1', content: no, to: 'Two' }])).toEqual(['bot: next']);
  });
});
