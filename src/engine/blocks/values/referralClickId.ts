import { defineValue } from '../kind/valueKind.js';
import { empty } from './empty.js';

/**
 * The click on the advertisement that led to a messenger chat; on the web there is none, so the variable is cleared.
 */
export const referralClickId = defineValue({
  ...empty,
  type: 'Referral Click ID',
  summary:
    'The id of the click on an advertisement that led to a messenger chat; nothing on the web.',
});
