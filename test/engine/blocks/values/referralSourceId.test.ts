import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('the advertisement that led to a chat is not known on the web, so the variable is cleared', () => {
  expect(valueAfter({ type: 'Referral Source ID' }, { X: 'before' })).toBeNull();
});
