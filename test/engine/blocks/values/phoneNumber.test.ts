import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('the phone number of a person is not known on the web, so the variable is cleared', () => {
  expect(valueAfter({ type: 'Phone number' }, { X: 'before' })).toBeNull();
});
