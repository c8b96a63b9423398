import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('the name of a person is not known on the web, so the variable is cleared', () => {
  expect(valueAfter({ type: 'Contact name' }, { X: 'before' })).toBeNull();
});
