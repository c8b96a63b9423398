import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The phone number of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const phoneNumber = defineValue({
  type: 'Phone number',
  summary: 'The phone number of the person in a messenger; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.phoneNumber ?? null),
});
