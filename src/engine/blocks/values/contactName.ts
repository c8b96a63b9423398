import { defineValue } from '../kind/valueKind.js';
import { empty } from './empty.js';

/** The name of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const contactName = defineValue({
  ...empty,
  type: 'Contact name',
  summary: 'The name of the person in a messenger; nothing on the web.',
});
