import { defineValue } from '../kind/valueKind.js';
import { empty } from './empty.js';

/** The phone number of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const phoneNumber = defineValue({
  ...empty,
  type: 'Phone number',
  summary: 'The phone number of the person in a messenger; nothing on the web.',
});
