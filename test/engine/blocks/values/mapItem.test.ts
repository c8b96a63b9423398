import { describe, expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

const mapListItemParams = {
  baseItemVariableId: 'vItem',
  baseListVariableId: 'vNames',
  targetListVariableId: 'vPrices',
};
const lists = { Names: ['Tea', null, 'Coffee'], Prices: ['2', '0', '3'] };

function mapped(variables: NonNullable<Parameters<typeof valueAfter>[1]>): unknown {
  return valueAfter(
    { type: 'Map item with same index', mapListItemParams },
    { X: 'before', ...lists, ...variables },
  );
}

describe('map item with same index', () => {
  test('gives the member at the same position of the other list', () => {
    expect(mapped({ Item: 'Coffee' })).toBe('3');
  });

  test('clears the variable if the item, its position or a list does not exist', () => {
    expect(mapped({ Item: 'Milk' })).toBeNull();
    expect(mapped({ Item: null })).toBeNull();
    expect(mapped({ Item: ['Tea'] })).toBeNull();
    expect(mapped({ Item: 'Coffee', Prices: ['2'] })).toBeNull();
    expect(mapped({ Item: 'Coffee', Names: 'Coffee' })).toBeNull();
    expect(mapped({ Item: 'Coffee', Prices: null })).toBeNull();
    expect(valueAfter({ type: 'Map item with same index' }, { X: 'before' })).toBeNull();
  });
});
