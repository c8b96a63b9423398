import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('empty clears the variable', () => {
  expect(valueAfter({ type: 'Empty' }, { X: 'full' })).toBeNull();
});
