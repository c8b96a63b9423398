import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('the environment of a chat is the web', () => {
  expect(valueAfter({ type: 'Environment name' })).toBe('web');
});
