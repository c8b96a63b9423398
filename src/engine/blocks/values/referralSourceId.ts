import { defineValue } from '../kind/valueKind.js';
import { empty } from './empty.js';

/** The advertisement that led to a messenger chat; on the web there is none, so the variable is cleared. */
export const referralSourceId = defineValue({
  ...empty,
  type: 'Referral Source ID',
  summary: 'The id of the advertisement that led to a messenger chat; nothing on the web.',
});
